import type { NoticeKind } from '../../common/models/notices.ts';
import { automationLive, automationPaused } from './automations.ts';
import { importEnded } from './imports.ts';
import type { RenderNotice } from './renderer.ts';
import { senderVerified } from './senders.ts';
import { sendHeld, sendPaused } from './single-send-holds.ts';
import { sendBounces, sendCompleted, sendStarted } from './single-sends.ts';
import { unsubscribedAll } from './unsubscribes.ts';
import { webhookDisabled } from './webhooks.ts';

const RENDERERS: Readonly<Record<NoticeKind, RenderNotice>> = {
  'import-ended': importEnded,
  'send-started': sendStarted,
  'send-held': sendHeld,
  'send-paused': sendPaused,
  'send-completed': sendCompleted,
  'send-bounces': sendBounces,
  'automation-live': automationLive,
  'automation-paused': automationPaused,
  'sender-verified': senderVerified,
  'unsubscribed-all': unsubscribedAll,
  'webhook-disabled': webhookDisabled,
};

export const renderNotice: RenderNotice = (notice) => RENDERERS[notice.kind](notice);
