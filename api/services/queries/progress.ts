import type { EnrollmentTally } from '../../../common/models/enrollment-counts.ts';
import { LEFT_REASONS, type LeftReason } from '../../../common/models/enrollments.ts';

export type AutomationProgress = ReturnType<typeof progressOf>;

export function progressOf(tallies: readonly EnrollmentTally[]) {
  const reasons = Object.fromEntries(LEFT_REASONS.map((reason) => [reason, 0])) as Record<LeftReason, number>;
  const byEmail = new Map<number, number>();
  const totals = { waiting: 0, done: 0, left: 0 };
  for (const { state, reason, schedule_id, count } of tallies) {
    totals[state] += count;
    if (reason !== null) reasons[reason] += count;
    if (schedule_id !== null) byEmail.set(schedule_id, count);
  }
  return { entered: totals.waiting + totals.done + totals.left, ...totals, reasons, byEmail };
}
