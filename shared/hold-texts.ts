import type { HoldReason, PauseReason } from './hold-reasons.ts';

/** A heading without a full stop, and what follows or what to do. */
export type ReasonTexts<Reason extends string> = Readonly<
  Record<Reason, readonly [heading: string, then: string]>
>;

const FAILED = 'Resume it. If it fails again, tell the operator of the service.';
const LIMIT = 'Your account has reached its daily limit of emails';

/** The same words on screens and in notices. */
export const HOLD_TEXTS: ReasonTexts<HoldReason> = {
  draft: ['It is a draft', 'Finish it, then send it.'],
  duplicate: ['It is a copy of another', 'Check it, then send it.'],
  sender_deleted: ['Its sender was deleted', 'Choose another sender.'],
  recipient_deleted: ['An audience or segment was deleted', 'Choose the recipients again.'],
  sender_address: [
    'The address of its sender cannot be used',
    'Give the sender another address, or choose another sender.',
  ],
  sender_unverified: [
    'Its sender is not confirmed',
    'Open the link in the email to the sender. It is then sent automatically.',
  ],
  template_empty: ['Its email is empty', 'Choose a template or write HTML.'],
  template_failed: ['The content has an error', 'Fix it, then save.'],
  import_running: ['Contacts are still being imported', 'It is sent automatically after the import.'],
  schedule_missed: [
    'Its scheduled time was missed by more than a day',
    'Choose another time, or send it now.',
  ],
  suspended: ['Your account is suspended', 'Ask the operator of the service.'],
  account_complaints: [
    'Too many people reported your emails as spam',
    'Campaigns and automations wait. Check where your contacts come from, then release the account or ask the operator of the service.',
  ],
  account_bounces: [
    'Too many of your addresses do not exist',
    'Campaigns and automations wait. Clean your lists, then release the account or ask the operator of the service.',
  ],
  quota: [LIMIT, 'It is sent automatically at 00:00 UTC, or once the limit is raised.'],
  restored: ['The service was restored from a backup', 'Resume it if it should still be sent.'],
  closed: ['Your account was closed', 'Resume it if it should still be sent.'],
  failed: ['A step failed repeatedly', FAILED],
};

export const PAUSE_TEXTS: ReasonTexts<PauseReason> = {
  person: ['It is paused', 'Resume it when you are ready.'],
  refused: [
    'Mail servers refuse its emails',
    'Tell the operator of the service. Resume it when the problem is fixed.',
  ],
  too_many_bounces: [
    'Too many addresses do not exist',
    'Check where its contacts come from, then resume or cancel it.',
  ],
  too_many_complaints: [
    'Too many people reported it as spam',
    'Check where its contacts come from, then resume or cancel it.',
  ],
  sender_deleted: ['Its sender was deleted', 'You can only cancel it.'],
  sender_address: [
    'The address of its sender cannot be used',
    'Change the address. It is then resumed automatically.',
  ],
  sender_unverified: ['Its sender is no longer confirmed', 'Confirm it. It is then resumed automatically.'],
  quota: [LIMIT, 'It is resumed automatically at 00:00 UTC, or once the limit is raised.'],
  suspended: ['Your account is suspended', 'Ask the operator of the service.'],
  account_complaints: [
    'Too many people reported your emails as spam',
    'Campaigns and automations wait. Check where your contacts come from, then release the account or ask the operator of the service.',
  ],
  account_bounces: [
    'Too many of your addresses do not exist',
    'Campaigns and automations wait. Clean your lists, then release the account or ask the operator of the service.',
  ],
  restored: ['The service was restored from a backup', 'Resume it if it should still be sent.'],
  failed: ['A step failed repeatedly', FAILED],
};
