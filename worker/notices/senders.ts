import { Sender } from '../../common/models/senders.ts';
import type { RenderNotice } from './renderer.ts';

export const senderVerified: RenderNotice = async ({ subject: id, facts }) => {
  const sender = await Sender.findOne({ _id: id }, { projection: { _id: 1 } });
  return (
    sender && {
      subject: 'A sender is verified',
      paragraphs: [
        `Mails can be sent from ${facts['address']} now. Sends that were held for it are resumed automatically.`,
      ],
    }
  );
};
