import { REPLY_CLASSES } from '../../../common/domain/reply-classes.ts';
import type { presentDomain, presentLink, presentPeriod } from '../../present/mail-details.ts';
import { count, like, list, localTime, mapping, nullable, record, text, timestamp } from '../shapes.ts';

/** Recipients, each counted once in each figure. */
export const mailEvents = {
  accepted: count('Mails that a mail server accepted, and that have not bounced since.'),
  opened: count('People who opened, at their first opening.'),
  clicked: count('People who clicked, at their first click.'),
  unsubscribed: count('People who unsubscribed by the mail.'),
  complained: count('People who reported it as spam.'),
  bounced: count('Refused for good, then or later, or given up.'),
};

/** Of a domain, or a day. */
export const bouncesByClass = like(
  mapping(count(), `Those by the class of the reply, where there is any: ${REPLY_CLASSES.join(', ')}.`),
  { full: 1 },
);

const link = record<ReturnType<typeof presentLink>>('LinkDetails', {
  url: text('The address, as its author wrote it.'),
  people: count('Recipients who clicked it at least once.'),
  clicks: count('Their clicks.'),
  machine_clicks: count('Clicks of programs, such as scanners of mail servers.'),
});

const period = record<ReturnType<typeof presentPeriod>>('PeriodDetails', {
  starts_at: timestamp('When the hour or day begins.'),
  local_time: localTime(),
  ...mailEvents,
});

const domain = record<ReturnType<typeof presentDomain>>('DomainDetails', {
  domain: nullable(text('Null, and last: all that are not named.')),
  ...mailEvents,
  bounces: bouncesByClass,
});

export const FRESHNESS =
  '`refreshing` true: much changed a moment ago, and a part of it is not counted yet; ask again in a minute.';

/** What is said of the three questions; `of`: whose mails. */
export const detailEntries = (of: string) => ({
  links: {
    summary: `Get who clicked the links of ${of}`,
    about: `In the order in which they stand in the mail. Clicks of before version 0.2.0 are not counted by link. ${FRESHNESS}`,
    output: list(link),
  },
  timeline: {
    summary: `Get when ${of} was accepted, opened, clicked and refused`,
    about:
      'The hours or days of the account’s time zone in which something happened, in order, at most the first thousand. Each recipient is ' +
      `counted once in each figure, when it happened first. ${FRESHNESS}`,
    output: list(period),
  },
  domains: {
    summary: `Get what became of ${of} by recipient domain`,
    about: `The 200 domains with the most mails, those with more first, and all others together. ${FRESHNESS}`,
    output: list(domain),
  },
});
