/**
 * Why people unsubscribe, as the pages ask it after the unsubscribe. The names are stored and shown by the API, so they keep their
 * meaning. There is no text of their own: it would be personal data, and it could not be counted.
 */
export const UNSUBSCRIBE_REASONS = Object.freeze({
  too_many: 'I get too many mails',
  not_relevant: 'The mails are not what I expected',
  not_interested: 'I am no longer interested',
  never_signed_up: 'I never signed up for these mails',
  other: 'Another reason',
} as const);

export type UnsubscribeReason = keyof typeof UNSUBSCRIBE_REASONS;

export const UNSUBSCRIBE_REASON_NAMES = Object.freeze(
  Object.keys(UNSUBSCRIBE_REASONS),
) as readonly UnsubscribeReason[];

/** Where figures count a reason. */
export const reasonFigure = <Reason extends UnsubscribeReason>(reason: Reason) => `reason_${reason}` as const;

/** How many recipients gave each reason, as figures have it. */
export type ReasonFigures = { [Reason in UnsubscribeReason as `reason_${Reason}`]: number };
