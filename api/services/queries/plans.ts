import type { ClientSession } from 'mongodb';
import { now } from '../../../common/clock.ts';
import { Automation } from '../../../common/models/automations.ts';
import { transaction } from '../../../common/store/transactions.ts';

/**
 * Changes the emails of an automation by `write` and increments its plan number, in one transaction, so that no enrollment waits for a
 * deleted email. Waiting enrollments with an older number get a new due date from the job `automation-replan`, which the caller rings.
 */
export async function changePlan(
  userId: number,
  automationId: number,
  write: (session: ClientSession) => Promise<unknown>,
): Promise<void> {
  await transaction(async (session) => {
    await Automation.of(userId).updateOne(
      { _id: automationId },
      { $inc: { plan: 1 }, $set: { replan_at: now() } },
      { session },
    );
    await write(session);
  });
}
