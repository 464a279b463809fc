import type { ClientSession } from 'mongodb';
import { now } from '../clock.ts';
import { Automation } from '../models/automations.ts';
import { rows } from '../mongo.ts';
import { transaction } from '../transactions.ts';

/**
 * Changes the emails of an automation by `write`, and with them its plan: whoever waits is reckoned anew. In one
 * transaction, so that nobody waits by emails that are no more. The caller rings `automation-replan` then.
 */
export async function changePlan(
  automationId: number,
  write: (session: ClientSession) => Promise<unknown>,
): Promise<void> {
  await transaction(async (session) => {
    await rows(Automation).updateOne(
      { _id: automationId },
      { $inc: { plan: 1 }, $set: { replan_at: now() } },
      { session },
    );
    await write(session);
  });
}
