import { normalizeAddress } from '../../../common/domain/addresses.ts';
import { mailingOfEmail } from '../../../common/domain/mailing-keys.ts';
import {
  AutomationSchedule,
  type AutomationScheduleDocument,
} from '../../../common/models/automation-schedules.ts';
import type { AutomationDocument } from '../../../common/models/automations.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Enrollment, type EnrollmentDocument } from '../../../common/models/enrollments.ts';
import { livingContacts } from '../../../common/queries/living-contacts.ts';

type AutomationEmail = Pick<AutomationScheduleDocument, '_id' | 'utr' | 'subject'>;

export type AutomationWay = NonNullable<Awaited<ReturnType<typeof wayOf>>>;

/** The state of the person with an address; null if the person never entered. An index answers each query. */
export async function wayOf(automation: AutomationDocument, address: string) {
  const norm = normalizeAddress(address);
  const enrollment = await enrollmentOf(automation, norm);
  if (!enrollment) return null;
  const emails = await AutomationSchedule.of(automation.user_id)
    .find({ automation_id: automation._id })
    .project<AutomationEmail>({ utr: 1, subject: 1 })
    .sort({ _id: 1 })
    .toArray();
  const deliveries = await Delivery.of(automation.user_id)
    .find({
      mailing: { $in: emails.map(({ _id }) => mailingOfEmail(_id)) },
      email_norm: { $in: [...new Set([enrollment.email_norm, norm])] },
    })
    .toArray();
  const byMailing = new Map(deliveries.map((row) => [row.mailing, row]));
  return {
    enrollment,
    emails: emails.map((email) => ({ email, delivery: byMailing.get(mailingOfEmail(email._id)) })),
  };
}

/** By the enrolled address, otherwise by the contacts that have the address now. */
async function enrollmentOf(
  { _id: automation_id, user_id }: AutomationDocument,
  email_norm: string,
): Promise<EnrollmentDocument | null> {
  const enrollments = Enrollment.of(user_id);
  const ofAddress = await enrollments.findOne({ automation_id, email_norm });
  if (ofAddress) return ofAddress;
  const contacts = await Contact.of(user_id).distinct('_id', {
    ...(await livingContacts(user_id)),
    email_norm,
  });
  if (contacts.length === 0) return null;
  return enrollments.findOne({
    automation_id,
    // The partial index of contacts has numbers only, and is used only with this condition.
    contact_id: { $type: 'number', $in: contacts } as never,
  });
}
