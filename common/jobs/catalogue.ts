import type { JobsOptions } from 'bullmq';
import {
  subjectOfAutomation,
  subjectOfBulkChange,
  subjectOfSchedule,
  subjectOfSend,
  subjectOfType,
  subjectOfUndo,
} from './subjects.ts';

/** One for each kind of work, so that an import does not delay a verification mail, nor a large send the start of a small one. */
export const QUEUES = [
  'imports',
  'sends',
  'walks',
  'first-slices',
  'ends',
  'messages',
  'tests',
  'slices',
  'automations',
  'segments',
  'erasures',
  'webhooks',
  'chores',
] as const;
export type QueueName = (typeof QUEUES)[number];

/** The job's handler is the file `<name>.ts` of the worker. */
interface JobRow<Payload> {
  readonly queue: QueueName;
  readonly options: JobsOptions;
  /** Failures are counted by job and subject: the slices of one mailing count together. */
  readonly subject: (payload: Payload) => string;
  /** Rings with the same key are one job until it has run. BullMQ allows no `:` in it. */
  readonly key: (payload: Payload) => string;
  /** The account in whose line the job waits, if one account may have hundreds of long ones. */
  readonly account?: (payload: Payload) => number;
}

/**
 * A finished or failed job is removed: its document has the outcome, and kept jobs would fill Redis. BullMQ does not retry: the
 * sweep rings within two seconds. A job delayed by BullMQ would keep its key and swallow rings until a time taken from the failed
 * worker's clock.
 */
const GONE: JobsOptions = { removeOnComplete: true, removeOnFail: true };

type GivenRow<Payload> = Pick<JobRow<Payload>, 'queue' | 'subject'> & Partial<JobRow<Payload>>;

/** The key is the subject, unless the row has its own. */
const job = <Payload>(row: GivenRow<Payload>): JobRow<Payload> => ({
  options: GONE,
  key: row.subject,
  ...row,
});

interface AccountPayload {
  userId: number;
}
interface MailingPayload extends AccountPayload {
  mailing: string;
}
interface ContactTypePayload extends AccountPayload {
  contactTypeId: number;
}
interface AutomationPayload extends AccountPayload {
  automationId: number;
}

const account = ({ userId }: AccountPayload): number => userId;
const ofAccount = ({ userId }: AccountPayload): string => `account-${userId}`;
const ofMailing = ({ mailing }: MailingPayload): string => mailing;
const ofType = ({ contactTypeId }: ContactTypePayload): string => subjectOfType(contactTypeId);
const ofAutomation = ({ automationId }: AutomationPayload): string => subjectOfAutomation(automationId);

/**
 * All jobs. A payload is ids only, the account's among them: a job reads and checks again. Any job may be lost, doubled or late without
 * harm.
 */
const ROWS = {
  'import-contacts': job<{ importId: number } & AccountPayload>({
    queue: 'imports',
    subject: ({ importId }) => `import-${importId}`,
  }),
  'undo-import': job<{ importId: number } & AccountPayload>({
    queue: 'imports',
    subject: ({ importId }) => subjectOfUndo(importId),
  }),
  'bulk-change': job<{ bulkChangeId: number } & AccountPayload>({
    queue: 'imports',
    subject: ({ bulkChangeId }) => subjectOfBulkChange(bulkChangeId),
  }),
  'refresh-segments': job<ContactTypePayload>({ queue: 'segments', subject: ofType }),
  /** Copies the dates of the last mail, opening and click to contacts, where a rule needs them. */
  'record-engagement': job<AccountPayload>({ queue: 'segments', subject: ofAccount }),
  'purge-contact-type': job<ContactTypePayload>({ queue: 'chores', subject: ofType }),
  /** Announces the deletion to the owner of a closed account, and deletes all of its data. */
  'delete-account': job<AccountPayload>({ queue: 'erasures', subject: ofAccount, account }),
  'erase-addresses': job<AccountPayload>({ queue: 'erasures', subject: ofAccount, account }),
  'remove-custom-values': job<{ customFieldId: number } & AccountPayload>({
    queue: 'chores',
    subject: ({ customFieldId }) => `custom-field-${customFieldId}`,
  }),
  /** Starts a single send if nothing holds it: freezes its audience, or the first step of a large one, and opens it. */
  'start-single-send': job<{ singleSendId: number } & AccountPayload>({
    queue: 'sends',
    subject: ({ singleSendId }) => subjectOfSend(singleSendId),
    account,
  }),
  /** Walks a turn of the rest of a large audience while its mails are sent. */
  'walk-audience': job<{ singleSendId: number } & AccountPayload>({
    queue: 'walks',
    subject: ({ singleSendId }) => subjectOfSend(singleSendId),
    account,
  }),
  'deliver-first-slice': job<MailingPayload>({
    queue: 'first-slices',
    subject: ofMailing,
    account,
  }),
  /** Its sender waits for it, so it has its own queue. */
  'deliver-message': job<{ messageId: number } & AccountPayload>({
    queue: 'messages',
    subject: ({ messageId }) => `message-${messageId}`,
    account,
  }),
  /** `lane` and `turn` only tell its rings apart; see worker/sending/delivery/ring-slices. */
  'deliver-slice': job<MailingPayload & { lane: number; turn: 0 | 1 }>({
    queue: 'slices',
    subject: ofMailing,
    key: ({ mailing, lane, turn }) => `${mailing}-${lane}-${turn}`,
  }),
  'finish-mailing': job<MailingPayload>({ queue: 'ends', subject: ofMailing, account }),
  /** `nonce` only tells rings apart: a ring for a newly requested mail is a separate job while the previous mail is handed over. */
  'mail-verification': job<{ senderId: number; nonce: number } & AccountPayload>({
    queue: 'chores',
    subject: ({ senderId }) => `sender-${senderId}`,
    key: ({ senderId, nonce }) => `${senderId}-${nonce}`,
  }),
  /** Requested once, so that the id is key enough. */
  'mail-confirmation': job<{ recipientId: number } & AccountPayload>({
    queue: 'chores',
    subject: ({ recipientId }) => `notification-recipient-${recipientId}`,
  }),
  'mail-password': job<{ mailId: string }>({
    queue: 'chores',
    subject: ({ mailId }) => `password-mail-${mailId}`,
  }),
  /** Its author waits for it, so it has its own queue. */
  'send-test': job<{ testId: string } & AccountPayload>({
    queue: 'tests',
    subject: ({ testId }) => `test-${testId}`,
    account,
  }),
  /** Writes deliveries of an automation's email for due enrollments. */
  'automation-step': job<{ scheduleId: number } & AccountPayload>({
    queue: 'automations',
    subject: ({ scheduleId }) => subjectOfSchedule(scheduleId),
  }),
  'automation-advance': job<MailingPayload>({ queue: 'automations', subject: ofMailing }),
  /** Enrolls the members that a custom automation's target had when it went live. */
  'automation-walk': job<AutomationPayload>({ queue: 'automations', subject: ofAutomation }),
  /** Computes next emails and due dates again after emails changed; ends the enrollments of a deleted automation. */
  'automation-replan': job<AutomationPayload>({ queue: 'automations', subject: ofAutomation }),
  /** Each job waits for its own endpoint, so many run at once. */
  'call-webhook': job<{ webhookId: number } & AccountPayload>({
    queue: 'webhooks',
    subject: ({ webhookId }) => `webhook-${webhookId}`,
  }),
  'send-notices': job<AccountPayload>({ queue: 'chores', subject: ofAccount }),
};

export type JobName = keyof typeof ROWS;
export type JobPayloads = {
  readonly [Name in JobName]: (typeof ROWS)[Name] extends JobRow<infer Payload> ? Payload : never;
};

export const JOBS: { readonly [Name in JobName]: JobRow<JobPayloads[Name]> } = ROWS;
export const JOB_NAMES = Object.keys(JOBS) as readonly JobName[];

export const subjectOf = <Name extends JobName>(name: Name, payload: JobPayloads[Name]): string =>
  JOBS[name].subject(payload);
