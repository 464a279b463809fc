import type { Exchange } from './exchange.ts';
import { holdShare, type ListShare, PAGE_BYTES } from './list-shares.ts';

/** An answer with more characters of JSON than this waits for a turn, as a large page does. */
const LARGE = 65_536;

/** Returns the lane of this call. The lane is left at the end of the call, or once the client has read a large answer. */
function openLane(exchange: Exchange): ListShare {
  const { ctx, account, served } = exchange;
  const { shares, row } = served;
  const turns = row.large === 'rendered' ? { ...shares, work: shares.previews } : shares;
  const cut = (): void => void ctx.res.destroy();
  const lane = holdShare(turns, account.id, row.path, () => exchange.signal, cut);
  exchange.lane = lane;
  exchange.atEnd(() => {
    if (!exchange.isCounted) lane.leave();
  });
  return lane;
}

/** Call it before the handler. An answer that may be large waits for its turn, unless recent answers of its endpoint were small. */
export function takeLane(exchange: Exchange): Promise<void> | void {
  if (!exchange.served.row.large) return;
  const lane = openLane(exchange);
  if (!lane.isSmall(1, LARGE)) return lane.take(Math.max(PAGE_BYTES, lane.rowBytes), true);
}

/** Call it before an answer is written. A large answer without a turn waits for one. */
export function waitIfLarge(exchange: Exchange, answer: object): Promise<void> | void {
  const { lane } = exchange;
  if (lane?.hasTurn() || roomAfter(answer, LARGE) >= 0) return;
  return (lane ?? openLane(exchange)).take(PAGE_BYTES, true);
}

/** Ends the turn of an answer. A large answer holds its lane until the client has read it. */
export function countAnswer(exchange: Exchange, text: string): void {
  const { ctx, lane } = exchange;
  if (!lane?.wrote(text.length, 1) || ctx.res.closed) return;
  exchange.isCounted = true;
  ctx.res.once('close', () => lane.leave());
}

/** Subtracts the characters of a value from `room`. A negative result, at which it stops, means that the value is larger. */
function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length;
  if (typeof value !== 'object' || value === null) return room - 4;
  let left = room - 2;
  for (const key in value) {
    if (left < 0) break;
    left = roomAfter((value as Readonly<Record<string, unknown>>)[key], left);
  }
  return left;
}
