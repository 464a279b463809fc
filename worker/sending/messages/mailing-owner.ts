import { removeSentAttachments } from '../../../common/changes/message-attachments.ts';
import { Message } from '../../../common/models/messages.ts';
import type { MailingOwner } from '../delivery/mailing-owner.ts';

/** The content of a message's mailing is fixed, and the final outcome of its row ends the looks. */
export const messageOwner: MailingOwner = {
  refresh: async (mailing) => mailing,
  sliceEnded: async () => {},
  rowsSkipped: async () => {},
  async beforeEnd({ message_id, user_id }) {
    const messages = Message.of(user_id);
    const message = await messages.findOne(
      { _id: message_id! },
      { projection: { user_id: 1, look_at: 1, attached: 1 } },
    );
    return async () => {
      if (!message?.look_at) return;
      // `look_at` has changed if a call opened the mailing again to resend a mail in doubt.
      const { modifiedCount } = await messages.updateOne(
        { _id: message._id, look_at: message.look_at },
        { $unset: { look_at: '' } },
      );
      if (modifiedCount === 1 && message.attached) await removeSentAttachments([message]);
    };
  },
};
