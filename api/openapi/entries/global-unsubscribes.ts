import type { presentUnsubscriber } from '../../present/global-unsubscribes.ts';
import { entries } from '../entry.ts';
import { id, nullable, record, text, timestamp } from '../shapes.ts';

/** An entry of the account, or of one group. */
export const unsubscriber = record<ReturnType<typeof presentUnsubscriber>>('Unsubscriber', {
  id: id(),
  user_id: id(),
  unsubscribe_groups_id: nullable(id('The group that was left; null where all mail was.')),
  email_address: text(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const globalUnsubscribes = entries(
  {
    name: 'Global unsubscribes',
    about: 'Addresses that get no mail of the account at all, whatever they are a member of.',
  },
  {
    globalUnsubscribeList: { summary: 'List global unsubscribers', output: unsubscriber },
    globalUnsubscribeSave: {
      summary: 'Unsubscribe addresses from everything',
      about: 'Addresses that are there already are kept once. An invalid one refuses the whole request.',
    },
    globalUnsubscribeDelete: { summary: 'Remove one entry' },
    globalUnsubscribeBulkDelete: {
      summary: 'Remove several entries',
      about: 'Succeeds if at least one of the ids was there; the others are ignored.',
    },
  },
);
