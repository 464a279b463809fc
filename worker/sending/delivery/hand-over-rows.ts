import { startsFirst } from '../../runtime/turn.ts';
import type { AdmittedRow } from './aside.ts';
import { deliverRow } from './deliver-row.ts';
import { isMarkDue, isWithinLimits, nextRow, putOffLate, rowEnded } from './next-row.ts';
import { isThrough, mayBegin, mayTake, type Slice } from './slice.ts';

const LOOK_MS = 50;

export async function handOverRows(slice: Slice): Promise<void> {
  const lanes = Math.min(slice.worker.semaphore.total, slice.rows.open.length);
  try {
    await Promise.all(Array.from({ length: lanes }, () => workLane(slice)));
    putOffLate(slice);
  } finally {
    slice.standstill.end();
  }
}

async function workLane(slice: Slice): Promise<void> {
  const { semaphore, recorder, transport } = slice.worker;
  while (mayBegin(slice)) {
    const wait = yieldToFirst(slice);
    if (wait) {
      await wait;
      continue;
    }
    const share = semaphore.ask(slice.line);
    if (share.begun) await share.begun;
    let admitted: AdmittedRow | null = null;
    let isHandedOver = false;
    let movesMark = false;
    try {
      // Waiting here bounds the unwritten outcomes: a full backlog, plus the mails under way.
      for (let full = recorder.backlog(); full; full = recorder.backlog()) await full;
      // During the wait another lane may have found that no server can be reached.
      if (mayTake(slice) && isWithinLimits(slice)) {
        admitted = nextRow(slice);
        if (admitted) isHandedOver = await deliverRow(slice, admitted);
        else movesMark = isMarkDue(slice);
      }
    } finally {
      // A function around `deliverRow` would cost another promise for each mail.
      if (admitted) rowEnded(slice, admitted, isHandedOver);
      share.leave();
    }
    if (admitted) continue;
    if (movesMark) {
      if (!(await slice.rows.intent.extend(slice.rows.next))) return;
    } else if (mayBegin(slice)) {
      putOffLate(slice);
      if (!isThrough(slice)) await transport.domains.stirred(LOOK_MS);
    }
  }
}

/** Waits while first slices of sends run, and extends the time of the slice by the wait. The first slice of a send does not wait. */
function yieldToFirst({ isFirst, worker, progress }: Slice): Promise<void> | null {
  if (isFirst) return null;
  const over = startsFirst(worker);
  if (!over) return null;
  const since = performance.now();
  progress.waiting ??= over.then(() => {
    progress.until += performance.now() - since;
    progress.waiting = null;
  });
  return progress.waiting;
}
