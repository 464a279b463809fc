import { setTimeout as delay } from 'node:timers/promises';
import { now } from '../../../common/clock.ts';
import { Batch, type BatchState } from '../../../common/models/batches.ts';
import type { MailingDocument } from '../../../common/models/mailings.ts';

/** If the waiting mails last for more seconds than this, the walk rests after each step … */
const AHEAD_S = 30;
/** … as long as the step took, or longer the further it is ahead, up to this factor. */
const MOST_RESTS = 3;
/** Batches that count as delivered at the beginning, when none is done yet. */
const FIRST = 4;
/** Batches of one state that are counted at most: half a million mails. */
const MOST = 1000;

/** Returns how long the walk rests after a step, as a multiple of its duration: a walk takes most of MongoDB, and mails may be far slower. */
export async function restsOf(
  { _id: mailing, user_id }: Pick<MailingDocument, '_id' | 'user_id'>,
  openedAt: Date,
): Promise<number> {
  const batches = Batch.of(user_id);
  const count = (state: BatchState): Promise<number> =>
    batches.countDocuments({ mailing, state }, { limit: MOST });
  const [ready, done] = await Promise.all([count('ready'), count('done')]);
  return restsWith({ ready, done, seconds: (now().getTime() - openedAt.getTime()) / 1000 });
}

export function restsWith({
  ready,
  done,
  seconds,
}: Readonly<Record<'ready' | 'done' | 'seconds', number>>): number {
  const lastsFor = (ready * seconds) / (done + FIRST);
  return Math.min(MOST_RESTS, Math.floor(lastsFor / AHEAD_S));
}

/** Waits `ms` milliseconds, or until the worker stops. The walk checks for a stop before its next step. */
export async function rest(ms: number, stopping: AbortSignal): Promise<void> {
  if (ms > 0) await delay(ms, undefined, { signal: stopping }).catch(() => {});
}
