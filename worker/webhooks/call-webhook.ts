import { Webhook, type WebhookDocument } from '../../common/models/webhooks.ts';
import { sign } from '../runtime/chore.ts';
import { defineJob } from '../runtime/job.ts';
import { dueWebhooks, freeWebhooks, takeTurn, type WebhookWorker } from './turn.ts';

const AT_ONCE = 1000;

export default defineJob('call-webhook', {
  doing: 'Calling a webhook',
  due: {
    signs: [sign(Webhook, dueWebhooks)],
    find: async (at) => {
      const due = await Webhook.find(freeWebhooks(at))
        .project<Pick<WebhookDocument, '_id' | 'user_id'>>({ user_id: 1 })
        .sort({ due_at: 1 })
        .limit(AT_ONCE)
        .toArray();
      return due.map(({ _id, user_id }) => ({ webhookId: _id, userId: user_id }));
    },
  },
  async run({ webhookId }, worker: WebhookWorker) {
    return (await takeTurn(webhookId, worker)) ? undefined : 'idle';
  },
});
