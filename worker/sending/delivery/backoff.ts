const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The first wait is 1 to 5 minutes; each further one is twice as long, up to 4 hours (docs/rules.md 9.19). */
const FIRST = { shortest: MINUTE, longest: 5 * MINUTE };
const LONGEST = 4 * HOUR;

/** Null: given up, `giveUpHours` after the first deferral. The last try is at that hour. `attempts`: those so far, at least 1. */
export function nextAttempt(
  attempts: number,
  firstDeferredAt: Date,
  at: Date,
  giveUpHours: number,
  random: () => number = Math.random,
): Date | null {
  const deadline = firstDeferredAt.getTime() + Math.ceil(giveUpHours * HOUR);
  if (at.getTime() >= deadline) return null;
  // The bound on the exponent only prevents an overflow: 2 ** 20 minutes are two years.
  const factor = 2 ** Math.min(Math.max(attempts, 1) - 1, 20);
  const longest = Math.min(FIRST.longest * factor, LONGEST);
  const shortest = Math.min(FIRST.shortest * factor, LONGEST / 2);
  const wait = shortest + random() * (longest - shortest);
  return new Date(Math.min(at.getTime() + Math.round(wait), deadline));
}
