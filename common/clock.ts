/** Milliseconds that the database's clock is ahead of this machine's. */
let ahead = 0;

/** A machine's clock and timers run at the same pace: a larger difference in milliseconds means that the clock was set. */
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
 * All code takes the time from here: the database's clock as this machine last knew it. Processes compare times that others wrote
 * (leases, due dates), so a wrong clock of one machine must not matter.
 */
const storeTime = (): number => machine() + ahead;
let read = storeTime;

export const now = (): Date => new Date(read());

/** Now, but at least a millisecond after another time: two writes never store the same. */
export const nowAfter = (earlier: Date): Date => new Date(Math.max(read(), earlier.getTime() + 1));

/** For tests: replaces the clock, or restores it without an argument. */
export function setClock(milliseconds?: () => number): void {
  read = milliseconds ?? storeTime;
}

/**
 * Compares with the database's clock. `theirs` was read at some moment between question and answer, and our value is kept if it
 * fits these two bounds. So a slow answer never moves the clock.
 */
export async function learnTime(theirs: () => Promise<number>): Promise<void> {
  const asked = machine();
  const told = await theirs();
  const least = told - machine();
  // The database's milliseconds are truncated, not rounded.
  const most = told + 1 - asked;
  if (ahead < least || ahead > most) ahead = Math.round((least + most) / 2);
}

/** Milliseconds that this machine's clock is behind the database's; negative: ahead. */
export const clockSkew = (): number => ahead;
