const MINUTE_MS = 60_000;
/** After the first minutes, a check a minute would find little: name servers keep an answer for some minutes. */
const [EACH_MINUTE_MS, LATER_MS, WHOLE_MS] = [10 * MINUTE_MS, 5 * MINUTE_MS, 60 * MINUTE_MS];

/** Whether the hour from `startedAt` is over. */
export const areChecksOver = (startedAt: number, now: number): boolean => now - startedAt > WHOLE_MS;

/** When the next check by itself is due, in milliseconds; null: the hour from `startedAt` is over. */
export function nextCheckAt(startedAt: number, now: number): number | null {
  const next = now + (now - startedAt < EACH_MINUTE_MS ? MINUTE_MS : LATER_MS);
  return areChecksOver(startedAt, next) ? null : next;
}
