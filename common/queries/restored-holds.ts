import { now } from '../clock.ts';
import { Automation } from '../models/automations.ts';
import { SEND_STATUS, SingleSend } from '../models/single-sends.ts';
import { rows } from '../mongo.ts';

/**
 * A person lets a send go that was held as its backup was restored. The sweep finds it within a second, and
 * the caller may ring `start-single-send`. Answers whether it was held so.
 */
export async function releaseSend(singleSendId: number): Promise<boolean> {
  const { modifiedCount } = await rows(SingleSend).updateOne(
    { _id: singleSendId, restored: true, status: { $in: [SEND_STATUS.initiate, SEND_STATUS.ready] } },
    [
      {
        $set: {
          restored: false,
          updated_at: now(),
          // Whoever starts it looks whether anything else holds it.
          status: { $cond: [{ $eq: ['$hold_reason', 'restored'] }, SEND_STATUS.ready, '$status'] },
          hold_reason: { $cond: [{ $eq: ['$hold_reason', 'restored'] }, null, '$hold_reason'] },
        },
      },
    ],
  );
  return modifiedCount === 1;
}

/** A person lets a live automation send that was held as its backup was restored; the sweep rings for who is due. */
export async function releaseAutomation(automationId: number): Promise<boolean> {
  const { modifiedCount } = await rows(Automation).updateOne(
    { _id: automationId, hold_reason: 'restored' },
    { $set: { hold_reason: null, updated_at: now() } },
  );
  return modifiedCount === 1;
}
