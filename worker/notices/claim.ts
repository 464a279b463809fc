import { now } from '../../common/clock.ts';
import { Notice, type NoticeDocument } from '../../common/models/notices.ts';
import { rows } from '../../common/mongo.ts';
import { newToken } from '../delivery/lease.ts';

/** Milliseconds that a claim holds beyond what one mail takes; it is renewed before each. */
const SLACK_MS = 30_000;

/** A notice in this worker's hands. */
export interface HeldNotice {
  readonly notice: NoticeDocument;
  readonly claim: string;
  /** Milliseconds that one mail takes at most. */
  readonly patience: number;
}

type Change = Parameters<ReturnType<typeof rows<NoticeDocument>>['updateOne']>[1] & object;

const leaseEnd = (patience: number): Date => new Date(now().getTime() + patience + SLACK_MS);

/** Takes the account's notice that is due first, by compare-and-set; null when none is. */
export async function claimNotice(userId: number, patience: number): Promise<HeldNotice | null> {
  const claim = newToken();
  const notice = await rows(Notice).findOneAndUpdate(
    { user_id: userId, due_at: { $type: 'date', $lte: now() } },
    { $set: { claim, due_at: leaseEnd(patience) }, $inc: { attempts: 1 } },
    { sort: { due_at: 1 }, returnDocument: 'after' },
  );
  return notice && { notice, claim, patience };
}

/** False: somebody else has taken it over. */
const write = async ({ notice, claim }: HeldNotice, change: Change): Promise<boolean> =>
  (await rows(Notice).updateOne({ _id: notice._id, claim }, change)).matchedCount === 1;

/** Holds it for one more mail. */
export const renewClaim = (held: HeldNotice): Promise<boolean> =>
  write(held, { $set: { due_at: leaseEnd(held.patience) } });

/** Says that a recipient is done with; `again`: to be tried once more. */
export async function recordPerson(held: HeldNotice, id: number, again: boolean): Promise<void> {
  await write(held, {
    $max: { walked_to: id },
    ...(again ? { $addToSet: { again: id } } : { $pull: { again: id } }),
  });
}

/** Puts it back until `due`; null is for good. What is not counted as a try waits for its figures alone. */
export async function releaseNotice(held: HeldNotice, due: Date | null, counts = true): Promise<void> {
  await write(held, { $set: { due_at: due }, ...(!counts && { $inc: { attempts: -1 } }) });
}
