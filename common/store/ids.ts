import { coalesce } from '../batching/coalesce.ts';
import { Counter } from './counters.ts';
import { outsideTransaction } from './transactions.ts';

/** The resources that have an id sequence of their own: one ascending run of integers each (docs/rules.md 4.1). */
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
  | 'media'
  | 'own_templates'
  | 'content_versions';

/**
 * Reserves `count` ids in one step; answers the first of them. The rest follow without a gap. Never in a transaction: all
 * others who need ids would wait for its end.
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

/** The last ids that were reserved of some sequences; 0 where there was none. */
export async function lastIds<Name extends Sequence>(
  sequences: readonly Name[],
): Promise<Record<Name, number>> {
  const counters = await Counter.find({ _id: { $in: [...sequences] } }).toArray();
  const last = new Map(counters.map((counter) => [counter._id, counter.last]));
  return Object.fromEntries(sequences.map((name) => [name, last.get(name) ?? 0])) as Record<Name, number>;
}

/** Ids that the next question for a sequence reserves. */
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
 * The first of the next `count` ids of a sequence; the rest follow without a gap. Ids of requests that fail are not used again. Those who ask
 * while another asks share one write: a counter is one document, of which each write waits for the one before.
 */
export async function nextIds(sequence: Sequence, count: number): Promise<number> {
  const before = wanted.get(sequence) ?? 0;
  wanted.set(sequence, before + count);
  return (await reserveWanted(sequence)) + before;
}

/** The next id of a sequence; see {@link nextIds}. */
export const nextId = (sequence: Sequence): Promise<number> => nextIds(sequence, 1);
