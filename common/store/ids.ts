import { coalesce } from '../batching/coalesce.ts';
import { Counter } from './counters.ts';
import { outsideTransaction } from './transactions.ts';

/** Resources with their own sequence of ascending integer ids (docs/rules.md 4.1). */
export type Sequence =
  | 'accounts'
  | 'contact_types'
  | 'contacts'
  | 'custom_fields'
  | 'senders'
  | 'sending_domains'
  | 'unsubscribe_groups'
  | 'suppressions'
  | 'single_sends'
  | 'messages'
  | 'imports'
  | 'batches'
  | 'deliveries'
  | 'segments'
  | 'segment_recipients'
  | 'automations'
  | 'automation_schedules'
  | 'enrollments'
  | 'notification_recipients'
  | 'report_shares'
  | 'webhooks'
  | 'webhook_attempts'
  | 'audit_entries'
  | 'bulk_changes'
  | 'moves'
  | 'media'
  | 'own_templates'
  | 'content_versions';

/**
 * Reserves `count` consecutive ids in one step; returns the first. Never in a transaction: all other callers would wait for its end.
 *
 * A sequence has one counter for all accounts, and no process keeps ids in reserve: lists, cursors and walks rely on higher ids of later
 * documents. A counter takes 800 to 2,000 reservations a second (`bench/ids.ts`), each for up to 1,000 documents.
 */
export async function reserveIds(sequence: Sequence, count: number): Promise<number> {
  const counter = await outsideTransaction(() =>
    Counter.findOneAndUpdate(
      { _id: sequence },
      { $inc: { last: count } },
      { upsert: true, returnDocument: 'after' },
    ),
  );
  return counter!.last - count + 1;
}

/** 0 for a sequence without ids. */
export async function lastIds<Name extends Sequence>(
  sequences: readonly Name[],
): Promise<Record<Name, number>> {
  const counters = await Counter.find({ _id: { $in: [...sequences] } }).toArray();
  const last = new Map(counters.map((counter) => [counter._id, counter.last]));
  return Object.fromEntries(sequences.map((name) => [name, last.get(name) ?? 0])) as Record<Name, number>;
}

/** Ids that the next reservation of a sequence includes. */
const wanted = new Map<Sequence, number>();

const reserveWanted = coalesce(
  (sequence: Sequence) => sequence,
  (sequence) => {
    const count = wanted.get(sequence)!;
    wanted.delete(sequence);
    return reserveIds(sequence, count);
  },
);

/**
 * The first of the next `count` consecutive ids. Ids of failed requests are not reused. Concurrent callers share one write: a
 * counter is one document, and each write waits for the one before.
 */
export async function nextIds(sequence: Sequence, count: number): Promise<number> {
  const before = wanted.get(sequence) ?? 0;
  wanted.set(sequence, before + count);
  return (await reserveWanted(sequence)) + before;
}

export const nextId = (sequence: Sequence): Promise<number> => nextIds(sequence, 1);
