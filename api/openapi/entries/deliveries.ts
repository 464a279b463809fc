import { REPLY_CLASSES } from '../../../common/domain/reply-classes.ts';
import { SKIP_REASONS } from '../../../common/domain/skip-reason.ts';
import type { ShownDelivery } from '../../present/deliveries.ts';
import { DELIVERY_STATES } from '../../services/queries/deliveries.ts';
import { count, id, nullable, oneOf, record, type ShapeFields, text, timestamp } from '../shapes.ts';

export const deliveryFields: ShapeFields<ShownDelivery> = {
  id: id(),
  email: text('The address of the recipient.'),
  contact_id: nullable(id('Null if the recipient was added to a segment by hand.')),
  state: oneOf(
    DELIVERY_STATES,
    '`pending`: not handed over yet. `deferred`: waits for another attempt. `accepted`: a mail server accepted it. `bounced`: refused ' +
      'permanently, at once or later, or given up. `skipped`: left out, see `skip_reason`. `in_doubt`: a mail server may have accepted it.',
  ),
  class: nullable(oneOf(REPLY_CLASSES, 'The meaning of the last reply of a mail that is not accepted.')),
  reply: nullable(text('The text of that reply.')),
  skip_reason: nullable(oneOf(SKIP_REASONS)),
  attempts: count('How many times it was handed to a mail server.'),
  first_attempted_at: nullable(timestamp('When a mail server answered for the first time.')),
  accepted_at: nullable(timestamp()),
  bounced_at: nullable(timestamp('Null also for mails that bounced before the service kept this.')),
  opens: count('Openings by people.'),
  machine_opens: count('Openings by machines: prefetching proxies, scanners, previews of links.'),
  clicks: count('Clicks by people.'),
  machine_clicks: count('Clicks by machines.'),
  first_opened_at: nullable(timestamp('By a person.')),
  last_opened_at: nullable(timestamp()),
  unsubscribed_at: nullable(timestamp('When the recipient unsubscribed by this mail.')),
  complained_at: nullable(timestamp('When the recipient reported it as spam.')),
  next_try_at: nullable(timestamp('When a deferred mail is retried.')),
  doubted: oneOf([0, 1], '1: it was in doubt and was handed over again, so it may have arrived twice.'),
};

export const delivery = record<ShownDelivery>('Delivery', deliveryFields);

export const DELIVERIES =
  'A delivery must match all filters. `email` is one address. `search` is the beginning of an address, or of a first or last name of the ' +
  'contact. Mails older than the storage time (`RETENTION_DAYS`) are not listed.';

export const DOWNLOADING = 'The same mails and filters as the list, as CSV.';
