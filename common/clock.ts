/** Milliseconds that the database's clock is ahead of this machine's. */
let ahead = 0;

/** A machine's clock and its timers go at one pace; more than this between them, and somebody has set the clock. */
const JUMP_MS = 1000;
let origin = Date.now() - performance.now();

/** The machine's clock. Where it jumps, the database's did not. */
function machine(): number {
  const at = Date.now();
  const jump = at - performance.now() - origin;
  if (Math.abs(jump) > JUMP_MS) {
    origin += jump;
    ahead -= jump;
  }
  return at;
}

/**
 * The one place that time comes from: the database's clock as this machine last knew it, since processes compare times
 * with one another (leases, what is due). A machine that is an hour off is then as good as any.
 */
const storeTime = (): number => machine() + ahead;
let read = storeTime;

/** Now. */
export const now = (): Date => new Date(read());

/** Replaces the clock, so that a test can run a month in seconds; without an argument it is the database's again. */
export function setClock(milliseconds?: () => number): void {
  read = milliseconds ?? storeTime;
}

/**
 * Asks the database for its time, `theirs` in milliseconds. It was read between question and answer, so what we reckon
 * stays as it is while it lies between the two: a slow answer never moves the clock.
 */
export async function learnTime(theirs: () => Promise<number>): Promise<void> {
  const asked = machine();
  const told = await theirs();
  const least = told - machine();
  // The database's milliseconds are cut off, not rounded.
  const most = told + 1 - asked;
  if (ahead < least || ahead > most) ahead = Math.round((least + most) / 2);
}

/** How far this machine's clock is behind the database's, in milliseconds; negative where it is ahead. */
export const clockSkew = (): number => ahead;
