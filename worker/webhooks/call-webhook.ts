import { Webhook } from '../../common/models/webhooks.ts';
import { createDueFinder } from '../../common/queries/due-finder.ts';
import { sign } from '../runtime/chore.ts';
import { defineJob } from '../runtime/job.ts';
import { turnMsOf } from '../runtime/turn.ts';
import { CALLED_BY, type CallJob, dueWebhooks, freeWebhooks, takeTurn, type WebhookWorker } from './turn.ts';

const AT_ONCE = 1000;

/** The calls of endpoints in one of three groups. */
const callingWebhooks = (name: CallJob) => {
  const called = CALLED_BY[name];
  const findDue = createDueFinder(Webhook, { fields: { user_id: 1 }, sort: { due_at: 1 } });
  return {
    doing: 'Calling a webhook',
    due: {
      signs: [sign(Webhook, (at: Date) => ({ ...dueWebhooks(at), ...called }))],
      async find(at: Date) {
        const due = await findDue({ ...freeWebhooks(at), ...called }, AT_ONCE);
        return due.map(({ _id, user_id }) => ({ webhookId: _id, userId: user_id }));
      },
    },
    run: ({ webhookId, userId }: { webhookId: number; userId: number }, worker: WebhookWorker) =>
      takeTurn(userId, webhookId, performance.now() + turnMsOf(name), worker),
  };
};

export default defineJob('call-webhook', callingWebhooks('call-webhook'));

export const callFirstWebhook = defineJob('call-first-webhook', callingWebhooks('call-first-webhook'));

export const callLateWebhook = defineJob('call-late-webhook', callingWebhooks('call-late-webhook'));
