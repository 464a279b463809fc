import { Webhook, type WebhookDocument } from '../../common/models/webhooks.ts';
import { everywhere } from '../../common/store/everywhere.ts';
import { sign } from '../runtime/chore.ts';
import { defineJob } from '../runtime/job.ts';
import { dueWebhooks, freeWebhooks, takeTurn, type WebhookWorker } from './turn.ts';

const AT_ONCE = 1000;

export default defineJob('call-webhook', {
  doing: 'Calling a webhook',
  due: {
    signs: [sign(Webhook, dueWebhooks)],
    find: async (at) => {
      const due = await everywhere(Webhook, 'sweep')
        .find(freeWebhooks(at))
        .project<Pick<WebhookDocument, '_id' | 'user_id'>>({ user_id: 1 })
        .sort({ due_at: 1 })
        .limit(AT_ONCE)
        .toArray();
      return due.map(({ _id, user_id }) => ({ webhookId: _id, userId: user_id }));
    },
  },
  async run({ webhookId, userId }, worker: WebhookWorker) {
    return (await takeTurn(userId, webhookId, worker)) ? undefined : 'idle';
  },
});
