import type { ClientSession } from 'mongodb';
import { transactionInTurn } from '../../../common/changes/account-transactions.ts';
import { now } from '../../../common/clock.ts';
import { Automation } from '../../../common/models/automations.ts';

/**
 * Changes the emails of an automation by `write` and increments its plan number, in one transaction, so that no enrollment waits for a
 * deleted email. Waiting enrollments with an older number get a new due date from the job `automation-replan`, which the caller rings.
 */
export async function changePlan(
  userId: number,
  automationId: number,
  write: (session: ClientSession) => Promise<unknown>,
): Promise<void> {
  await transactionInTurn(userId, async (session) => {
    await Automation.of(userId).updateOne(
      { _id: automationId },
      { $inc: { plan: 1 }, $set: { replan_at: now() } },
      { session },
    );
    await write(session);
  });
}
