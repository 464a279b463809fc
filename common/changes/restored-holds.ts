import { now } from '../clock.ts';
import { Automation } from '../models/automations.ts';
import { SEND_STATUS, SingleSend } from '../models/single-sends.ts';

/** A person may end these holds: after a restore, a closure, or repeated failures. */
const RELEASED = ['$hold_reason', ['restored', 'closed', 'failed']];

/** A person releases a held send. The sweep finds it within a second, and the caller may ring `start-single-send`. */
export async function releaseSend(userId: number, singleSendId: number): Promise<boolean> {
  const { modifiedCount } = await SingleSend.of(userId).updateOne(
    {
      _id: singleSendId,
      $or: [{ restored: true }, { reopened: true }, { failed: true }],
      status: { $in: [SEND_STATUS.initiate, SEND_STATUS.ready] },
    },
    [
      {
        $set: {
          restored: false,
          reopened: false,
          failed: false,
          updated_at: now(),
          // The job that starts it checks other holds.
          status: { $cond: [{ $in: RELEASED }, SEND_STATUS.ready, '$status'] },
          hold_reason: { $cond: [{ $in: RELEASED }, null, '$hold_reason'] },
          hold_detail: { $cond: [{ $in: RELEASED }, null, '$hold_detail'] },
        },
      },
    ],
  );
  return modifiedCount === 1;
}

/** A person releases a held live automation; the sweep rings for its due enrollments. */
export async function releaseAutomation(userId: number, automationId: number): Promise<boolean> {
  const { modifiedCount } = await Automation.of(userId).updateOne(
    { _id: automationId, hold_reason: { $in: ['restored', 'closed', 'failed'] } },
    { $set: { hold_reason: null, hold_detail: null, updated_at: now() } },
  );
  return modifiedCount === 1;
}
