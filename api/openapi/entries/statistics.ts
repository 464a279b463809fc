import type { presentDay } from '../../present/statistics.ts';
import { entries } from '../entry.ts';
import { count, id, integer, like, list, matching, nullable, object, record, text } from '../shapes.ts';
import { bouncesByClass, FRESHNESS, mailEvents } from './mail-details.ts';

type DayAnswer = ReturnType<typeof presentDay>;

const line = record<DayAnswer>('Statistics', {
  date: nullable(matching('^\\d{4}-\\d\\d-\\d\\d$', 'The day; null where `by` is `domain`.')),
  domain: nullable(
    text('The recipient domain, where `by` is `domain`; null, and last: all that are not named.'),
  ),
  ...mailEvents,
  bounces: bouncesByClass,
  contact_types: list(
    object<DayAnswer['contact_types'][number]>({
      contact_type_id: id(),
      contact_type: nullable(like(text('Its name; null if it is deleted, and gone.'), 'Customers')),
      contacts: like(count('Its contacts at the end of the day.'), 2),
      growth: like(integer('How many more, or less, than the day before.'), 2),
    }),
    'The contact types that grew or shrank on the day; none by domain. They are looked at every hour.',
  ),
});

export const statistics = entries(
  { name: 'Statistics', about: 'What became of all mails of an account.' },
  {
    accountStatistics: {
      summary: 'Get what became of all mails, by day or by recipient domain',
      about:
        'By day: what happened on each day, to mails of any age; days of the account’s time zone, those without any included. By domain: what became ' +
        'until now of the mails that began to be sent on these days of UTC; the 200 domains with the most mails, and all others together. ' +
        FRESHNESS,
      output: list(line),
    },
  },
);
