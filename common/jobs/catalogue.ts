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
 * Queues keep work of one kind from waiting for another: an import does not hold up a verification mail, nor a send to a
 * million the beginning of one to a hundred.
 */
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

/** A row of the catalogue: all that a job is to those who ring for it. What it does is in a file `<name>.ts` of the worker. */
export interface JobRow<Payload> {
  readonly queue: QueueName;
  readonly options: JobsOptions;
  /** What the job is about. Failures are counted by job and subject: the slices of one mailing count together. */
  readonly subject: (payload: Payload) => string;
  /** Rings of a job with the same key are one job until it has run. BullMQ takes no `:` in it. */
  readonly key: (payload: Payload) => string;
  /** The account in whose line the job waits, where one account may have hundreds of them and each takes long. */
  readonly account?: (payload: Payload) => number;
}

/**
 * A job that is done or has failed is removed: its document tells what became of it, and kept jobs would fill Redis. BullMQ
 * does not try it again: the sweep rings within a second or two, while a job that BullMQ delays keeps its key, and swallows
 * rings, until a time that the failed worker took from its own machine's clock.
 */
const GONE: JobsOptions = { removeOnComplete: true, removeOnFail: true };

type GivenRow<Payload> = Pick<JobRow<Payload>, 'queue' | 'subject'> & Partial<JobRow<Payload>>;

/** Repeated rings of a job fold by its subject, unless the row has a key of its own. */
const job = <Payload>(row: GivenRow<Payload>): JobRow<Payload> => ({
  options: GONE,
  key: row.subject,
  ...row,
});

interface MailingPayload {
  mailing: string;
}
interface AccountPayload {
  userId: number;
}
interface ContactTypePayload {
  contactTypeId: number;
}
interface AutomationPayload {
  automationId: number;
}

const account = ({ userId }: AccountPayload): number => userId;
const ofAccount = ({ userId }: AccountPayload): string => `account-${userId}`;
const ofMailing = ({ mailing }: MailingPayload): string => mailing;
const ofType = ({ contactTypeId }: ContactTypePayload): string => subjectOfType(contactTypeId);
const ofAutomation = ({ automationId }: AutomationPayload): string => subjectOfAutomation(automationId);

/**
 * Every job. It carries ids only: a job reads afresh and checks again. A job is a doorbell: any of them may be lost, doubled
 * or late, and nothing goes wrong.
 */
const ROWS = {
  /** Reads an uploaded file into its contact type. */
  'import-contacts': job<{ importId: number }>({
    queue: 'imports',
    subject: ({ importId }) => `import-${importId}`,
  }),
  /** Takes back what an import wrote. */
  'undo-import': job<{ importId: number }>({
    queue: 'imports',
    subject: ({ importId }) => subjectOfUndo(importId),
  }),
  /** Counts the contacts that a search finds, and changes them. */
  'bulk-change': job<{ bulkChangeId: number }>({
    queue: 'imports',
    subject: ({ bulkChangeId }) => subjectOfBulkChange(bulkChangeId),
  }),
  /** Brings the rows of a contact type's segments up to date with its contacts and rules. */
  'refresh-segments': job<ContactTypePayload>({ queue: 'segments', subject: ofType }),
  /** Writes to contacts when they were last sent something, opened or clicked, where a rule asks for it. */
  'record-engagement': job<AccountPayload>({ queue: 'segments', subject: ofAccount }),
  /** Marks the contacts of a deleted contact type deleted themselves. */
  'purge-contact-type': job<ContactTypePayload>({ queue: 'chores', subject: ofType }),
  /** Tells the owner of a closed account that it is deleted soon, and deletes everything of it. */
  'delete-account': job<AccountPayload>({ queue: 'erasures', subject: ofAccount, account }),
  /** Removes the addresses that an account wants erased from everything that is stored. */
  'erase-addresses': job<AccountPayload>({ queue: 'erasures', subject: ofAccount, account }),
  /** Removes the values of a deleted custom field from its account's contacts. */
  'remove-custom-values': job<{ customFieldId: number }>({
    queue: 'chores',
    subject: ({ customFieldId }) => `custom-field-${customFieldId}`,
  }),
  /** Looks whether a single send may start, and if so freezes its audience, or the first step of a large one, and opens it. */
  'start-single-send': job<{ singleSendId: number } & AccountPayload>({
    queue: 'sends',
    subject: ({ singleSendId }) => subjectOfSend(singleSendId),
    account,
  }),
  /** Walks the rest of a large audience for a turn, while its mails go out. */
  'walk-audience': job<{ singleSendId: number } & AccountPayload>({
    queue: 'walks',
    subject: ({ singleSendId }) => subjectOfSend(singleSendId),
    account,
  }),
  /** Delivers the first slice of a mailing that was just opened. */
  'deliver-first-slice': job<MailingPayload & AccountPayload>({
    queue: 'first-slices',
    subject: ofMailing,
    account,
  }),
  /** Delivers a single message. Its sender waits for it, so that no other work is in its way. */
  'deliver-message': job<{ messageId: number } & AccountPayload>({
    queue: 'messages',
    subject: ({ messageId }) => `message-${messageId}`,
    account,
  }),
  /** Delivers one slice of a mailing. `lane` and `turn` only tell its rings apart; see worker/sending/delivery/ring-slices. */
  'deliver-slice': job<MailingPayload & { lane: number; turn: 0 | 1 }>({
    queue: 'slices',
    subject: ofMailing,
    key: ({ mailing, lane, turn }) => `${mailing}-${lane}-${turn}`,
  }),
  /** Counts a mailing whose batches are all worked through, and completes it. */
  'finish-mailing': job<MailingPayload & AccountPayload>({ queue: 'ends', subject: ofMailing, account }),
  /**
   * Sends the mail whose link verifies a sender. `nonce` is of the mail that was asked for, and only tells rings apart: while
   * a worker hands over the mail before, a ring for a new mail is a job of its own. The sweep rings with the same nonce.
   */
  'mail-verification': job<{ senderId: number; nonce: number }>({
    queue: 'chores',
    subject: ({ senderId }) => `sender-${senderId}`,
    key: ({ senderId, nonce }) => `${senderId}-${nonce}`,
  }),
  /** Sends the mail that asks a notification recipient. It is asked for once, so that its id is key enough. */
  'mail-confirmation': job<{ recipientId: number }>({
    queue: 'chores',
    subject: ({ recipientId }) => `notification-recipient-${recipientId}`,
  }),
  /** Sends a mail about an account's password: a link that sets it, or the notice that it was set. */
  'mail-password': job<{ mailId: string }>({
    queue: 'chores',
    subject: ({ mailId }) => `password-mail-${mailId}`,
  }),
  /** Sends the mails of a test. Its author waits for them, so that no other work is in their way. */
  'send-test': job<{ testId: string } & AccountPayload>({
    queue: 'tests',
    subject: ({ testId }) => `test-${testId}`,
    account,
  }),
  /** Writes deliveries of an automation's email to those who are due. */
  'automation-step': job<{ scheduleId: number }>({
    queue: 'automations',
    subject: ({ scheduleId }) => subjectOfSchedule(scheduleId),
  }),
  /** Moves contacts on whose email of an automation has its outcome. */
  'automation-advance': job<MailingPayload>({ queue: 'automations', subject: ofMailing }),
  /** Enrolls the contacts that were in a custom automation's target when it went live. */
  'automation-walk': job<AutomationPayload>({ queue: 'automations', subject: ofAutomation }),
  /** Computes again which contacts wait for which email until when, after emails changed; ends all of a deleted automation. */
  'automation-replan': job<AutomationPayload>({ queue: 'automations', subject: ofAutomation }),
  /** Tells an endpoint of an account what happened. Each waits for its own endpoint, so that many are under way. */
  'call-webhook': job<{ webhookId: number }>({
    queue: 'webhooks',
    subject: ({ webhookId }) => `webhook-${webhookId}`,
  }),
  /** Mails an account's notification recipients what happened. */
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
