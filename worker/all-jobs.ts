import automationAdvance from './automations/jobs/automation-advance.ts';
import automationReplan from './automations/jobs/automation-replan.ts';
import automationStep from './automations/jobs/automation-step.ts';
import automationWalk from './automations/jobs/automation-walk.ts';
import bulkChange from './contacts/jobs/bulk-change.ts';
import recordEngagement from './contacts/jobs/record-engagement.ts';
import importContacts, { tryImport } from './importing/import-contacts.ts';
import applyRetention from './lifecycle/jobs/apply-retention.ts';
import deleteAccount from './lifecycle/jobs/delete-account.ts';
import eraseAddresses from './lifecycle/jobs/erase-addresses.ts';
import purgeContactType from './lifecycle/jobs/purge-contact-type.ts';
import removeCustomValues from './lifecycle/jobs/remove-custom-values.ts';
import undoImport from './lifecycle/jobs/undo-import.ts';
import mailConfirmation from './notices/jobs/mail-confirmation.ts';
import mailPassword from './notices/jobs/mail-password.ts';
import mailVerification from './notices/jobs/mail-verification.ts';
import sendNotices from './notices/jobs/send-notices.ts';
import type { Jobs } from './runtime/job.ts';
import refreshSegments from './segments/refresh-segments.ts';
import deliverFirstSlice from './sending/jobs/deliver-first-slice.ts';
import deliverMessage from './sending/jobs/deliver-message.ts';
import deliverSlice from './sending/jobs/deliver-slice.ts';
import finishMailing from './sending/jobs/finish-mailing.ts';
import sendTest from './sending/jobs/send-test.ts';
import startSingleSend from './sending/jobs/start-single-send.ts';
import walkAudience from './sending/jobs/walk-audience.ts';
import callWebhook, { callFirstWebhook, callLateWebhook } from './webhooks/call-webhook.ts';

export const JOB_PROCESSORS: Jobs = {
  'apply-retention': applyRetention,
  'automation-advance': automationAdvance,
  'automation-replan': automationReplan,
  'automation-step': automationStep,
  'automation-walk': automationWalk,
  'bulk-change': bulkChange,
  'call-first-webhook': callFirstWebhook,
  'call-late-webhook': callLateWebhook,
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
  'try-import': tryImport,
  'undo-import': undoImport,
  'walk-audience': walkAudience,
};
