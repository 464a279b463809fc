import type { JobName } from '../common/jobs/catalogue.ts';
import type { Processor } from './context.ts';
import { automationAdvance } from './jobs/automation-advance.ts';
import { automationReplan } from './jobs/automation-replan.ts';
import { automationStep } from './jobs/automation-step.ts';
import { automationWalk } from './jobs/automation-walk.ts';
import { deliverFirstSlice } from './jobs/deliver-first-slice.ts';
import { deliverSlice } from './jobs/deliver-slice.ts';
import { finishMailing } from './jobs/finish-mailing.ts';
import { importContacts } from './jobs/import-contacts.ts';
import { mailConfirmation } from './jobs/mail-confirmation.ts';
import { mailVerification } from './jobs/mail-verification.ts';
import { purgeContactType } from './jobs/purge-contact-type.ts';
import { recordEngagement } from './jobs/record-engagement.ts';
import { refreshSegments } from './jobs/refresh-segments.ts';
import { removeCustomValues } from './jobs/remove-custom-values.ts';
import { sendNotices } from './jobs/send-notices.ts';
import { startSingleSend } from './jobs/start-single-send.ts';

/** What does each job of the catalogue: one that is missing does not compile. */
export const processors: { readonly [Name in JobName]: Processor<Name> } = {
  'automation-advance': automationAdvance,
  'automation-replan': automationReplan,
  'automation-step': automationStep,
  'automation-walk': automationWalk,
  'deliver-first-slice': deliverFirstSlice,
  'deliver-slice': deliverSlice,
  'finish-mailing': finishMailing,
  'import-contacts': importContacts,
  'mail-confirmation': mailConfirmation,
  'mail-verification': mailVerification,
  'purge-contact-type': purgeContactType,
  'record-engagement': recordEngagement,
  'refresh-segments': refreshSegments,
  'remove-custom-values': removeCustomValues,
  'send-notices': sendNotices,
  'start-single-send': startSingleSend,
};
