import { timestamp } from '../../common/domain/times.ts';
import type { AutomationWay } from '../services/queries/automation-person.ts';
import { presentDelivery } from './deliveries.ts';

export const presentWay = ({ enrollment, emails }: AutomationWay) => ({
  email: enrollment.email,
  contact_id: enrollment.contact_id,
  state: enrollment.state,
  reason: enrollment.reason,
  entered_at: timestamp(enrollment.entered_at),
  ended_at: timestamp(enrollment.ended_at ?? null),
  emails: emails.map(({ email, delivery }) => {
    const isNext = enrollment.schedule_id === email._id;
    return {
      id: email._id,
      utr: email.utr,
      subject: email.subject,
      is_next: isNext ? (1 as const) : (0 as const),
      due_at: timestamp(isNext ? enrollment.due_at : null),
      delivery: delivery ? presentDelivery(delivery) : null,
    };
  }),
});
