import { Webhook, type WebhookDocument } from '../../common/models/webhooks.ts';
import { everywhere } from '../../common/store/everywhere.ts';
import { sign } from '../runtime/chore.ts';
import { defineJob } from '../runtime/job.ts';
import { turnMsOf } from '../runtime/turn.ts';
import { dueWebhooks, freeWebhooks, takeTurn, type WebhookWorker } from './turn.ts';

const AT_ONCE = 1000;

/** The calls of endpoints that were late, or of the others. */
const callingWebhooks = (name: 'call-webhook' | 'call-late-webhook') => {
  const late = name === 'call-late-webhook' ? true : { $ne: true as const };
  return {
    doing: 'Calling a webhook',
    due: {
      signs: [sign(Webhook, (at: Date) => ({ ...dueWebhooks(at), late }))],
      async find(at: Date) {
        const due = await everywhere(Webhook, 'sweep')
          .find({ ...freeWebhooks(at), late })
          .project<Pick<WebhookDocument, '_id' | 'user_id'>>({ user_id: 1 })
          .sort({ due_at: 1 })
          .limit(AT_ONCE)
          .toArray();
        return due.map(({ _id, user_id }) => ({ webhookId: _id, userId: user_id }));
      },
    },
    run: ({ webhookId, userId }: { webhookId: number; userId: number }, worker: WebhookWorker) =>
      takeTurn(userId, webhookId, performance.now() + turnMsOf(name), worker),
  };
};

export default defineJob('call-webhook', callingWebhooks('call-webhook'));

export const callLateWebhook = defineJob('call-late-webhook', callingWebhooks('call-late-webhook'));
