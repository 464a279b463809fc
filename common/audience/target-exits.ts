import { leave } from '../changes/enrollments.ts';
import { removeRecipient } from '../changes/segment-recipients.ts';
import { idsBy } from '../domain/ids-by.ts';
import { Automation, type AutomationDocument } from '../models/automations.ts';
import { Contact, type ContactDocument } from '../models/contacts.ts';
import { Enrollment, type EnrollmentDocument } from '../models/enrollments.ts';
import { SegmentRecipient } from '../models/segment-recipients.ts';
import { enterableAutomations } from '../queries/contact-changes.ts';
import { memberAddressesIn } from './members.ts';

type EnrolledContact = Pick<EnrollmentDocument, '_id' | 'automation_id' | 'contact_id' | 'email_norm'>;
type Target = Pick<AutomationDocument, '_id' | 'user_id' | 'automation_for' | 'exit_criteria'>;

const TARGET = { user_id: 1, automation_for: 1, exit_criteria: 1 } as const;
const ENROLLED = { automation_id: 1, contact_id: 1, email_norm: 1 } as const;

/** Ends enrollments of contacts that were deleted, or that left the target of an automation with exit criteria. */
export async function leaveTargets(userId: number, contactIds: readonly number[]): Promise<void> {
  if (contactIds.length === 0) return;
  const automations = await Automation.of(userId)
    .find(enterableAutomations)
    .project<Target>(TARGET)
    .toArray();
  if (automations.length === 0) return;
  const enrolled = await Enrollment.of(userId)
    .find({
      automation_id: { $in: automations.map(({ _id }) => _id) },
      // The partial index of contacts has numbers only, and is used only with this condition.
      contact_id: { $type: 'number', $in: [...contactIds] } as never,
      state: 'waiting',
    })
    .project<EnrolledContact>(ENROLLED)
    .toArray();
  if (enrolled.length === 0) return;
  const ids = [...new Set(enrolled.map(({ contact_id }) => contact_id!))];
  const living = await Contact.of(userId)
    .find({ _id: { $in: ids }, deleted_at: null })
    .project<Pick<ContactDocument, '_id' | 'email_norm'>>({ email_norm: 1 })
    .toArray();
  // An enrollment may still have an earlier address of its contact.
  const addresses = new Map(living.map(({ _id, email_norm }) => [_id, email_norm]));
  const deleted = enrolled.filter(({ contact_id }) => !addresses.has(contact_id!));
  for (const [automationId, some] of idsBy(deleted, (one) => one.automation_id))
    await leave({ user_id: userId, _id: automationId }, some, 'deleted');
  for (const automation of automations) {
    const here = enrolled.flatMap(({ _id, automation_id, contact_id }) => {
      const address = automation_id === automation._id ? addresses.get(contact_id!) : undefined;
      return address === undefined ? [] : [{ _id, address }];
    });
    await leaveAsNoMembers(automation, here);
  }
}

/** Removes a recipient from a segment by hand, and from automations that are left with it. False: there is none. */
export async function removeFromSegment(userId: number, recipientId: number): Promise<boolean> {
  const found = await SegmentRecipient.of(userId).findOne({ _id: recipientId, removed: false });
  if (!found || !(await removeRecipient(userId, recipientId))) return false;
  const { segment_id, contact_id, by_hand } = found;
  if (contact_id !== null) await leaveTargets(userId, [contact_id]);
  if (by_hand) await leaveSegment(userId, segment_id, by_hand.email_norm);
  return true;
}

/** The same as {@link leaveTargets} for an address that was removed by hand from a segment. */
async function leaveSegment(userId: number, segmentId: number, address: string): Promise<void> {
  const automations = await Automation.of(userId)
    .find({
      ...enterableAutomations,
      'automation_for.id': segmentId,
      'automation_for.table': 'segments_',
      exit_criteria: 1,
    })
    .project<Target>(TARGET)
    .toArray();
  for (const automation of automations) {
    const found = await Enrollment.of(userId).findOne(
      { automation_id: automation._id, email_norm: address, state: 'waiting' },
      { projection: { _id: 1 } },
    );
    if (found) await leaveAsNoMembers(automation, [{ _id: found._id, address }]);
  }
}

async function leaveAsNoMembers(
  automation: Target,
  here: readonly { readonly _id: number; readonly address: string }[],
): Promise<void> {
  const { user_id, automation_for, exit_criteria } = automation;
  if (exit_criteria !== 1 || automation_for === null || here.length === 0) return;
  const inside = new Set(
    await memberAddressesIn(
      automation_for,
      user_id,
      here.map(({ address }) => address),
    ),
  );
  const gone = here.filter(({ address }) => !inside.has(address));
  await leave(
    automation,
    gone.map(({ _id }) => _id),
    'exit_criteria',
  );
}
