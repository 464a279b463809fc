import type { JobsOptions } from 'bullmq';

/**
 * Every job there is: its queue, what it carries (ids only: a job reads afresh and checks again) and its options.
 * A job is a doorbell. Any of them may be lost, doubled or late, and nothing goes wrong.
 */
export interface JobPayloads {
  /** Reads an uploaded file into its contact type. */
  'import-contacts': { importId: number };
  /** Brings the rows of a contact type's segments up to date with its contacts and rules. */
  'refresh-segments': { contactTypeId: number };
  /** Writes to contacts when they were last sent something, opened or clicked, where a rule asks for it. */
  'record-engagement': { userId: number };
  /** Marks the contacts of a deleted contact type deleted themselves. */
  'purge-contact-type': { contactTypeId: number };
  /** Removes the values of a deleted custom field from its account's contacts. */
  'remove-custom-values': { customFieldId: number };
  /** Looks whether a single send may start, and if so freezes its audience and opens it. */
  'start-single-send': { singleSendId: number; userId: number };
  /** Delivers the first slice of a mailing that was just opened. */
  'deliver-first-slice': { mailing: string; userId: number };
  /** Delivers one slice of a mailing. `lane` and `turn` only tell its rings apart; see worker/delivery/ring-slices. */
  'deliver-slice': { mailing: string; lane: number; turn: 0 | 1 };
  /** Counts a mailing whose batches are all worked through, and completes it. */
  'finish-mailing': { mailing: string; userId: number };
  /** Sends the mail whose link verifies a sender. */
  'mail-verification': { senderId: number };
  /** Sends the mail that asks a notification recipient. */
  'mail-confirmation': { recipientId: number };
  /** Writes deliveries of an automation's email to those who are due. */
  'automation-step': { scheduleId: number };
  /** Moves those on whose email of an automation has its outcome. */
  'automation-advance': { mailing: string };
  /** Enrolls who was in a custom automation's target when it went live. */
  'automation-walk': { automationId: number };
  /** Reckons anew who waits for which email until when, after emails changed; ends all when the automation is gone. */
  'automation-replan': { automationId: number };
  /** Mails an account's notification recipients what happened. */
  'send-notices': { userId: number };
}

export type JobName = keyof JobPayloads;

interface JobDefinition {
  readonly queue: QueueName;
  readonly options: JobsOptions;
  /** Whether each account's jobs, by `userId`, make a line of their own: there may be hundreds of one, and each takes long. */
  readonly inLine?: true;
}

/**
 * Queues keep work of one kind from waiting for another: an import does not hold up a verification mail, nor a send to a
 * million the beginning of one to a hundred.
 */
export const QUEUES = [
  'imports',
  'sends',
  'first-slices',
  'slices',
  'automations',
  'segments',
  'chores',
] as const;
export type QueueName = (typeof QUEUES)[number];

// Done or failed, a job is of no more interest: its document tells. Kept ones would fill Redis. Nor is it tried again:
// the sweep rings within a second or two, while a job that BullMQ delays keeps its key, and swallows rings, until a time
// that the failed worker reckoned by its own machine's clock.
const gone = { removeOnComplete: true, removeOnFail: true } as const;

export const JOBS: { readonly [Name in JobName]: JobDefinition } = {
  'import-contacts': { queue: 'imports', options: gone },
  'refresh-segments': { queue: 'segments', options: gone },
  'record-engagement': { queue: 'segments', options: gone },
  'purge-contact-type': { queue: 'chores', options: gone },
  'remove-custom-values': { queue: 'chores', options: gone },
  'start-single-send': { queue: 'sends', options: gone, inLine: true },
  'deliver-first-slice': { queue: 'first-slices', options: gone, inLine: true },
  'deliver-slice': { queue: 'slices', options: gone },
  'finish-mailing': { queue: 'sends', options: gone, inLine: true },
  'mail-verification': { queue: 'chores', options: gone },
  'mail-confirmation': { queue: 'chores', options: gone },
  'automation-step': { queue: 'automations', options: gone },
  'automation-advance': { queue: 'automations', options: gone },
  'automation-walk': { queue: 'automations', options: gone },
  'automation-replan': { queue: 'automations', options: gone },
  'send-notices': { queue: 'chores', options: gone },
};
