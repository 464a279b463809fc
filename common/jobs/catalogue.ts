import type { JobsOptions } from 'bullmq';

/**
 * Every job there is: its queue, what it carries (ids only: a job reads afresh and checks again) and its options.
 * A job is a doorbell. Any of them may be lost, doubled or late, and nothing goes wrong.
 */
export interface JobPayloads {
  /** Reads an uploaded file into its contact type. */
  'import-contacts': { importId: number };
  /** Marks the contacts of a deleted contact type deleted themselves. */
  'purge-contact-type': { contactTypeId: number };
  /** Removes the values of a deleted custom field from its account's contacts. */
  'remove-custom-values': { customFieldId: number };
  /** Looks whether a single send may start, and if so freezes its audience and opens it. */
  'start-single-send': { singleSendId: number };
  /** Delivers one slice of a mailing. `lane` and `turn` only tell its rings apart; see worker/delivery/ring-slices. */
  'deliver-slice': { mailing: string; lane: number; turn: 0 | 1 };
  /** Counts a mailing whose batches are all worked through, and completes it. */
  'finish-mailing': { mailing: string };
  /** Sends the mail whose link verifies a sender. */
  'mail-verification': { senderId: number };
  /** Mails an account's notification recipients what happened. */
  'send-notices': { userId: number };
}

export type JobName = keyof JobPayloads;

interface JobDefinition {
  readonly queue: QueueName;
  readonly options: JobsOptions;
}

/** Queues keep work of one kind from waiting for another: an import does not hold up a verification mail. */
export const QUEUES = ['imports', 'sends', 'slices', 'chores'] as const;
export type QueueName = (typeof QUEUES)[number];

// Done or failed, a job is of no more interest: its document tells. Kept ones would fill Redis.
const gone = { removeOnComplete: true, removeOnFail: true } as const;
// The sweep rings again within seconds; a retry of BullMQ's own only bridges a hiccup.
const few = { ...gone, attempts: 3, backoff: { type: 'exponential', delay: 500 } } as const;

export const JOBS: { readonly [Name in JobName]: JobDefinition } = {
  'import-contacts': { queue: 'imports', options: few },
  'purge-contact-type': { queue: 'chores', options: few },
  'remove-custom-values': { queue: 'chores', options: few },
  'start-single-send': { queue: 'sends', options: few },
  'deliver-slice': { queue: 'slices', options: gone },
  'finish-mailing': { queue: 'sends', options: few },
  'mail-verification': { queue: 'chores', options: few },
  'send-notices': { queue: 'chores', options: few },
};
