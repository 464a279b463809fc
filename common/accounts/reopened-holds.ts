import { now } from '../clock.ts';
import { AUTOMATION_STATUS, Automation } from '../models/automations.ts';
import { BRAKE_REASONS, Mailing } from '../models/mailings.ts';
import { SEND_STATUS, SingleSend } from '../models/single-sends.ts';

/**
 * Weeks may have passed since an account was closed, so nothing is sent automatically after it is reopened. Running single sends are
 * paused; ready sends and live automations are held until a person releases them. Call it while the account is closed, when no worker
 * starts anything. It is idempotent.
 */
export async function holdReopened(userId: number): Promise<void> {
  const [sends, own] = [SingleSend.of(userId), { deleted_at: null }];
  // A copy, and a send that missed its time, wait for an update by their owner anyway.
  const waiting = { ...own, draft: { $ne: true }, duplicate: { $ne: true }, missed: { $ne: true } };
  // The new `updated_at` makes a worker that read the send before this discard its write.
  const reopened = { reopened: true, updated_at: now() };
  await sends.updateMany(
    { ...waiting, status: SEND_STATUS.ready },
    { $set: { ...reopened, status: SEND_STATUS.initiate, hold_reason: 'closed' } },
  );
  await sends.updateMany(
    { ...waiting, status: SEND_STATUS.initiate, reopened: { $ne: true } },
    { $set: reopened },
  );
  // A send without a mailing is paused when it gets one.
  await sends.updateMany(
    { ...own, status: SEND_STATUS.running, failed: { $ne: true } },
    { $set: { paused: true } },
  );
  await Mailing.of(userId).updateMany(
    {
      state: { $in: ['freezing', 'open'] },
      single_send_id: { $ne: null },
      stopped: false,
      paused_reason: { $nin: ['person', ...BRAKE_REASONS, 'failed', 'restored'] },
    },
    { $set: { paused_reason: 'person', paused_detail: null } },
  );
  await Automation.of(userId).updateMany(
    { ...own, status: AUTOMATION_STATUS.live, hold_reason: null },
    { $set: { hold_reason: 'closed' } },
  );
}
