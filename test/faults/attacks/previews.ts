import { fillContacts } from '../../../bench/support/contacts.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { rows } from '../../support/rows.ts';
import type { Attack } from './attack.ts';

const CONTACTS = 30_000;
const CONDITIONS = 48;
const AT_ONCE = 20;
const FIELDS = ['first_name', 'last_name', 'email', 'city', 'state', 'address_line1'];

export const previews: Attack = {
  name: 'previews',
  what: `${AT_ONCE} previews at once of a segment with ${CONDITIONS} conditions over 30,000 contacts`,
  async lay({ user_id, contact_type_id }) {
    await rows(Contact).deleteMany({ contact_type_id });
    await fillContacts(user_id, CONTACTS, contact_type_id);
    return {};
  },
  run: (calls, { contact_type_id }) =>
    calls.again(AT_ONCE, (at) => {
      const conditions = Array.from({ length: CONDITIONS }, (_, one) => one);
      // Every condition is true for every contact, so each is tested on each contact.
      return calls.api('/segment/preview', {
        contact_type_id,
        select_field: conditions.map((one) => FIELDS[one % FIELDS.length]!),
        select_operator: conditions.map(() => 'does not contain'),
        value: conditions.map((one) => `none ${one} of ${at}`),
        query_type: 'and',
      });
    }),
};
