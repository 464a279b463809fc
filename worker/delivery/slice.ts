import type { CompiledMail } from '../compose/compile-mail.ts';
import type { WorkerContext } from '../context.ts';
import { tallies } from '../metrics/tallies.ts';
import { handOver } from './hand-over.ts';
import type { OpenRow } from './open-rows.ts';
import { endSlice, type SliceEnd } from './slice-end.ts';
import {
  beginSlice,
  mayBegin,
  mayHandOver,
  type Slice,
  type SliceMailing,
  type SliceWork,
} from './slice-state.ts';

/**
 * Works through a leased batch: each row is skipped, or its mail is rendered, handed over and recorded. As many mails are
 * under way as the transport allows. Outcomes are written before the batch is closed or put back.
 */
export async function deliverBatch(
  work: SliceWork,
  mailing: SliceMailing,
  compiled: CompiledMail,
  worker: WorkerContext,
): Promise<SliceEnd> {
  const slice = await beginSlice(work, mailing, compiled, worker);
  const lanes = Math.min(worker.semaphore.size, slice.open.length);
  try {
    await Promise.all(Array.from({ length: lanes }, () => workLane(slice)));
  } finally {
    slice.standstill.end();
  }
  return endSlice(slice);
}

/** Takes one row after the other until none is left or none may be begun. */
async function workLane(slice: Slice): Promise<void> {
  while (mayBegin(slice)) {
    const wait = giveWay(slice);
    if (wait) {
      await wait;
      continue;
    }
    if (!slice.intent.covers(slice.next)) {
      if (!(await slice.intent.extend(slice.next))) return;
      continue;
    }
    const row = slice.open[slice.next]!;
    slice.next += 1;
    slice.used += 1;
    const handed = await inTurn(slice, row);
    if (!handed) slice.used -= 1;
    if (handed === null) return;
  }
}

/** A slice waits while sends are being started, and its time goes on after that; the first slice of a send does not. */
function giveWay(slice: Slice): Promise<void> | null {
  if (slice.turn === 'first') return null;
  const over = slice.worker.starts.over();
  if (!over) return null;
  const since = performance.now();
  slice.waiting ??= over.then(() => {
    slice.until += performance.now() - since;
    slice.waiting = null;
  });
  return slice.waiting;
}

/** Hands a row over when it is its mailing's turn. Null: the slice had to stop by then, and the row was not touched. */
async function inTurn(slice: Slice, row: OpenRow): Promise<boolean | null> {
  const { semaphore, recorder } = slice.worker;
  await semaphore.enter(slice.mailing._id);
  tallies.inFlight += 1;
  try {
    // While this row waited for its turn, another lane may have found that no server can be reached.
    if (!mayHandOver(slice)) return null;
    // Waiting here bounds the outcomes that are not written yet: a full backlog, plus the mails under way.
    for (let full = recorder.backlog(); full; full = recorder.backlog()) await full;
    if (!slice.held.lease.stands()) return null;
    return await handOver(slice, row);
  } finally {
    tallies.inFlight -= 1;
    semaphore.leave();
  }
}
