import type { presentUnsubscriber } from '../../present/global-unsubscribes.ts';
import { entries } from '../entry.ts';
import { id, nullable, record, text, timestamp } from '../shapes.ts';

export const unsubscriber = record<ReturnType<typeof presentUnsubscriber>>('Unsubscriber', {
  id: id(),
  user_id: id(),
  unsubscribe_groups_id: nullable(id('The group that the address left; null if it left all mail.')),
  email_address: text(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const DOWNLOADED =
  'A CSV file with `email`, `status`, `status_at` and `reason`, which `suppressions/upload-csv` reads.';

export const globalUnsubscribes = entries(
  {
    name: 'Global unsubscribes',
    about: 'Addresses that get no mail of the account, in whatever contact type or segment they are.',
  },
  {
    globalUnsubscribeList: { summary: 'List global unsubscribers', output: unsubscriber },
    globalUnsubscribeSave: {
      summary: 'Unsubscribe addresses from all mail',
      about:
        'An address that is stored already keeps its one entry. One invalid address refuses the whole call.',
    },
    globalUnsubscribeDownload: {
      summary: 'Download global unsubscribers',
      about: DOWNLOADED,
    },
    globalUnsubscribeDelete: { summary: 'Remove one global unsubscriber' },
    globalUnsubscribeBulkDelete: {
      summary: 'Remove several global unsubscribers',
      about: 'Succeeds if at least one of the ids exists; the others are ignored.',
    },
  },
);
