import type { History } from './history.ts';

/** Seconds in which each call is answered, and in which service is back once it can be (reliability 4). */
const ANSWER_S = 5;
export const BACK_S = 15;
/** What the way there and back may take besides; short runs share the machine with others. */
const SPARE_S = { short: 5, full: 0.5 };

/** What is to be said of the slowest answer. */
export function complaintsOf({ slowest_s, slowest }: History, short: boolean): string[] {
  const spare = short ? SPARE_S.short : SPARE_S.full;
  return slowest_s > ANSWER_S + spare ? [`the API took ${slowest_s} s to answer ${slowest}`] : [];
}
