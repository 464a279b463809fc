/** Seconds until the next call after so many failures in a row; the last is repeated. */
const WAITS = Object.freeze([5, 30, 120, 600, 1800, 3600]);
/** Milliseconds after which a webhook that has failed all the time is disabled. */
export const GIVE_UP_MS = 3 * 24 * 3600_000;

/** Milliseconds until the next call. A random part spreads the calls to endpoints that failed together. */
export const backoffMs = (failures: number): number =>
  WAITS[Math.min(failures, WAITS.length) - 1]! * 1000 * (0.8 + Math.random() * 0.4);
