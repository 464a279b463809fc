import { REPLY_CLASSES } from '../../../common/domain/reply-classes.ts';
import { SKIP_REASONS } from '../../../common/domain/skip-reason.ts';
import type { ShownDelivery } from '../../present/deliveries.ts';
import { DELIVERY_STATES } from '../../services/queries/deliveries.ts';
import { count, id, nullable, oneOf, record, type ShapeFields, text, timestamp } from '../shapes.ts';

export const deliveryFields: ShapeFields<ShownDelivery> = {
  id: id(),
  email: text('The address it is for.'),
  contact_id: nullable(id('Null if the recipient was added to a segment by hand.')),
  state: oneOf(
    DELIVERY_STATES,
    '`pending`: not handed over yet. `deferred`: waits for another try. `accepted`: a mail server took it. `bounced`: refused for good, then ' +
      'or later, or given up. `skipped`: left out, see `skip_reason`. `in_doubt`: a mail server may have taken it.',
  ),
  class: nullable(oneOf(REPLY_CLASSES, 'What the last reply that was no acceptance meant.')),
  reply: nullable(text('That reply.')),
  skip_reason: nullable(oneOf(SKIP_REASONS)),
  attempts: count('How often a mail server had it before it.'),
  first_attempted_at: nullable(timestamp('When a mail server answered for the first time.')),
  accepted_at: nullable(timestamp()),
  bounced_at: nullable(timestamp('Null for mails that bounced before version 0.2.0, too.')),
  opens: count('Openings by people.'),
  machine_opens: count('Openings by machines: prefetching proxies, scanners, previews of links.'),
  clicks: count('Clicks of people.'),
  machine_clicks: count('Clicks of machines.'),
  first_opened_at: nullable(timestamp('By a person.')),
  last_opened_at: nullable(timestamp()),
  unsubscribed_at: nullable(timestamp('When its recipient unsubscribed by this mail.')),
  complained_at: nullable(timestamp('When its recipient reported it as spam.')),
  doubted: oneOf([0, 1], '1: it may have been handed over before, and was handed over again.'),
};

/** One mail of a single send or of an automation's email. */
export const delivery = record<ShownDelivery>('Delivery', deliveryFields);

export const DELIVERIES =
  'All filters hold together. `email` is one address, `search` the beginning of an address, or of the first or last name of the contact. ' +
  'Mails whose time of storage is over (`RETENTION_DAYS`) are not listed.';

export const DOWNLOADING = 'The same mails and filters as the list, as CSV.';
