import { toldChange } from '../../../common/changes/event-notes.ts';
import { now } from '../../../common/clock.ts';
import { SEND_STATUS, SingleSend } from '../../../common/models/single-sends.ts';
import type { EndListener, MailingOwner } from '../delivery/mailing-owner.ts';
import { noteCompletes } from './note-events.ts';

/** The content of a single send's mailing is fixed at the start, and its final rows complete the send. */
export const singleSendOwner: MailingOwner = {
  refresh: async (mailing) => mailing,
  sliceEnded: async () => {},
  rowsSkipped: async () => {},
  beforeEnd,
};

async function beforeEnd({
  single_send_id,
  user_id,
}: Parameters<MailingOwner['beforeEnd']>[0]): Promise<EndListener> {
  const sends = SingleSend.of(user_id);
  const send = await sends.findOne({ _id: single_send_id! }, { projection: { updated_at: 1 } });
  return async ({ log }, figures) => {
    if (!send) return;
    await noteCompletes({ single_send_id: send._id, user_id }, figures, log);
    await toldChange([{ user_id, type: 'single_send.completed', id: send._id }], async () => {
      const { matchedCount } = await sends.updateOne(
        // `updated_at` has changed if a call opened the send again to resend its mails in doubt.
        { _id: send._id, status: SEND_STATUS.running, updated_at: send.updated_at },
        {
          $set: { status: SEND_STATUS.completed, completed_at: now(), hold_reason: null, hold_detail: null },
        },
      );
      return matchedCount === 1;
    });
  };
}
