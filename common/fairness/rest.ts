/**
 * How long someone who took more than `quickMs` milliseconds rests before the next turn: `times` as long as it took, `mostMs` at
 * the most. Who always wants one then has it for a part of the time, and leaves the rest of it to others.
 */
export const restAfter =
  (quickMs: number, times: number, mostMs = Number.POSITIVE_INFINITY) =>
  (tookMs: number): number =>
    tookMs <= quickMs ? 0 : Math.min(times * tookMs, mostMs);
