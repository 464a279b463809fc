import type { NoticeDocument, NoticeKind } from '../../common/models/notices.ts';
import type { NoticeWords } from '../mails/notice.ts';
import { automationLive, automationPaused } from './automations.ts';
import { importEnded } from './imports.ts';
import { senderVerified } from './senders.ts';
import { sendHeld, sendPaused } from './single-send-holds.ts';
import { sendBounces, sendCompleted, sendStarted } from './single-sends.ts';
import { unsubscribedAll } from './unsubscribes.ts';

/**
 * What a notice says, read afresh. `wait`: it was noted ahead of what it tells, or the figures are still to come.
 * Null: there is nothing left to tell of.
 */
export type Tell = (notice: NoticeDocument) => Promise<NoticeWords | 'wait' | null>;

const TELL: Readonly<Record<NoticeKind, Tell>> = {
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
};

export const wordsOf: Tell = (notice) => TELL[notice.kind](notice);
