import type { NoticeKind } from '../../common/models/notices.ts';
import { Sender } from '../../common/models/senders.ts';
import { Webhook } from '../../common/models/webhooks.ts';
import { automationFull, automationLive, automationPaused, automationTrouble } from './automations.ts';
import { importEnded } from './imports.ts';
import { counted, type RenderNotice } from './mails/notice.ts';
import { sendHeld, sendPaused } from './single-send-holds.ts';
import { sendBounces, sendCompleted, sendStarted, sendTrouble } from './single-sends.ts';

export const webhookDisabled: RenderNotice = async ({ user_id, subject: id }) => {
  const found = await Webhook.of(user_id).findOne({ _id: id });
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

export const senderVerified: RenderNotice = async ({ user_id, subject: id, facts }) => {
  const sender = await Sender.of(user_id).findOne({ _id: id }, { projection: { _id: 1 } });
  return (
    sender && {
      subject: 'A sender is confirmed',
      paragraphs: [
        `You can now send emails from ${facts['address']}. Campaigns that were held for it are resumed automatically.`,
      ],
    }
  );
};

const accountWarned: RenderNotice = async ({ facts: { level, detail } }) => ({
  subject:
    level === 'paused'
      ? 'Your campaigns and automations are paused'
      : 'Complaints or bounces of your emails are high',
  paragraphs: [
    `${detail}.`,
    level === 'paused'
      ? 'Emails of campaigns and automations wait, and none is lost, until you release the account. Clean your lists, then release it on the home page of the console.'
      : 'Campaigns and automations are paused at 0.3 % complaints or 10 % bounces. Check where your contacts come from.',
  ],
});

const RENDERERS: Readonly<Record<NoticeKind, RenderNotice>> = {
  'import-ended': importEnded,
  'send-started': sendStarted,
  'send-held': sendHeld,
  'send-paused': sendPaused,
  'send-trouble': sendTrouble,
  'send-completed': sendCompleted,
  'send-bounces': sendBounces,
  'automation-live': automationLive,
  'automation-paused': automationPaused,
  'automation-full': automationFull,
  'automation-trouble': automationTrouble,
  'sender-verified': senderVerified,
  'unsubscribed-all': unsubscribedAll,
  'webhook-disabled': webhookDisabled,
  'account-warned': accountWarned,
};

export const renderNotice: RenderNotice = (notice) => RENDERERS[notice.kind](notice);
