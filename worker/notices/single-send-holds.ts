import type { PauseReason } from '../../common/models/mailings.ts';
import type { HoldReason } from '../../shared/hold-reasons.ts';
import type { RenderNotice } from './renderer.ts';
import { findSend, itIs } from './single-sends.ts';

const FAILED =
  'Its details name the failure. Please resume it to try again, and tell the operator of this service if it fails again.';

const HELD: Readonly<
  Record<
    Exclude<HoldReason, 'draft' | 'restored' | 'closed' | 'suspended'>,
    readonly [because: string, then: string]
  >
> = {
  sender_deleted: ['its sender was deleted', 'Please choose another sender.'],
  recipient_deleted: [
    'a contact type or segment that it goes to was deleted',
    'Please choose its recipients again.',
  ],
  sender_address: [
    'an address of its sender has characters beyond ASCII before the @',
    'Please give the sender other addresses, or choose another sender. It is then resumed automatically.',
  ],
  sender_unverified: [
    'its sender is not verified',
    'It is resumed automatically once the link in the verification mail was opened and confirmed.',
  ],
  template_empty: ['its mail is still empty', 'Please give it a template or code.'],
  template_failed: [
    'its template could not be rendered',
    'Its details name the problem of the template. Please fix the template and save the send.',
  ],
  duplicate: ['it is a copy that is not ready yet', 'Save it when it is as you want it.'],
  import_running: [
    'contacts are still being imported',
    'It is resumed automatically when the import has ended.',
  ],
  schedule_missed: [
    'it missed its time by more than a day',
    'Please give it another time, or none, and save it.',
  ],
  quota: [
    'your account has sent as many mails today as it may',
    'It is resumed automatically at 00:00 UTC, or once the quota is raised.',
  ],
  failed: ['its start failed repeatedly', FAILED],
};

export const sendHeld: RenderNotice = async ({ subject, facts }) => {
  const send = await findSend(subject);
  const held = HELD[facts['reason'] as keyof typeof HELD];
  if (!send || !held) return null;
  const [because, then] = held;
  return {
    subject: `A single send is held: ${because}`,
    paragraphs: [itIs(send), 'No mail was sent yet.', then],
  };
};

/** A pause by a person has no notice. */
const PAUSED: Readonly<
  Record<Exclude<PauseReason, 'person' | 'restored' | 'suspended'>, readonly [because: string, then: string]>
> = {
  refused: [
    'mail servers refuse us',
    'Please tell the operator of this service, and resume the send when the problem is fixed.',
  ],
  too_many_bounces: [
    'too many of its addresses do not exist',
    'Please look at where its recipients come from, and resume or cancel it.',
  ],
  too_many_complaints: [
    'too many recipients reported it as spam',
    'Please look at where its recipients come from, and resume or cancel it.',
  ],
  sender_deleted: ['its sender was deleted', 'It can only be cancelled now.'],
  sender_address: [
    'an address of its sender has characters beyond ASCII before the @',
    'It is resumed automatically once the sender has other addresses and is verified.',
  ],
  sender_unverified: [
    'its sender is no longer verified',
    'It is resumed automatically once the sender is verified again.',
  ],
  quota: [
    'your account has sent as many mails today as it may',
    'It is resumed automatically at 00:00 UTC, or once the quota is raised.',
  ],
  failed: ['a step of it failed repeatedly', FAILED],
};

export const sendPaused: RenderNotice = async ({ subject, facts }) => {
  const send = await findSend(subject);
  const paused = PAUSED[facts['reason'] as keyof typeof PAUSED];
  if (!send || !paused) return null;
  const [because, then] = paused;
  return {
    subject: `A single send is paused: ${because}`,
    paragraphs: [itIs(send), 'Unsent mails wait; no recipient is lost.', then],
  };
};
