import { Webhook } from '../../common/models/webhooks.ts';
import type { RenderNotice } from './renderer.ts';

export const webhookDisabled: RenderNotice = async ({ subject: id }) => {
  const found = await Webhook.findOne({ _id: id });
  // It was deleted or enabled again.
  if (!found || found.enabled) return null;
  return {
    subject: 'A webhook is disabled: its endpoint failed for three days',
    paragraphs: [
      `Webhook ${id} is no longer called. ${found.last_failure ?? 'Its endpoint took no call'}.`,
      'Its events are kept for seven days. Once the endpoint works, call webhooks/redeliver: it enables the webhook again and sends it ' +
        'all events that it missed.',
    ],
    figures: [['Endpoint', new URL(found.url).host]],
  };
};
