import { Message } from '../../../common/models/messages.ts';
import { dueMessage, dueMessages } from '../../../common/queries/messages.ts';
import { sign } from '../../runtime/chore.ts';
import { defineJob } from '../../runtime/job.ts';
import { deliverMessage } from '../messages/message-delivery.ts';

export default defineJob('deliver-message', {
  doing: 'Sending a message',
  due: { signs: [sign(Message, dueMessage)], find: dueMessages },
  async run({ messageId, userId, count = 1 }, worker) {
    if (count === 1) return deliverMessage(messageId, userId, worker);
    const ids = Array.from({ length: count }, (_, index) => messageId + index);
    const ended = await Promise.allSettled(ids.map((id) => deliverMessage(id, userId, worker)));
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
    return ended.every((one) => one.status === 'fulfilled' && one.value === 'idle') ? 'idle' : undefined;
  },
});
