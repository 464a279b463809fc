import { mailingOfEmail, mailingOfMessage, mailingOfSend } from '../../../common/domain/mailing-keys.ts';
import { subjectOfAutomation, subjectOfSchedule } from '../../../common/jobs/subjects.ts';
import { AutomationSchedule } from '../../../common/models/automation-schedules.ts';
import { Automation } from '../../../common/models/automations.ts';
import { BatchDetails } from '../../../common/models/batch-details.ts';
import { Batch } from '../../../common/models/batches.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { DetailSum, mailingSum } from '../../../common/models/detail-sums.ts';
import { EnrollmentCount } from '../../../common/models/enrollment-counts.ts';
import { Enrollment } from '../../../common/models/enrollments.ts';
import { MailLink } from '../../../common/models/mail-links.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { Message } from '../../../common/models/messages.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { ownOrOld } from '../../../common/store/own-or-old.ts';
import { removeUpload } from '../../../common/store/uploads.ts';
import { allOf, type DeletionTurn, removeAll, removeFailures, removeWithChildren } from './deleting.ts';

interface Owner {
  readonly _id: number;
}

const keysOf = (owners: readonly Owner[], keyOf: (id: number) => string): string[] =>
  owners.map(({ _id }) => keyOf(_id));

/** Removes mailings with their ledger. The ids of their mails are stored first: the links in them still work. */
const removeMailings = (
  owners: readonly Owner[],
  keyOf: (id: number) => string,
  deleting: DeletionTurn,
): Promise<boolean> => {
  const keys = keysOf(owners, keyOf);
  const mailing = { $in: keys };
  const { userId } = deleting;
  return allOf(
    () => removeAll(Delivery.of(userId), { mailing }, deleting, deleting.keepMails),
    () =>
      removeAll(Batch.of(userId), { mailing }, deleting, (ids) =>
        removeAll(BatchDetails, { ...ownOrOld(userId), _id: { $in: ids } }, deleting),
      ),
    () => removeAll(DetailSum.of(userId), { _id: { $in: keys.map(mailingSum) } }, deleting),
    () => removeFailures(keys, deleting),
    () => removeAll(Mailing.of(userId), { _id: mailing }, deleting),
  );
};

export const removeSends = (deleting: DeletionTurn): Promise<boolean> =>
  removeWithChildren(SingleSend, {}, deleting, (sends) => removeMailings(sends, mailingOfSend, deleting));

export const removeMessages = (deleting: DeletionTurn): Promise<boolean> =>
  removeWithChildren(
    Message,
    {},
    deleting,
    async (messages) => {
      for (const { attached } of messages)
        if (attached) await removeUpload(deleting.userId, attached.file_id);
      return removeMailings(messages, mailingOfMessage, deleting);
    },
    { attached: 1 },
  );

export const removeAutomations = (deleting: DeletionTurn): Promise<boolean> =>
  removeWithChildren(Automation, {}, deleting, (automations) => {
    const ids = automations.map(({ _id }) => _id);
    const automation_id = { $in: ids };
    return allOf(
      () => removeAll(Enrollment.of(deleting.userId), { automation_id }, deleting),
      () => removeAll(EnrollmentCount, { automation_id }, deleting),
      () => removeFailures(ids.map(subjectOfAutomation), deleting),
      () =>
        removeWithChildren(AutomationSchedule, { automation_id }, deleting, (schedules) =>
          allOf(
            () => removeMailings(schedules, mailingOfEmail, deleting),
            () => removeFailures(keysOf(schedules, subjectOfSchedule), deleting),
          ),
        ),
    );
  });

export const removeMailLinks = (deleting: DeletionTurn): Promise<boolean> =>
  removeAll(MailLink.of(deleting.userId), {}, deleting, deleting.keepMails);
