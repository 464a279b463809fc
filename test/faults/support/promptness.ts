import type { History } from './history.ts';

/**
 * Seconds in which each call must be answered, and in which the service must be back when it can be (docs/fault-tests.md,
 * "Goals").
 */
const ANSWER_S = 5;
export const BACK_S = 15;
/** Additional seconds for the network; short runs share the machine with others. */
const SPARE_S = { short: 5, full: 0.5 };

/** Complaints about the slowest answer. */
export function complaintsOf({ slowest_s, slowest }: History, short: boolean): string[] {
  const spare = short ? SPARE_S.short : SPARE_S.full;
  return slowest_s > ANSWER_S + spare ? [`the API took ${slowest_s} s to answer ${slowest}`] : [];
}
