/** The names are in the contract, in stored documents and in webhook calls. */
export const EVENT_TYPES = [
  'delivery.accepted',
  'delivery.bounced',
  'delivery.deferred',
  'delivery.complained',
  'delivery.in_doubt',
  'delivery.opened',
  'delivery.clicked',
  'contact.added',
  'contact.updated',
  'contact.deleted',
  'contact.unsubscribed',
  'contact.resubscribed',
  'single_send.started',
  'single_send.paused',
  'single_send.completed',
  'import.completed',
  'sender.verified',
] as const;
/** A ledger row itself shows whether its event happened. */
export const isOfDelivery = (type: EventType): boolean => type.startsWith('delivery.');
export type EventType = (typeof EVENT_TYPES)[number];
