import type { EventType } from '../../common/domain/event-types.ts';

/** Tests compare the example with real events. */
interface DocumentedEvent {
  readonly when: string;
  readonly example: {
    readonly id: string;
    readonly data: Readonly<Record<string, string | number | null>>;
  };
}

const delivery = {
  delivery_id: 1204,
  utr: '5f0f1c2e-6f1d-4a51-9d0a-1f6f7a3f9b11',
  email: 'ada@example.com',
  contact_id: 12,
};
const contact = { contact_id: 12, contact_type_id: 3, email: delivery.email };
const send = {
  single_send_id: 15,
  utr: delivery.utr,
  single_send_name: 'November news',
};

export const WEBHOOK_EVENTS: Readonly<Record<EventType, DocumentedEvent>> = Object.freeze({
  'delivery.accepted': {
    when: 'A mail server accepted the mail.',
    example: { id: 'delivery-1204-accepted-1', data: { ...delivery, attempt: 1 } },
  },
  'delivery.bounced': {
    when: 'A mail server refused the mail permanently, at once or in a later report, or the service stopped its attempts.',
    example: {
      id: 'delivery-1204-bounced-1',
      data: { ...delivery, attempt: 1, class: 'gone', reply: '550 5.1.1 No such user' },
    },
  },
  'delivery.deferred': {
    when: 'A mail server deferred the mail. The service tries again.',
    example: {
      id: 'delivery-1204-deferred-1',
      data: { ...delivery, attempt: 1, class: 'later', reply: '451 4.7.1 Greylisted, try again' },
    },
  },
  'delivery.complained': {
    when: 'The recipient reported the mail as spam.',
    example: { id: 'delivery-1204-complained', data: { ...delivery, attempt: 1 } },
  },
  'delivery.in_doubt': {
    when: 'It is unknown whether a mail server accepted the mail. A person decides.',
    example: { id: 'delivery-1204-in_doubt-1', data: { ...delivery, attempt: 1 } },
  },
  'delivery.opened': {
    when: 'A person opened the mail. The event follows 35 seconds later, when it is certain that no machine opened it.',
    example: { id: 'delivery-1204-opened-1763971200000', data: delivery },
  },
  'delivery.clicked': {
    when: 'A person clicked a link of the mail. The event follows 35 seconds later, as for an opening.',
    example: {
      id: 'delivery-1204-clicked-1-1763971200000',
      data: { ...delivery, url: 'https://shop.example/november' },
    },
  },
  'contact.added': {
    when: 'A contact was added by a call or an import.',
    example: { id: 'contact-added-12-once', data: contact },
  },
  'contact.updated': {
    when: 'A contact was changed by a call or an import.',
    example: { id: 'contact-updated-12-6925b7f08d1c2a7e5b9f4d21', data: contact },
  },
  'contact.deleted': {
    when: 'A contact was deleted, alone or with its contact type.',
    example: { id: 'contact-deleted-12-once', data: contact },
  },
  'contact.unsubscribed': {
    when:
      'A person, a complaint or a call unsubscribed an address from a group or from all mail. `delivery_id` is the mail whose link was used; `by` is `person`, `api`, ' +
      '`console` or `import`.',
    example: {
      id: 'contact-unsubscribed-33-once',
      data: { email: delivery.email, delivery_id: delivery.delivery_id, by: 'person' },
    },
  },
  'contact.resubscribed': {
    when:
      'A person lifted an opt-out by a link of a mail, or the account by a call. `delivery_id` is the mail whose link was used, or null; `by` is `person`, ' +
      '`api` or `console`.',
    example: {
      id: 'contact-resubscribed-1204-6925b7f08d1c2a7e5b9f4d21',
      data: { email: delivery.email, delivery_id: delivery.delivery_id, by: 'person' },
    },
  },
  'single_send.started': {
    when: 'A single send starts to send its mails.',
    example: { id: 'single_send-started-15-once', data: send },
  },
  'single_send.paused': {
    when: 'A person or the service paused a single send.',
    example: {
      id: 'single_send-paused-15-6925b7f08d1c2a7e5b9f4d21',
      data: { ...send, paused_reason: 'too_many_bounces' },
    },
  },
  'single_send.completed': {
    when: 'Every recipient of a single send has a final outcome.',
    example: { id: 'single_send-completed-15-1763971200000', data: send },
  },
  'import.completed': {
    when: 'An import has ended. `failure` gives the reason if the file could not be read to its end.',
    example: {
      id: 'import-completed-8-once',
      data: {
        import_id: 8,
        contact_type_id: 3,
        rows_read: 2,
        rows_added: 1,
        rows_updated: 0,
        rows_unchanged: 0,
        rows_refused: 1,
        failure: null,
      },
    },
  },
  'sender.verified': {
    when: 'The link in the verification mail of a sender was confirmed.',
    example: {
      id: 'sender-verified-4-6925b7f08d1c2a7e5b9f4d21',
      data: { sender_id: 4, from_email: 'news@example.com' },
    },
  },
});
