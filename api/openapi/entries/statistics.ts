import type { presentDay } from '../../present/statistics.ts';
import { entries } from '../entry.ts';
import { count, id, integer, like, list, matching, nullable, object, record, text } from '../shapes.ts';
import { bouncesByClass, FRESHNESS, mailEvents, PROVIDER } from './mail-details.ts';

type DayAnswer = ReturnType<typeof presentDay>;

const line = record<DayAnswer>('Statistics', {
  date: nullable(matching('^\\d{4}-\\d\\d-\\d\\d$', 'The day; null if `by` is `domain`.')),
  domain: nullable(
    text('The recipient domain if `by` is `domain`. The last entry has null: all other domains.'),
  ),
  provider: PROVIDER,
  ...mailEvents,
  bounces: bouncesByClass,
  contact_types: list(
    object<DayAnswer['contact_types'][number]>({
      contact_type_id: id(),
      contact_type: nullable(
        like(text('Its name; null if it was deleted and its data is removed.'), 'Customers'),
      ),
      contacts: like(count('The number of its contacts at the end of the day.'), 2),
      growth: like(integer('The change from the day before: `joined` less `left`.'), 2),
      joined: nullable(
        like(
          count(
            'Contacts that were added or came from another type, also those that left on the day. Null: counted by version 0.1.0.',
          ),
          2,
        ),
      ),
      left: nullable(like(count('Contacts that were deleted or went to another type.'), 0)),
    }),
    'The contact types that contacts joined or left on the day; empty by domain. They are counted every hour.',
  ),
});

export const statistics = entries(
  { name: 'Statistics', about: 'The outcomes of all mails of an account.' },
  {
    accountStatistics: {
      summary: 'Get the outcomes of all mails, by day or by recipient domain',
      about:
        'By day: the events of each day, for mails of any age. The days are in the time zone of the account, and days without events are ' +
        'included. By domain: the outcomes until now of the mails whose sending began on these days in UTC. These are the 200 domains with the ' +
        'most mails, and all others together. ' +
        FRESHNESS,
      output: list(line),
    },
  },
);
