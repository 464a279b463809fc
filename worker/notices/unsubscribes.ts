import { counted } from '../mails/notice.ts';
import type { Tell } from './tell.ts';

export const unsubscribedAll: Tell = async ({ count, addresses }) => {
  const more = count - addresses.length;
  return {
    subject:
      count === 1
        ? `${addresses[0]} unsubscribed from all mails`
        : `${counted(count, 'person', 'people')} unsubscribed from all mails`,
    paragraphs: [
      'They get no more mails of this account.',
      ...(count > 1
        ? [[...addresses, ...(more > 0 ? [`and ${counted(more, 'other')}`] : [])].join(', ')]
        : []),
    ],
  };
};
