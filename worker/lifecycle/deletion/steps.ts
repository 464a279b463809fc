import { subjectOfBulkChange } from '../../../common/jobs/subjects.ts';
import { AuditEntry } from '../../../common/models/audit-entries.ts';
import { Brand } from '../../../common/models/brands.ts';
import { BulkChange } from '../../../common/models/bulk-changes.ts';
import { ContactDay } from '../../../common/models/contact-days.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { ContentVersion } from '../../../common/models/content-versions.ts';
import { CustomField } from '../../../common/models/custom-fields.ts';
import { DetailSum } from '../../../common/models/detail-sums.ts';
import { StoredDomainReport } from '../../../common/models/domain-reports.ts';
import { EngagementAccount } from '../../../common/models/engagement-accounts.ts';
import { Engagement } from '../../../common/models/engagements.ts';
import { Erasure } from '../../../common/models/erasures.ts';
import { EventNote } from '../../../common/models/event-notes.ts';
import { FieldRemoval } from '../../../common/models/field-removals.ts';
import { IdempotencyKey } from '../../../common/models/idempotency-keys.ts';
import { JobFailure } from '../../../common/models/job-failures.ts';
import { Key } from '../../../common/models/keys.ts';
import { MailCount } from '../../../common/models/mail-counts.ts';
import { Move } from '../../../common/models/moves.ts';
import { Notice } from '../../../common/models/notices.ts';
import { NotificationRecipient } from '../../../common/models/notification-recipients.ts';
import { OwnTemplate } from '../../../common/models/own-templates.ts';
import { RenderCount } from '../../../common/models/render-counts.ts';
import { ReplyCount } from '../../../common/models/reply-counts.ts';
import { ReportShare } from '../../../common/models/report-shares.ts';
import { Sender } from '../../../common/models/senders.ts';
import { SendingDomain } from '../../../common/models/sending-domains.ts';
import { Session } from '../../../common/models/sessions.ts';
import { Suppression } from '../../../common/models/suppressions.ts';
import { TestMail } from '../../../common/models/test-mails.ts';
import { VerificationQuota } from '../../../common/models/verification-quotas.ts';
import { keptAnswersOf } from '../../../common/queries/keys-of-account.ts';
import type { AccountCollection, Collection, Filter } from '../../../common/store/collection.ts';
import {
  removeContactTypes,
  removeGroups,
  removeImports,
  removeMedia,
  removeSegments,
  removeWebhooks,
  withFailures,
} from './account-records.ts';
import { type DeletionStep, removeAll } from './deleting.ts';
import { removeAutomations, removeMailLinks, removeMessages, removeSends } from './mailings.ts';

const owned =
  <Stored extends { _id: unknown; user_id: number }>(model: AccountCollection<Stored>): DeletionStep =>
  (deleting) =>
    removeAll(model.of(deleting.userId), {}, deleting);

const ofSameId =
  <Stored extends { _id: number }>(model: Collection<Stored>): DeletionStep =>
  (deleting) =>
    removeAll<Stored>(model, { _id: deleting.userId } as Filter<Stored>, deleting);

/** Ids that begin with one of the texts. */
const idsBeginningWith = (texts: readonly string[]) => ({
  $or: texts.map((text) => ({ _id: { $gte: text, $lt: `${text}\u{10ffff}` } })),
});

const beginningWith =
  <Stored extends { _id: string }>(
    model: Collection<Stored>,
    texts: (userId: number) => readonly string[],
  ): DeletionStep =>
  (deleting) =>
    removeAll<Stored>(model, idsBeginningWith(texts(deleting.userId)) as unknown as Filter<Stored>, deleting);

/** Counts of an account by day, hour or minute: `2025-11-21 12`. They are few, as they expire within days. */
const countedByTime =
  <Stored extends { _id: string }>(model: Collection<Stored>): DeletionStep =>
  (deleting) =>
    removeAll<Stored>(
      model,
      { _id: new RegExp(`^[^ ]+ ${deleting.userId}$`) } as unknown as Filter<Stored>,
      deleting,
    );

/** In order: first what can act, then its work, last simple rows. Each step may be repeated. */
export const STEPS: readonly DeletionStep[] = [
  owned(Session),
  owned(Key),
  removeWebhooks,
  withFailures(NotificationRecipient, (id) => `notification-recipient-${id}`),
  withFailures(Sender, (id) => `sender-${id}`),
  owned(ReportShare),
  owned(TestMail),
  removeImports,
  owned(Move),
  withFailures(BulkChange, subjectOfBulkChange),
  removeSends,
  removeMessages,
  removeAutomations,
  removeMailLinks,
  removeSegments,
  owned(Contact),
  removeContactTypes,
  owned(ContactDay),
  owned(CustomField),
  owned(FieldRemoval),
  owned(Suppression),
  removeGroups,
  owned(SendingDomain),
  owned(StoredDomainReport),
  removeMedia,
  owned(OwnTemplate),
  owned(ContentVersion),
  ofSameId(Brand),
  owned(Engagement),
  ofSameId(EngagementAccount),
  (deleting) =>
    removeAll(
      DetailSum.of(deleting.userId),
      idsBeginningWith([`day ${deleting.userId} `, `domains ${deleting.userId} `]),
      deleting,
    ),
  owned(EventNote),
  owned(Notice),
  (deleting) =>
    removeAll(IdempotencyKey.of(deleting.userId), { _id: keptAnswersOf(deleting.userId) }, deleting),
  beginningWith(VerificationQuota, (userId) => [`address ${userId} `]),
  countedByTime(VerificationQuota),
  countedByTime(MailCount),
  countedByTime(RenderCount),
  countedByTime(ReplyCount),
  owned(Erasure),
  // The failures of this job itself are counted until it succeeds.
  (deleting) =>
    removeAll(
      JobFailure,
      { subject: `account-${deleting.userId}`, job: { $ne: 'delete-account' } },
      deleting,
    ),
  owned(AuditEntry),
];
