import { tallyEnrollments } from '../changes/enrollment-counts.ts';
import { now } from '../clock.ts';
import { Automation } from '../models/automations.ts';
import { Message } from '../models/messages.ts';
import { Segment } from '../models/segments.ts';
import { Suppression } from '../models/suppressions.ts';
import { countAllContacts } from './contacts.ts';
import { CountedRows } from './places.ts';

/** Opt-outs and suppressions of all kinds. */
export const countOptOuts = (userId: number): Promise<number> => Suppression.of(userId).countDocuments({});

/** 20 million take some seconds to count. */
export const countedOptOuts = new CountedRows(countOptOuts, { ms: 60_000, plenty: 1_000_000 });

export const livingOnes = { deleted_at: null } as const;

export const countSegments = (userId: number): Promise<number> =>
  Segment.of(userId).countDocuments(livingOnes);

export const countAutomations = (userId: number): Promise<number> =>
  Automation.of(userId).countDocuments(livingOnes);

/** Messages that wait for their time. */
export const countScheduledMessages = (userId: number): Promise<number> =>
  Message.of(userId).countDocuments({ scheduled_for: { $gt: now() } });

export const countedScheduledMessages = new CountedRows(countScheduledMessages, { ms: 1000, plenty: 25_000 });

/** Whether a walk may add a row for each contact; one for those without room adds none before there is room. */
const isFilling = (walk: object | null): boolean => walk !== null && !('full' in walk);

/** Rows of segments and enrollments, from the counts of their owners; of one that is walked at least `contacts`. */
async function countRowsOf(userId: number, contacts: () => Promise<number>): Promise<number> {
  const [segments, automations] = await Promise.all([
    Segment.of(userId).find(livingOnes).project({ segment_emails_count: 1, walk: 1 }).toArray(),
    Automation.of(userId).find().project({ user_id: 1, walk: 1, tallies: 1, tallies_dirty_at: 1 }).toArray(),
  ]);
  const isWalked = [...segments, ...automations].some(({ walk }) => isFilling(walk));
  const coming = isWalked ? await contacts() : 0;
  let sum = 0;
  for (const { segment_emails_count, walk } of segments)
    sum += walk ? Math.max(coming, segment_emails_count) : segment_emails_count;
  for (const automation of automations) {
    const enrolled = (await tallyEnrollments(automation)).reduce((all, { count }) => all + count, 0);
    sum += isFilling(automation.walk) ? Math.max(coming, enrolled) : enrolled;
  }
  return sum;
}

/** While a segment or automation is walked, it may get as many rows as there are contacts. */
export const countDerivedRows = (userId: number): Promise<number> =>
  countRowsOf(userId, () => countAllContacts(userId));

/** For rows that are about to be written: of a walk, those that it has written. */
export const countedDerivedRows = new CountedRows((userId) => countRowsOf(userId, async () => 0), {
  ms: 15_000,
  plenty: 500_000,
});

/** Whether an account has no room for another segment's or automation's rows. */
export const areRowsFull = async (userId: number, limit: number): Promise<boolean> =>
  limit > 0 && (await countDerivedRows(userId)) >= limit;
