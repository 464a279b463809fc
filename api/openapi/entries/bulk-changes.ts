import { BULK_ACTIONS, BULK_STATES } from '../../../common/models/bulk-changes.ts';
import type { presentBulkChange } from '../../present/bulk-changes.ts';
import { entries } from '../entry.ts';
import { count, id, like, nullable, oneOf, record, text, timestamp } from '../shapes.ts';

const bulkChange = record<ReturnType<typeof presentBulkChange>>('BulkChange', {
  id: like(id(), 9),
  action: like(oneOf(BULK_ACTIONS), 'delete'),
  contact_type_id: nullable(like(id('Only contacts of this type; null: of all.'), 3)),
  segment_id: like(nullable(id('The segment that contacts are added to, or taken out of.')), null),
  unsubscribe_groups_id: nullable(id('The group that contacts are unsubscribed from.')),
  state: like(oneOf(BULK_STATES), 'ready'),
  failure: nullable(text('Why it ended before its end.')),
  contacts_matched: like(
    count(
      'The contacts that the search finds, as far as they are counted: all of them once the state is not `counting`.',
    ),
    1200,
  ),
  contacts_done: count('Of these, how many it has gone through.'),
  percent: like(count('0 to 100: how far it is with counting, then with changing.'), 0),
  starts_in: like(
    count('Seconds in which it changes nothing yet, once it was started with `undo_seconds`; 0 otherwise.'),
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
      'One change of all contacts that a search finds, also of a million. First a worker counts them; once the change is started, a worker ' +
      'changes each of them as the calls for one contact do, with webhooks, segments and automations. Contacts that are added after the call are left alone.',
  },
  {
    bulkChangeSave: {
      summary: 'Prepare a change of all contacts that a search finds',
      about:
        'The contacts are counted, and nothing is changed. `contacts/bulk/details` says when the state is `ready`, and how many they are; then ' +
        '`contacts/bulk/start` begins, within a day. Without `search` and `contact_type_id` it is about all contacts. Three changes of an account ' +
        'may be under way; another is a 409.',
    },
    bulkChangeStart: {
      summary: 'Start a bulk change',
      about:
        'What it has changed can not be taken back. With `undo_seconds` it waits first, and `contacts/bulk/cancel` then leaves everything as it is. ' +
        'One that was given up while it ran goes on where it is started again. Asking again changes nothing.',
    },
    bulkChangeCancel: {
      summary: 'Cancel a bulk change',
      about:
        'One that has changed no contact yet changes none. One that has begun ends after at most 500 more contacts, and what was done stays.',
    },
    bulkChangeDetails: { summary: 'Get one bulk change', output: bulkChange },
    bulkChangeList: { summary: 'List bulk changes', about: 'Those of the last 90 days.', output: bulkChange },
  },
);
