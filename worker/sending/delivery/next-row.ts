import { domainOf } from '../../../common/domain/domain-of.ts';
import { tallies } from '../../runtime/metrics/tallies.ts';
import { giveBackAll, takeAll } from '../pace/limit.ts';
import type { AdmittedRow, LateRow } from './aside.ts';
import { waitChange } from './row-changes.ts';
import { mayHandOver, type Slice } from './slice.ts';

/** Milliseconds for which a row waits in a slice for room at its domain; then it is postponed. */
const PATIENCE_MS = 1000;
/** Milliseconds for which rows aside may stop the mark of the intent. */
const STUCK_MS = 500;
/** The longest wait in milliseconds of a batch for the limits of its account. */
const LONGEST_MS = 300_000;

/** Takes one mail from the limits of the account. If they are used up for longer, the batch is put back until they are not. */
export function isWithinLimits({ rows, progress }: Slice): boolean {
  const limited = takeAll(rows.limits);
  if (limited > PATIENCE_MS) {
    progress.unreached ??= {
      kind: 'unreached',
      fault: 'slow_down',
      reason: 'the limits of the account or of its sending domain are used up',
      retryInMs: Math.min(limited, LONGEST_MS),
      bytesFree: true,
    };
  }
  return limited <= 0;
}

/** Returns the next row whose domain has room, and sets others aside. Returns null if there is none; the limits then get their mail back. */
export function nextRow(slice: Slice): AdmittedRow | null {
  const { rows, progress, worker } = slice;
  const { aside, open, intent } = rows;
  const { domains } = worker.transport;
  const at = domains.clock();
  let admitted = aside.size > 0 ? aside.admit(at) : null;
  while (!admitted && rows.next < open.length && intent.covers(rows.next)) {
    const row = open[rows.next]!;
    const name = domainOf(row.email_norm);
    const domain = domains.of(name);
    rows.next += 1;
    if (!aside.has(domain) && aside.enter(domain, at)) admitted = { row, name, domain, index: -1 };
    else aside.add(row, domain);
  }
  if (admitted) {
    progress.used += 1;
    admitted.index = progress.underWay.push(admitted) - 1;
    tallies.inFlight += 1;
  } else giveBackAll(rows.limits);
  return admitted;
}

/** Frees the room of a row at its domain, whatever its outcome. `isHandedOver`: its mail reached a server. */
export function rowEnded(slice: Slice, { domain, index }: AdmittedRow, isHandedOver: boolean): void {
  const { rows, progress, worker } = slice;
  const last = progress.underWay.pop()!;
  if (last.index !== index) {
    progress.underWay[index] = last;
    last.index = index;
  }
  tallies.inFlight -= 1;
  worker.transport.domains.leave(domain, isHandedOver);
  if (isHandedOver) return;
  progress.used -= 1;
  giveBackAll(rows.limits);
}

/** Whether the mark of the intent can move. It stops while too many rows are aside; after half a second these are postponed. */
export function isMarkDue(slice: Slice): boolean {
  const { rows, worker } = slice;
  const { aside, mostAside } = rows;
  if (rows.next === rows.open.length) return false;
  const at = worker.transport.domains.clock();
  if (aside.size >= mostAside) putOff(slice, aside.takeLate(at, 0));
  if (aside.size >= mostAside && at - (rows.stuckSince ??= at) > STUCK_MS) putOff(slice, aside.takeAll());
  if (aside.size >= mostAside) return false;
  rows.stuckSince = null;
  return true;
}

/** Postpones rows aside that would delay the batch. This counts no attempt. Rows of a domain that defers all mails stay open for the next slice. */
export function putOffLate(slice: Slice): void {
  const { rows, progress, worker } = slice;
  if (rows.aside.size === 0 || !mayHandOver(slice)) return;
  const at = worker.transport.domains.clock();
  progress.leftMs = Math.max(progress.leftMs, rows.aside.leaveDeferred(at));
  putOff(slice, rows.aside.takeLate(at, PATIENCE_MS));
}

function putOff({ recorder }: Slice, late: readonly LateRow[]): void {
  for (const { row, domain, ms } of late) recorder.changed(row._id, row.batch, waitChange(row, domain, ms));
}
