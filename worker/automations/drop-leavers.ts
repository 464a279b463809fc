import { leave } from '../../common/changes/enrollments.ts';
import type { AutomationDocument } from '../../common/models/automations.ts';
import { ContactType } from '../../common/models/contact-types.ts';
import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import { Enrollment, type EnrollmentDocument, type LeftReason } from '../../common/models/enrollments.ts';
import { ignoringDuplicates } from '../../common/store/connection.ts';
import { readExclusions } from '../sending/audience/exclusions.ts';
import { forgottenAmong } from './forgotten.ts';

type CurrentContact = Pick<
  ContactDocument,
  '_id' | 'contact_type_id' | 'email' | 'email_norm' | 'unconfirmed'
>;

/** Ends enrollments of contacts that must not get the email; returns the others with their current addresses. */
export async function dropLeavers(
  automation: AutomationDocument,
  due: readonly EnrollmentDocument[],
): Promise<EnrollmentDocument[]> {
  const { user_id, unsubscribe_group_id, automation_for, exit_criteria } = automation;
  const leaving = new Map<LeftReason, number[]>();
  const leaves = (reason: LeftReason, id: number): void => {
    leaving.set(reason, [...(leaving.get(reason) ?? []), id]);
  };
  const contacts = await livingContacts(user_id, due);
  const here: EnrollmentDocument[] = [];
  for (const enrollment of due) {
    const { contact_id, email } = enrollment;
    const contact = contact_id === null ? null : contacts.get(contact_id);
    if (contact === undefined) leaves('deleted', enrollment._id);
    else if (contact?.unconfirmed === true) leaves('exit_criteria', enrollment._id);
    else if (contact === null || contact.email === email) here.push(enrollment);
    else if (await readdress(automation, enrollment, contact)) {
      here.push({ ...enrollment, email: contact.email, email_norm: contact.email_norm });
    } else leaves('address_taken', enrollment._id);
  }
  const excluded = await readExclusions(
    {
      user_id,
      unsubscribe_group_id: unsubscribe_group_id!,
      must_be_in: exit_criteria === 1 ? automation_for : null,
    },
    here.map((enrollment) => enrollment.email_norm),
  );
  const going = here.filter(({ _id, email_norm }) => {
    const reason = excluded.get(email_norm);
    if (reason) leaves(reason, _id);
    return !reason;
  });
  for (const [reason, ids] of leaving) await leave(automation, ids, reason);
  return going;
}

async function livingContacts(
  account: number,
  due: readonly EnrollmentDocument[],
): Promise<Map<number, CurrentContact>> {
  const ids = due.flatMap(({ contact_id }) => (contact_id === null ? [] : [contact_id]));
  const contacts = await Contact.of(account)
    .find({ _id: { $in: ids }, deleted_at: null })
    .project<CurrentContact>({ contact_type_id: 1, email: 1, email_norm: 1, unconfirmed: 1 })
    .toArray();
  const types = new Set(
    await ContactType.of(account).distinct('_id', {
      _id: { $in: [...new Set(contacts.map((contact) => contact.contact_type_id))] },
      deleted_at: null,
    }),
  );
  return new Map(
    contacts
      .filter(({ contact_type_id }) => types.has(contact_type_id))
      .map((contact) => [contact._id, contact]),
  );
}

/** Gives the enrollment the contact's new address. False if that address goes through the automation itself. */
async function readdress(
  automation: AutomationDocument,
  { _id }: EnrollmentDocument,
  { email, email_norm }: CurrentContact,
): Promise<boolean> {
  const isForgotten = async () => (await forgottenAmong(automation, [email_norm])).size > 0;
  if (await isForgotten()) return false;
  const isFree = await ignoringDuplicates(
    Enrollment.of(automation.user_id).updateOne({ _id, state: 'waiting' }, { $set: { email, email_norm } }),
  );
  // Another enrollment may have had the address and may have been replaced by its hash meanwhile.
  return isFree && !(await isForgotten());
}
