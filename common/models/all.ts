import { Counter } from '../store/counters.ts';
import { Account } from './accounts.ts';
import { AuditEntry } from './audit-entries.ts';
import { AutomationSchedule } from './automation-schedules.ts';
import { Automation } from './automations.ts';
import { BatchDetails } from './batch-details.ts';
import { Batch } from './batches.ts';
import { Brand } from './brands.ts';
import { BulkChange } from './bulk-changes.ts';
import { ContactChanges } from './contact-changes.ts';
import { ContactCount } from './contact-counts.ts';
import { ContactDay } from './contact-days.ts';
import { ContactType } from './contact-types.ts';
import { Contact } from './contacts.ts';
import { ContentVersion } from './content-versions.ts';
import { CustomField } from './custom-fields.ts';
import { DataKey } from './data-keys.ts';
import { DeletedAccount } from './deleted-accounts.ts';
import { Delivery } from './deliveries.ts';
import { DetailSum } from './detail-sums.ts';
import { StoredDomainReport } from './domain-reports.ts';
import { EngagementAccount } from './engagement-accounts.ts';
import { Engagement } from './engagements.ts';
import { EnrollmentCount } from './enrollment-counts.ts';
import { Enrollment } from './enrollments.ts';
import { Erasure } from './erasures.ts';
import { EventNote } from './event-notes.ts';
import { FieldRemoval } from './field-removals.ts';
import { IdempotencyBeat } from './idempotency-beats.ts';
import { IdempotencyKey } from './idempotency-keys.ts';
import { ImportRefusal } from './import-refusals.ts';
import { ImportStep } from './import-steps.ts';
import { Import } from './imports.ts';
import { JobFailure } from './job-failures.ts';
import { Key } from './keys.ts';
import { MailCount } from './mail-counts.ts';
import { MailLink } from './mail-links.ts';
import { Mailing } from './mailings.ts';
import { Media } from './media.ts';
import { Message } from './messages.ts';
import { MoveRows } from './move-rows.ts';
import { Move } from './moves.ts';
import { NoticeQuota } from './notice-quotas.ts';
import { Notice } from './notices.ts';
import { NotificationRecipient } from './notification-recipients.ts';
import { OwnTemplate } from './own-templates.ts';
import { PasswordMail } from './password-mails.ts';
import { RenderCount } from './render-counts.ts';
import { Rendering } from './renderings.ts';
import { ReplyCount } from './reply-counts.ts';
import { ReportShare } from './report-shares.ts';
import { SegmentRecipient } from './segment-recipients.ts';
import { SegmentRefresh } from './segment-refreshes.ts';
import { Segment } from './segments.ts';
import { Sender } from './senders.ts';
import { SendingDomain } from './sending-domains.ts';
import { Session } from './sessions.ts';
import { SigningKey } from './signing-keys.ts';
import { SingleSend } from './single-sends.ts';
import { StoreState } from './store-states.ts';
import { Suppression } from './suppressions.ts';
import { TestMail } from './test-mails.ts';
import { UnsubscribeCount } from './unsubscribe-counts.ts';
import { UnsubscribeGroup } from './unsubscribe-groups.ts';
import { VerificationQuota } from './verification-quotas.ts';
import { WebhookAttempt } from './webhook-attempts.ts';
import { Webhook } from './webhooks.ts';
import { WorkerPresence } from './workers.ts';

/** Indexes, backups and checks walk all models. */
export const MODELS = [
  Account,
  AuditEntry,
  Automation,
  AutomationSchedule,
  Batch,
  Brand,
  BatchDetails,
  BulkChange,
  Contact,
  ContactChanges,
  ContactCount,
  ContactDay,
  ContactType,
  Counter,
  CustomField,
  DataKey,
  DeletedAccount,
  Delivery,
  DetailSum,
  StoredDomainReport,
  Enrollment,
  EnrollmentCount,
  Engagement,
  EngagementAccount,
  Erasure,
  EventNote,
  FieldRemoval,
  IdempotencyBeat,
  IdempotencyKey,
  Import,
  ImportRefusal,
  ImportStep,
  JobFailure,
  Key,
  Mailing,
  MailCount,
  RenderCount,
  MailLink,
  Media,
  OwnTemplate,
  ContentVersion,
  Message,
  Move,
  MoveRows,
  Notice,
  NoticeQuota,
  NotificationRecipient,
  PasswordMail,
  Rendering,
  ReplyCount,
  ReportShare,
  Segment,
  SegmentRecipient,
  SegmentRefresh,
  Sender,
  SendingDomain,
  Session,
  SigningKey,
  SingleSend,
  StoreState,
  Suppression,
  TestMail,
  UnsubscribeCount,
  UnsubscribeGroup,
  VerificationQuota,
  Webhook,
  WebhookAttempt,
  WorkerPresence,
] as const;
