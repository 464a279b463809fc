import { isLate } from '../../../common/batching/late.ts';
import type { CompiledMail } from '../../../common/compose/compile-mail.ts';
import { domainOf } from '../../../common/domain/domain-of.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { tallies } from '../../runtime/metrics/tallies.ts';
import { giveBackAll, takeAll } from '../pace/limit.ts';
import type { Admitted, Waiting } from './aside.ts';
import { handOver } from './hand-over.ts';
import { waitChange } from './put-off.ts';
import { endSlice, type SliceEnd } from './slice-end.ts';
import {
  beginSlice,
  isThrough,
  mayBegin,
  mayHandOver,
  type Slice,
  type SliceMailing,
  type SliceWork,
} from './slice-state.ts';

/** Milliseconds that a row waits in a slice until its domain has room; after that it is put off. */
const PATIENCE_MS = 1000;
/** Milliseconds after which rows that wait ask again, whether or not they were woken. */
const LOOK_MS = 50;
/** Milliseconds for which rows aside may hold the mark up. */
const STUCK_MS = 500;
/** Milliseconds between two looks at whether a slice waits for its last mails alone. After two its job ends. */
const LAST_MS = 1000;
/** The longest that a batch is put back for because of the limits of its account. */
const LONGEST_MS = 300_000;

/**
 * Works through a leased batch: each row is skipped or put off, or its mail is rendered, handed over and recorded. As many mails are
 * under way as the transport allows. Outcomes are written before the batch is closed or put back. Where only its last mails are under way,
 * and they take long, it answers before its end.
 */
export async function deliverBatch(
  work: SliceWork,
  mailing: SliceMailing,
  compiled: CompiledMail,
  worker: WorkerContext,
): Promise<{ readonly isLong: boolean; readonly end: Promise<SliceEnd> }> {
  const slice = await beginSlice(work, mailing, compiled, worker);
  // Others wait until its mails are out, and not until their outcomes are written: the processor would lie idle.
  const out = work.turn === 'first' ? worker.starts.beginFirst(mailing.user_id) : undefined;
  try {
    const handedOver = handOverRows(slice);
    const end = handedOver.then(() => finishSlice(slice));
    // A caller that stops here learns of the failure by `handedOver`.
    end.catch(() => {});
    return { isLong: await takesLong(slice, handedOver), end };
  } finally {
    out?.();
  }
}

/** Waits until the rows of a slice are worked through. True: only its last mails are under way, and they take long. */
async function takesLong(slice: Slice, handedOver: Promise<void>): Promise<boolean> {
  // The job of a message has nothing to do but its one mail.
  const isMessage = slice.mailing.message_id !== undefined;
  let wasLast = false;
  while (await isLate(handedOver, LAST_MS)) {
    const isLast = !isMessage && slice.underWay.length > 0 && !mayBegin(slice);
    if (isLast && wasLast) return true;
    wasLast = isLast;
  }
  return false;
}

/** Ends a slice whose rows were worked through, and lets go what it held at domains for rows that it passed over. */
export async function finishSlice(slice: Slice): Promise<SliceEnd> {
  const end = await endSlice(slice);
  slice.aside.clear();
  return end;
}

/** Works through the rows of a slice, as far as it may. Their outcomes are with the recorder then. */
export async function handOverRows(slice: Slice): Promise<void> {
  const lanes = Math.min(slice.worker.semaphore.total, slice.open.length);
  try {
    await Promise.all(Array.from({ length: lanes }, () => workLane(slice)));
    putOffLate(slice);
  } finally {
    slice.standstill.end();
  }
}

/** Takes one row after the other until none is left or none may be begun. */
async function workLane(slice: Slice): Promise<void> {
  const { semaphore, recorder } = slice.worker;
  while (mayBegin(slice)) {
    const wait = giveWay(slice);
    if (wait) {
      await wait;
      continue;
    }
    const share = semaphore.ask(slice.line);
    if (share.begun) await share.begun;
    let next: Admitted | 'intent' | null = null;
    let handed = false;
    try {
      // Waiting here bounds the outcomes that are not written yet: a full backlog, plus the mails under way.
      for (let full = recorder.backlog(); full; full = recorder.backlog()) await full;
      // While this lane waited for its turn, another may have found that no server can be reached.
      next = mayTake(slice) ? choose(slice) : null;
      if (next !== null && next !== 'intent') {
        begin(slice, next);
        handed = await handOver(slice, next);
      }
    } finally {
      // Here, and not in a function of its own around `handOver`: a promise less for each mail.
      if (next !== null && next !== 'intent') end(slice, next, handed);
      share.leave();
    }
    if (next === 'intent') {
      if (!(await slice.intent.extend(slice.next))) return;
    } else if (next === null && mayBegin(slice)) {
      putOffLate(slice);
      if (!isThrough(slice)) await slice.worker.transport.domains.stirred(LOOK_MS);
    }
  }
}

/** Whether a lane whose turn has come takes a row, although the slice's time may be over: it has waited for its turn. */
const mayTake = (slice: Slice): boolean =>
  mayHandOver(slice) &&
  !isThrough(slice) &&
  slice.used < slice.places.count &&
  !slice.worker.stopping.aborted;

/**
 * The next row that may be handed over now; its domain has let it in. A row whose domain has no room is set aside, so that it holds up
 * no row of another domain. `intent`: the mark of the rows that may be handed over has to be moved first.
 */
function choose(slice: Slice): Admitted | 'intent' | null {
  const { aside, open, intent } = slice;
  const { domains } = slice.worker.transport;
  const limited = slice.limits.length === 0 ? 0 : takeAll(slice.limits);
  if (limited > 0) {
    if (limited > PATIENCE_MS) stopForLimit(slice, limited);
    return null;
  }
  const at = domains.clock();
  const waited = aside.size > 0 ? aside.admit(at) : null;
  if (waited) return waited;
  while (slice.next < open.length) {
    if (!intent.covers(slice.next)) {
      return unused(slice, mayMoveMark(slice, at) ? 'intent' : null);
    }
    const row = open[slice.next]!;
    const name = domainOf(row.email_norm);
    const domain = domains.of(name);
    slice.next += 1;
    if (!aside.has(domain) && aside.enter(domain, at)) return { row, name, domain, place: -1 };
    aside.add(row, domain);
  }
  return unused(slice, null);
}

/**
 * Whether few enough rows are aside for the mark to move on. While they are not, no mail of another domain shows that theirs is late; so
 * they are put off after a while in any case.
 */
function mayMoveMark(slice: Slice, at: number): boolean {
  const { aside } = slice;
  if (aside.size >= slice.mostAside) putOff(slice, aside.takeLate(at, 0));
  if (aside.size >= slice.mostAside && at - (slice.stuckSince ??= at) > STUCK_MS) {
    putOff(slice, aside.takeAll());
  }
  if (aside.size >= slice.mostAside) return false;
  slice.stuckSince = null;
  return true;
}

/** No row takes the leave that the mailing's limits gave. */
function unused<Found>(slice: Slice, found: Found): Found {
  if (slice.limits.length > 0) giveBackAll(slice.limits);
  return found;
}

/** The batch goes back until the account or the sending domain may send again. */
function stopForLimit(slice: Slice, ms: number): void {
  slice.unreached ??= {
    kind: 'unreached',
    fault: 'slow_down',
    reason: 'the limits of the account or of its sending domain are used up',
    retryInMs: Math.min(ms, LONGEST_MS),
    bytesFree: true,
  };
}

function begin(slice: Slice, admitted: Admitted): void {
  slice.used += 1;
  admitted.place = slice.underWay.push(admitted) - 1;
  tallies.inFlight += 1;
}

/** Whatever came of a row: its domain has room for another. `handed`: its mail reached a server. */
function end(slice: Slice, { domain, place }: Admitted, handed: boolean): void {
  const last = slice.underWay.pop()!;
  if (last.place !== place) {
    slice.underWay[place] = last;
    last.place = place;
  }
  tallies.inFlight -= 1;
  slice.worker.transport.domains.leave(domain, handed);
  if (handed) return;
  slice.used -= 1;
  unused(slice, null);
}

/**
 * Puts rows off whose domain has no room for longer than a second. They hold up neither their batch nor its lane, and none of
 * them uses up an attempt. Those whose domain would only defer them are left for the batch's next turn.
 */
function putOffLate(slice: Slice): void {
  if (slice.aside.size === 0 || !mayHandOver(slice)) return;
  const at = slice.worker.transport.domains.clock();
  slice.leftMs = Math.max(slice.leftMs, slice.aside.leaveDeferred(at));
  putOff(slice, slice.aside.takeLate(at, PATIENCE_MS));
}

function putOff(slice: Slice, waiting: readonly Waiting[]): void {
  for (const { row, domain, ms } of waiting) {
    slice.recorder.changed(row._id, row.batch, waitChange(row, domain, ms));
  }
}

/** A slice waits while sends are being started or messages begun, and its time goes on after that; the first slice of a send does not. */
function giveWay(slice: Slice): Promise<void> | null {
  if (slice.turn === 'first') return null;
  const over = slice.worker.starts.wait() ?? slice.worker.messageStarts.wait();
  if (!over) return null;
  const since = performance.now();
  slice.waiting ??= over.then(() => {
    slice.until += performance.now() - since;
    slice.waiting = null;
  });
  return slice.waiting;
}
