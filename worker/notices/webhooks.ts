import { Webhook } from '../../common/models/webhooks.ts';
import type { RenderNotice } from './renderer.ts';

export const webhookDisabled: RenderNotice = async ({ subject: id }) => {
  const found = await Webhook.findOne({ _id: id });
  // It was deleted or enabled again.
  if (!found || found.enabled) return null;
  return {
    subject: 'A webhook is off: its calls failed for three days',
    paragraphs: [
      `Webhook ${id} is no longer called. ${found.last_failure ?? 'Its endpoint accepted no call'}.`,
      'Its events are kept for seven days. Once the endpoint works, send the missed events on the page of the webhook, or call webhooks/redeliver. This also turns the webhook on.',
    ],
    figures: [['Endpoint', new URL(found.url).host]],
  };
};
