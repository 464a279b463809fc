/** What a webhook may be told. The names are in the contract, in stored documents and in calls. */
export const EVENT_TYPES = [
  'delivery.accepted',
  'delivery.bounced',
  'delivery.deferred',
  'delivery.complained',
  'delivery.in_doubt',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];
