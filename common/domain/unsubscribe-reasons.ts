/** The names are stored and shown by the API, so they stay. There is no free text: it would be personal data, and could not be counted. */
export const UNSUBSCRIBE_REASONS = Object.freeze({
  too_many: 'I get too many emails',
  not_relevant: 'The emails are not what I expected',
  not_interested: 'I am no longer interested',
  never_signed_up: 'I never signed up for these emails',
  other: 'Another reason',
} as const);

export type UnsubscribeReason = keyof typeof UNSUBSCRIBE_REASONS;

export const UNSUBSCRIBE_REASON_NAMES = Object.freeze(
  Object.keys(UNSUBSCRIBE_REASONS),
) as readonly UnsubscribeReason[];

export const reasonFigure = <Reason extends UnsubscribeReason>(reason: Reason) => `reason_${reason}` as const;

export type ReasonFigures = { [Reason in UnsubscribeReason as `reason_${Reason}`]: number };
