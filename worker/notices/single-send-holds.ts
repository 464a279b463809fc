import type { PauseReason } from '../../common/models/mailings.ts';
import type { HoldReason } from '../../shared/hold-reasons.ts';
import type { RenderNotice } from './renderer.ts';
import { findSend, itIs } from './single-sends.ts';

/** The advice for `failed`. */
const FAILED =
  'Its details say what failed. Please resume it to try again, and let the operator of this service know if it fails once more.';

/** Why a send is held, and what ends the hold. */
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
    'Please give the sender other addresses, or choose another sender. It then goes on by itself.',
  ],
  sender_unverified: [
    'its sender is not verified',
    'It goes on by itself once the link in the verification mail was opened and confirmed.',
  ],
  template_empty: ['there is nothing in its mail yet', 'Please give it a template or code.'],
  template_failed: [
    'its template makes no mail',
    'Its details say what is wrong with the template; please save it once that is changed.',
  ],
  duplicate: ['it is a copy that is not ready yet', 'Save it when it is as you want it.'],
  import_running: ['contacts are still being imported', 'It goes on by itself when the import has ended.'],
  schedule_missed: [
    'it missed its time by more than a day',
    'Please give it another time, or none, and save it.',
  ],
  quota: [
    'your account has sent as many mails today as it may',
    'It goes on by itself when the day turns (00:00 UTC), or once the quota is raised.',
  ],
  failed: ['its start failed again and again', FAILED],
};

export const sendHeld: RenderNotice = async ({ subject, facts }) => {
  const send = await findSend(subject);
  const held = HELD[facts['reason'] as keyof typeof HELD];
  if (!send || !held) return null;
  const [because, then] = held;
  return {
    subject: `A single send is held: ${because}`,
    paragraphs: [itIs(send), 'Nothing was sent yet.', then],
  };
};

/** A pause by a person has no notice. */
const PAUSED: Readonly<
  Record<Exclude<PauseReason, 'person' | 'restored' | 'suspended'>, readonly [because: string, then: string]>
> = {
  refused: [
    'mail servers refuse us',
    'Please let the operator of this service know, and resume it when that is corrected.',
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
    'It goes on by itself once the sender has other addresses and is verified.',
  ],
  sender_unverified: [
    'its sender is no longer verified',
    'It goes on by itself once the sender is verified again.',
  ],
  quota: [
    'your account has sent as many mails today as it may',
    'It goes on by itself when the day turns (00:00 UTC), or once the quota is raised.',
  ],
  failed: ['a step of it failed again and again', FAILED],
};

export const sendPaused: RenderNotice = async ({ subject, facts }) => {
  const send = await findSend(subject);
  const paused = PAUSED[facts['reason'] as keyof typeof PAUSED];
  if (!send || !paused) return null;
  const [because, then] = paused;
  return {
    subject: `A single send is paused: ${because}`,
    paragraphs: [itIs(send), 'What was not sent yet waits; nothing is lost.', then],
  };
};
