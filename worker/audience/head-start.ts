import { setTimeout as delay } from 'node:timers/promises';
import { now } from '../../common/clock.ts';
import { Batch, type BatchState } from '../../common/models/batches.ts';
import { rows } from '../../common/mongo/connection.ts';

/** Seconds for which the mails that wait will last: a walk that is so far ahead of them rests after each step … */
const AHEAD_S = 30;
/** … as long as the step took, further ahead up to this many times as long. */
const MOST_RESTS = 3;
/** Batches that count as delivered at the beginning, when none is done yet. */
const FIRST = 4;
/** Batches of one state that are counted at most: half a million mails. */
const MOST = 1000;

/**
 * Lets a walk rest after a step that took `tookMs` where its mails, begun at `openedAt`, go out much more slowly than it walks, as by
 * a slow relay. Walking takes most of what MongoDB can do, and calls, clicks and other sends need it, too. Mails never wait for the
 * walk because of it.
 */
export async function restWhenAhead(
  mailing: string,
  openedAt: Date,
  tookMs: number,
  stopping: AbortSignal,
): Promise<void> {
  const count = (state: BatchState): Promise<number> =>
    rows(Batch).countDocuments({ mailing, state }, { limit: MOST });
  const [ready, done] = await Promise.all([count('ready'), count('done')]);
  const ms = restMs({ ready, done, seconds: (now().getTime() - openedAt.getTime()) / 1000, tookMs });
  // What stops the worker ends the rest; the walk looks at it before its next step.
  if (ms > 0) await delay(ms, undefined, { signal: stopping }).catch(() => {});
}

interface Progress {
  /** Batches that wait or are being delivered, and those that were delivered … */
  readonly ready: number;
  readonly done: number;
  /** … in so many seconds. */
  readonly seconds: number;
  /** Milliseconds that the last step of the walk took. */
  readonly tookMs: number;
}

/** Milliseconds for which a walk rests after a step. */
export function restMs({ ready, done, seconds, tookMs }: Progress): number {
  const lastsFor = (ready * seconds) / (done + FIRST);
  return Math.min(MOST_RESTS, Math.floor(lastsFor / AHEAD_S)) * tookMs;
}
