/** Milliseconds that the database's clock is ahead of this machine's. */
let ahead = 0;

/** A machine's clock and its timers run at the same pace: a larger difference, in milliseconds, means the clock was set. */
const JUMP_MS = 1000;
let origin = Date.now() - performance.now();

/** The machine's clock. When it jumps, `ahead` is corrected by the jump, because the database's clock did not jump. */
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
 * All code takes the time from here: the database's clock as this machine last knew it. Processes compare times that
 * others wrote (leases, what is due), so a machine whose clock is an hour off must not matter.
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
 * Asks the database for its time, `theirs` in milliseconds. The database read it at some moment between question and
 * answer. Our value stays as it is while it is possible within these two bounds, so a slow answer never moves the clock.
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
