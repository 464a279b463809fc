import type { JobName, JobPayloads } from './catalogue.ts';

/** What a single send, and each job of its mailing, is about: the mailing's own key. */
export { mailingOfSend as subjectOfSend } from '../domain/mailing-keys.ts';

export const subjectOfAutomation = (id: number): string => `automation-${id}`;
export const subjectOfSchedule = (id: number): string => `schedule-${id}`;
export const subjectOfType = (id: number): string => `contact-type-${id}`;

const ofMailing = ({ mailing }: { mailing: string }): string => mailing;
const ofType = ({ contactTypeId }: { contactTypeId: number }): string => subjectOfType(contactTypeId);
const ofAutomation = ({ automationId }: { automationId: number }): string =>
  subjectOfAutomation(automationId);
const ofAccount = ({ userId }: { userId: number }): string => `account-${userId}`;

/** What each job is about. Failures are counted for a job and this: the slices of one mailing count together. */
export const SUBJECTS: { readonly [Name in JobName]: (payload: JobPayloads[Name]) => string } = {
  'import-contacts': ({ importId }) => `import-${importId}`,
  'refresh-segments': ofType,
  'record-engagement': ofAccount,
  'purge-contact-type': ofType,
  'remove-custom-values': ({ customFieldId }) => `custom-field-${customFieldId}`,
  'start-single-send': ({ singleSendId }) => `send-${singleSendId}`,
  'deliver-first-slice': ofMailing,
  'deliver-slice': ofMailing,
  'finish-mailing': ofMailing,
  'mail-verification': ({ senderId }) => `sender-${senderId}`,
  'mail-confirmation': ({ recipientId }) => `notification-recipient-${recipientId}`,
  'automation-step': ({ scheduleId }) => subjectOfSchedule(scheduleId),
  'automation-advance': ofMailing,
  'automation-walk': ofAutomation,
  'automation-replan': ofAutomation,
  'send-notices': ofAccount,
};

export const subjectOf = <Name extends JobName>(name: Name, payload: JobPayloads[Name]): string =>
  SUBJECTS[name](payload);
