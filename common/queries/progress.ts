import { Enrollment, type EnrollmentDocument, LEFT_REASONS, type LeftReason } from '../models/enrollments.ts';
import { rows } from '../mongo.ts';

/** How far the people of an automation are. */
export interface Progress {
  entered: number;
  waiting: number;
  done: number;
  left: number;
  /** Those who left, by their reason. */
  reasons: Record<LeftReason, number>;
  /** Those who wait, by the email that comes next or is on its way. */
  byEmail: ReadonlyMap<number, number>;
}

type Group = Pick<EnrollmentDocument, 'state' | 'reason' | 'schedule_id'>;

/** Counts an automation's enrollments, on an index alone. */
export async function progressOf(automationId: number): Promise<Progress> {
  const groups = await rows(Enrollment)
    .aggregate<{ _id: Group; count: number }>([
      { $match: { automation_id: automationId } },
      {
        $group: {
          _id: { state: '$state', reason: '$reason', schedule_id: '$schedule_id' },
          count: { $sum: 1 },
        },
      },
    ])
    .toArray();
  const reasons = Object.fromEntries(LEFT_REASONS.map((reason) => [reason, 0])) as Progress['reasons'];
  const byEmail = new Map<number, number>();
  const totals = { waiting: 0, done: 0, left: 0 };
  for (const { _id, count } of groups) {
    totals[_id.state] += count;
    if (_id.reason !== null) reasons[_id.reason] += count;
    if (_id.schedule_id !== null) byEmail.set(_id.schedule_id, count);
  }
  return { entered: totals.waiting + totals.done + totals.left, ...totals, reasons, byEmail };
}
