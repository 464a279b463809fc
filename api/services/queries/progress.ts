import type { EnrollmentTally } from '../../../common/models/enrollment-counts.ts';
import { LEFT_REASONS, type LeftReason } from '../../../common/models/enrollments.ts';

export interface AutomationProgress {
  entered: number;
  waiting: number;
  done: number;
  left: number;
  reasons: Record<LeftReason, number>;
  /** Waiting people, by their next email. */
  byEmail: ReadonlyMap<number, number>;
}

export function progressOf(tallies: readonly EnrollmentTally[]): AutomationProgress {
  const reasons = Object.fromEntries(
    LEFT_REASONS.map((reason) => [reason, 0]),
  ) as AutomationProgress['reasons'];
  const byEmail = new Map<number, number>();
  const totals = { waiting: 0, done: 0, left: 0 };
  for (const { state, reason, schedule_id, count } of tallies) {
    totals[state] += count;
    if (reason !== null) reasons[reason] += count;
    if (schedule_id !== null) byEmail.set(schedule_id, count);
  }
  return { entered: totals.waiting + totals.done + totals.left, ...totals, reasons, byEmail };
}
