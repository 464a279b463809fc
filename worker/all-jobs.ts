import type { Jobs } from './job.ts';
import automationAdvance from './jobs/automation-advance.ts';
import automationReplan from './jobs/automation-replan.ts';
import automationStep from './jobs/automation-step.ts';
import automationWalk from './jobs/automation-walk.ts';
import bulkChange from './jobs/bulk-change.ts';
import callWebhook from './jobs/call-webhook.ts';
import deleteAccount from './jobs/delete-account.ts';
import deliverFirstSlice from './jobs/deliver-first-slice.ts';
import deliverMessage from './jobs/deliver-message.ts';
import deliverSlice from './jobs/deliver-slice.ts';
import eraseAddresses from './jobs/erase-addresses.ts';
import finishMailing from './jobs/finish-mailing.ts';
import importContacts from './jobs/import-contacts.ts';
import mailConfirmation from './jobs/mail-confirmation.ts';
import mailPassword from './jobs/mail-password.ts';
import mailVerification from './jobs/mail-verification.ts';
import purgeContactType from './jobs/purge-contact-type.ts';
import recordEngagement from './jobs/record-engagement.ts';
import refreshSegments from './jobs/refresh-segments.ts';
import removeCustomValues from './jobs/remove-custom-values.ts';
import sendNotices from './jobs/send-notices.ts';
import sendTest from './jobs/send-test.ts';
import startSingleSend from './jobs/start-single-send.ts';
import undoImport from './jobs/undo-import.ts';
import walkAudience from './jobs/walk-audience.ts';

export const JOB_PROCESSORS: Jobs = {
  'automation-advance': automationAdvance,
  'automation-replan': automationReplan,
  'automation-step': automationStep,
  'automation-walk': automationWalk,
  'bulk-change': bulkChange,
  'call-webhook': callWebhook,
  'delete-account': deleteAccount,
  'deliver-first-slice': deliverFirstSlice,
  'deliver-message': deliverMessage,
  'deliver-slice': deliverSlice,
  'erase-addresses': eraseAddresses,
  'finish-mailing': finishMailing,
  'import-contacts': importContacts,
  'mail-confirmation': mailConfirmation,
  'mail-password': mailPassword,
  'mail-verification': mailVerification,
  'purge-contact-type': purgeContactType,
  'record-engagement': recordEngagement,
  'refresh-segments': refreshSegments,
  'remove-custom-values': removeCustomValues,
  'send-notices': sendNotices,
  'send-test': sendTest,
  'start-single-send': startSingleSend,
  'undo-import': undoImport,
  'walk-audience': walkAudience,
};
