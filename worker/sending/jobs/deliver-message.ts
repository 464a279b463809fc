import { Message } from '../../../common/models/messages.ts';
import { dueMessage, dueMessages } from '../../../common/queries/messages.ts';
import { sign } from '../../runtime/chore.ts';
import { defineJob } from '../../runtime/job.ts';
import { deliverMessage } from '../messages/message-delivery.ts';

export default defineJob('deliver-message', {
  doing: 'Sending a message',
  due: { signs: [sign(Message, dueMessage)], find: dueMessages },
  run: ({ messageId, userId }, worker) => deliverMessage(messageId, userId, worker),
});
