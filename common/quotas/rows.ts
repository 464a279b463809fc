import { LRUCache } from 'lru-cache';
import { tallyEnrollments } from '../changes/enrollment-counts.ts';
import { Budget } from '../fairness/budget.ts';
import { Automation } from '../models/automations.ts';
import { Segment } from '../models/segments.ts';
import { Suppression } from '../models/suppressions.ts';
import { outsideTransaction } from '../store/transactions.ts';
import { countAllContacts } from './contacts.ts';

/** Milliseconds for which a count of opt-outs is reused while half of the limit is free: 20 million take some seconds. */
const BELIEVED_MS = 60_000;

/** Opt-outs that calls of this process are about to add. */
const adding = new Budget<number>();
const counts = new LRUCache<number, number>({ max: 10_000, ttl: BELIEVED_MS });

/** Opt-outs and suppressions of all kinds. */
export const countOptOuts = (userId: number): Promise<number> => Suppression.of(userId).countDocuments({});

/** Adds addresses with `write`. When the account would then exceed its limit, nothing is written and the answer is null. */
export async function withOptOuts<Answer>(
  { id, limit }: { id: number; limit: number },
  wanted: number,
  write: () => Promise<Answer>,
): Promise<{ readonly answer: Answer } | null> {
  if (limit === 0) return { answer: await write() };
  return adding.during(id, wanted, async (all) => {
    const known = counts.get(id);
    if (known === undefined || known + all > limit / 2) {
      // In a transaction of the call, it would keep a snapshot open for as long.
      const count = await outsideTransaction(() => countOptOuts(id));
      if (count + all > limit) return null;
      counts.set(id, count + wanted);
    } else counts.set(id, known + wanted, { ttl: counts.getRemainingTTL(id) });
    return { answer: await write() };
  });
}

export const livingOnes = { deleted_at: null } as const;

export const countSegments = (userId: number): Promise<number> =>
  Segment.of(userId).countDocuments(livingOnes);

export const countAutomations = (userId: number): Promise<number> =>
  Automation.of(userId).countDocuments(livingOnes);

/** Rows of segments and enrollments, from the counts of their owners. While one is walked, it may get as many as there are contacts. */
export async function countDerivedRows(userId: number): Promise<number> {
  const [segments, automations] = await Promise.all([
    Segment.of(userId).find(livingOnes).project({ segment_emails_count: 1, walk: 1 }).toArray(),
    Automation.of(userId).find().project({ user_id: 1, walk: 1, tallies: 1, tallies_dirty_at: 1 }).toArray(),
  ]);
  const isWalked = [...segments, ...automations].some(({ walk }) => walk);
  const contacts = isWalked ? await countAllContacts(userId) : 0;
  let sum = 0;
  for (const { segment_emails_count, walk } of segments)
    sum += walk ? Math.max(contacts, segment_emails_count) : segment_emails_count;
  for (const automation of automations) {
    const enrolled = (await tallyEnrollments(automation)).reduce((all, { count }) => all + count, 0);
    sum += automation.walk ? Math.max(contacts, enrolled) : enrolled;
  }
  return sum;
}

/** Whether an account has no room for another segment's or automation's rows. */
export const areRowsFull = async (userId: number, limit: number): Promise<boolean> =>
  limit > 0 && (await countDerivedRows(userId)) >= limit;
