import { counted } from './mails/notice.ts';
import type { RenderNotice } from './renderer.ts';

export const unsubscribedAll: RenderNotice = async ({ count, addresses }) => {
  const more = count - addresses.length;
  return {
    subject: `${counted(count, 'person', 'people')} unsubscribed from all emails`,
    paragraphs: [
      'They get no more emails from this account.',
      [...addresses, ...(more > 0 ? [`and ${counted(more, 'other')}`] : [])].join(', '),
    ],
  };
};
