import { BULK_ACTIONS, BULK_STATES } from '../../../common/models/bulk-changes.ts';
import type { presentBulkChange } from '../../present/bulk-changes.ts';
import { entries } from '../entry.ts';
import { count, id, like, nullable, oneOf, record, text, timestamp } from '../shapes.ts';

const bulkChange = record<ReturnType<typeof presentBulkChange>>('BulkChange', {
  id: like(id(), 9),
  action: like(oneOf(BULK_ACTIONS), 'delete'),
  contact_type_id: nullable(like(id('The contact type of the contacts; null for contacts of all types.'), 3)),
  segment_id: like(
    nullable(id('The segment to which contacts are added, or from which they are removed.')),
    null,
  ),
  unsubscribe_groups_id: nullable(id('The group from which contacts are unsubscribed.')),
  tag: like(nullable(text('The tag that contacts get or lose.')), null),
  state: like(oneOf(BULK_STATES), 'ready'),
  failure: nullable(text('Why it stopped before it was complete.')),
  contacts_matched: like(
    count(
      'The number of contacts that the search finds. While the state is `counting`, the contacts counted so far.',
    ),
    1200,
  ),
  contacts_done: count('The number of these contacts that are processed.'),
  percent: like(count('0 to 100: the progress of counting, then of changing.'), 0),
  starts_in: like(
    count('Seconds until it begins to change contacts, if it was started with `undo_seconds`; otherwise 0.'),
    0,
  ),
  finished_at: like(nullable(timestamp()), null),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const bulkChanges = entries(
  {
    name: 'Bulk changes',
    about:
      'One change of all contacts that a search finds, even of a million. First a worker counts the contacts. After the change is started, a ' +
      'worker changes each contact like the calls for one contact, with webhooks, segments and automations. Contacts that are added after the ' +
      'call are not changed.',
  },
  {
    bulkChangeSave: {
      summary: 'Prepare a change of all contacts that a search finds',
      about:
        'Counts the contacts and changes nothing. `contacts/bulk/details` shows when the state is `ready`, and the number of contacts. Start it ' +
        'with `contacts/bulk/start` within a day. The filters are those of `contacts/find`: each must hold, and without a filter and `contact_ids` it applies to all ' +
        'contacts. An account can have three ' +
        'bulk changes under way; one more is a 409.',
    },
    bulkChangeStart: {
      summary: 'Start a bulk change',
      about:
        'Its changes cannot be undone. With `undo_seconds` it waits first, and `contacts/bulk/cancel` in this time leaves all contacts unchanged.' +
        ' A change that failed while it ran continues where it stopped when it is started again. A repeated call changes nothing.',
    },
    bulkChangeCancel: {
      summary: 'Cancel a bulk change',
      about:
        'A change that has not begun changes no contact. A change that has begun stops after at most 500 more contacts; completed changes stay.',
    },
    bulkChangeDetails: { summary: 'Get one bulk change', output: bulkChange },
    bulkChangeList: {
      summary: 'List bulk changes',
      about: 'The bulk changes of the last 90 days.',
      output: bulkChange,
    },
  },
);
