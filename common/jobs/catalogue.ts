import type { JobsOptions } from 'bullmq';
import {
  subjectOfAutomation,
  subjectOfBulkChange,
  subjectOfSchedule,
  subjectOfSend,
  subjectOfType,
  subjectOfUndo,
} from './subjects.ts';

/**
 * One for each kind of work, so that an import does not delay a verification mail, nor a large send the start of a small one. Accounts
 * share each: `worker/runtime/lanes.ts`.
 */
export const QUEUES = [
  'imports',
  'trials',
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
  'removals',
  'webhooks',
  'first-webhooks',
  'late-webhooks',
  'links',
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
  /** The account in whose line the job waits. */
  readonly account: (payload: Payload) => AccountKey;
  /** Milliseconds of its turn, after which it continues at the end of its account's line; or what bounds it to less. */
  readonly turn: number | string;
}

/** A text is for a job that begins before its account is known. */
export type AccountKey = number | string;

/**
 * A finished or failed job is removed: its document has the outcome, and kept jobs would fill Redis. BullMQ does not retry: the
 * sweep rings within two seconds. A job delayed by BullMQ would keep its key and swallow rings until a time taken from the failed
 * worker's clock.
 */
const GONE: JobsOptions = { removeOnComplete: true, removeOnFail: true };

interface AccountPayload {
  /** {@link OF_SERVICE}: the job is about all accounts. */
  userId: number;
}

export const OF_SERVICE = 0;

type GivenRow<Payload> = Pick<JobRow<Payload>, 'queue' | 'subject' | 'turn'> & Partial<JobRow<Payload>>;

/** The key is the subject, unless the row has its own. */
const job = <Payload extends AccountPayload>(row: GivenRow<Payload>): JobRow<Payload> => ({
  options: GONE,
  key: row.subject,
  account: ({ userId }) => userId,
  ...row,
});

interface MailingPayload extends AccountPayload {
  mailing: string;
}
interface ContactTypePayload extends AccountPayload {
  contactTypeId: number;
}
interface AutomationPayload extends AccountPayload {
  automationId: number;
}

const ofAccount = ({ userId }: AccountPayload): string => `account-${userId}`;
const ofMailing = ({ mailing }: MailingPayload): string => mailing;
const ofPasswordMail = ({ mailId }: { mailId: string }): string => `password-mail-${mailId}`;
const ofType = ({ contactTypeId }: ContactTypePayload): string => subjectOfType(contactTypeId);
const ofAutomation = ({ automationId }: AutomationPayload): string => subjectOfAutomation(automationId);

/**
 * All jobs. A payload is ids only, the account's among them: a job reads and checks again. Any job may be lost, doubled or late without
 * harm.
 */
const ROWS = {
  'import-contacts': job<{ importId: number } & AccountPayload>({
    queue: 'imports',
    turn: 2000,
    subject: ({ importId }) => `import-${importId}`,
  }),
  /** An import without changes. It cannot be continued, so it has its own queue and rests half of the time. */
  'try-import': job<{ importId: number } & AccountPayload>({
    queue: 'trials',
    turn: '5 s of columns of dates, then 100,000 rows or 32 MiB',
    subject: ({ importId }) => `import-${importId}`,
  }),
  'undo-import': job<{ importId: number } & AccountPayload>({
    queue: 'imports',
    turn: 2000,
    subject: ({ importId }) => subjectOfUndo(importId),
  }),
  'bulk-change': job<{ bulkChangeId: number } & AccountPayload>({
    queue: 'imports',
    turn: 2000,
    subject: ({ bulkChangeId }) => subjectOfBulkChange(bulkChangeId),
  }),
  'refresh-segments': job<ContactTypePayload>({ queue: 'segments', turn: 5000, subject: ofType }),
  /** Copies the dates of the last mail, opening and click to contacts, where a rule needs them. */
  'record-engagement': job<AccountPayload>({ queue: 'segments', turn: 5000, subject: ofAccount }),
  'purge-contact-type': job<ContactTypePayload>({ queue: 'removals', turn: 3000, subject: ofType }),
  /** Announces the deletion to the owner of a closed account, and deletes all of its data. */
  'delete-account': job<AccountPayload>({ queue: 'erasures', turn: 3000, subject: ofAccount }),
  /** Deletes records of all accounts that are older than the retention. */
  'apply-retention': job<AccountPayload>({ queue: 'removals', turn: 3000, subject: ofAccount }),
  'erase-addresses': job<AccountPayload>({ queue: 'erasures', turn: 5000, subject: ofAccount }),
  /** The values of all deleted fields of an account, by one walk. */
  'remove-custom-values': job<AccountPayload>({ queue: 'removals', turn: 3000, subject: ofAccount }),
  /** Starts a single send if nothing holds it: freezes its audience, or the first step of a large one, and opens it. */
  'start-single-send': job<{ singleSendId: number } & AccountPayload>({
    queue: 'sends',
    turn: 'the first steps of an audience',
    subject: ({ singleSendId }) => subjectOfSend(singleSendId),
  }),
  /** Walks a turn of the rest of a large audience while its mails are sent. */
  'walk-audience': job<{ singleSendId: number } & AccountPayload>({
    queue: 'walks',
    turn: 5000,
    subject: ({ singleSendId }) => subjectOfSend(singleSendId),
  }),
  'deliver-first-slice': job<MailingPayload>({
    queue: 'first-slices',
    turn: 'a batch of 500 mails',
    subject: ofMailing,
  }),
  /** Its sender waits for it, so it has its own queue. */
  /** `count`: with those of the next ids, at most 100. */
  'deliver-message': job<{ messageId: number; count?: number } & AccountPayload>({
    queue: 'messages',
    turn: 'one mail, or up to 100 of one call',
    subject: ({ messageId }) => `message-${messageId}`,
    key: ({ messageId, count = 1 }) =>
      count === 1 ? `message-${messageId}` : `message-${messageId}-${count}`,
  }),
  /** `lane` and `turn` only tell its rings apart; see worker/sending/delivery/ring-slices. */
  'deliver-slice': job<MailingPayload & { lane: number; turn: 0 | 1 }>({
    queue: 'slices',
    turn: 'a batch of 500 mails',
    subject: ofMailing,
    key: ({ mailing, lane, turn }) => `${mailing}-${lane}-${turn}`,
  }),
  'finish-mailing': job<MailingPayload>({
    queue: 'ends',
    turn: 'the figures of a mailing',
    subject: ofMailing,
  }),
  /** `nonce` only tells rings apart: a ring for a newly requested mail is a separate job while the previous mail is handed over. */
  'mail-verification': job<{ senderId: number; nonce: number } & AccountPayload>({
    queue: 'links',
    turn: 'one mail',
    subject: ({ senderId }) => `sender-${senderId}`,
    key: ({ senderId, nonce }) => `${senderId}-${nonce}`,
  }),
  /** Requested once, so that the id is key enough. */
  'mail-confirmation': job<{ recipientId: number } & AccountPayload>({
    queue: 'links',
    turn: 'one mail',
    subject: ({ recipientId }) => `notification-recipient-${recipientId}`,
  }),
  'mail-password': {
    queue: 'links',
    options: GONE,
    subject: ofPasswordMail,
    key: ofPasswordMail,
    account: ofPasswordMail,
    turn: 'one mail',
  } satisfies JobRow<{ mailId: string }> as JobRow<{ mailId: string }>,
  /** Its author waits for it, so it has its own queue. */
  'send-test': job<{ testId: string } & AccountPayload>({
    queue: 'tests',
    turn: 'a test to ten addresses',
    subject: ({ testId }) => `test-${testId}`,
  }),
  /** Writes deliveries of an automation's email for due enrollments. */
  'automation-step': job<{ scheduleId: number } & AccountPayload>({
    queue: 'automations',
    turn: 1000,
    subject: ({ scheduleId }) => subjectOfSchedule(scheduleId),
  }),
  'automation-advance': job<MailingPayload>({ queue: 'automations', turn: 1000, subject: ofMailing }),
  /** Enrolls the members that a custom automation's target had when it went live. */
  'automation-walk': job<AutomationPayload>({ queue: 'automations', turn: 1000, subject: ofAutomation }),
  /** Computes next emails and due dates again after emails changed; removes the enrollments of a deleted automation. */
  'automation-replan': job<AutomationPayload>({ queue: 'automations', turn: 1000, subject: ofAutomation }),
  /** For endpoints that answered in time. Each job waits for its own, so many run at once. */
  'call-webhook': job<{ webhookId: number } & AccountPayload>({
    queue: 'webhooks',
    turn: 5000,
    subject: ({ webhookId }) => `webhook-${webhookId}`,
  }),
  /** For an endpoint that was not called yet. One call shows whether it is late; then the turn ends. */
  'call-first-webhook': job<{ webhookId: number } & AccountPayload>({
    queue: 'first-webhooks',
    turn: 5000,
    subject: ({ webhookId }) => `webhook-${webhookId}`,
  }),
  /** For an endpoint that answered late the last time. */
  'call-late-webhook': job<{ webhookId: number } & AccountPayload>({
    queue: 'late-webhooks',
    turn: 5000,
    subject: ({ webhookId }) => `webhook-${webhookId}`,
  }),
  'send-notices': job<AccountPayload>({ queue: 'chores', turn: 5000, subject: ofAccount }),
};

export type JobName = keyof typeof ROWS;
export type JobPayloads = {
  readonly [Name in JobName]: (typeof ROWS)[Name] extends JobRow<infer Payload> ? Payload : never;
};

export const JOBS: { readonly [Name in JobName]: JobRow<JobPayloads[Name]> } = ROWS;
export const JOB_NAMES = Object.keys(JOBS) as readonly JobName[];

export const subjectOf = <Name extends JobName>(name: Name, payload: JobPayloads[Name]): string =>
  JOBS[name].subject(payload);
