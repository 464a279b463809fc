import { Sender } from '../../common/models/senders.ts';
import type { RenderNotice } from './renderer.ts';

export const senderVerified: RenderNotice = async ({ subject: id, facts }) => {
  const sender = await Sender.findOne({ _id: id }, { projection: { _id: 1 } });
  return (
    sender && {
      subject: 'A sender is confirmed',
      paragraphs: [
        `You can now send emails from ${facts['address']}. Campaigns that were held for it are resumed automatically.`,
      ],
    }
  );
};
