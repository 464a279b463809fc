import { timestamp } from '../../common/domain/times.ts';
import type { PlacesOfPerson } from '../services/queries/person-places.ts';

export const presentPlaces = ({ segments, contacts, automations }: PlacesOfPerson) => ({
  segments: segments.map(({ id, name }) => ({ segment_id: id, segment_name: name })),
  contacts: contacts.map(({ id, name }) => ({ contact_id: id, contact_type: name })),
  automations: automations.map(({ utr, automation_name, email, state, entered_at }) => ({
    utr,
    automation_name,
    email,
    state,
    entered_at: timestamp(entered_at),
  })),
});
