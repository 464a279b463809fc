import { REPLY_CLASSES } from '../../../common/domain/reply-classes.ts';
import type { presentDomain, presentLink, presentPeriod } from '../../present/mail-details.ts';
import { count, like, list, localTime, mapping, nullable, record, text, timestamp } from '../shapes.ts';

/** Each recipient counts once in each figure. */
export const mailEvents = {
  accepted: count('Mails that a mail server accepted and that have not bounced since.'),
  opened: count('People who opened, counted at their first opening.'),
  clicked: count('People who clicked, counted at their first click.'),
  unsubscribed: count('People who unsubscribed by the mail.'),
  complained: count('People who reported it as spam.'),
  bounced: count('Mails that were refused permanently, at once or later, or given up.'),
};

export const bouncesByClass = like(
  mapping(count(), `Bounces by the class of the reply, if there are any: ${REPLY_CLASSES.join(', ')}.`),
  { full: 1 },
);

const link = record<ReturnType<typeof presentLink>>('LinkDetails', {
  url: text('The address as the author of the mail wrote it.'),
  people: count('Recipients who clicked it at least once.'),
  clicks: count('The number of their clicks.'),
  machine_clicks: count('Clicks by machines, such as scanners of mail servers.'),
});

const period = record<ReturnType<typeof presentPeriod>>('PeriodDetails', {
  starts_at: timestamp('When the hour or day begins.'),
  local_time: localTime(),
  ...mailEvents,
});

export const PROVIDER = like(
  nullable(
    text(
      'With `providers`, who receives the mail of the domain, such as Google or Microsoft; null if that is not known.',
    ),
  ),
  null,
);

const domain = record<ReturnType<typeof presentDomain>>('DomainDetails', {
  domain: nullable(text('The recipient domain. The last entry has null: all other domains.')),
  provider: PROVIDER,
  ...mailEvents,
  bounces: bouncesByClass,
});

export const FRESHNESS =
  'If `refreshing` is true, a part of many recent changes is not counted yet; ask again in a minute.';

/** `of`: the mails, as in “a single send”. */
export const detailEntries = (of: string) => ({
  links: {
    summary: `Get the clicks on the links of ${of}`,
    about: `The links in their order in the mail. Early clicks, from before the service counted by link, are missing. ${FRESHNESS}`,
    output: list(link),
  },
  timeline: {
    summary: `Get when ${of} was accepted, opened, clicked and refused`,
    about:
      'The hours or days with events, in order, at most the first 1,000; in the time zone of the account. Each recipient counts once in each ' +
      `figure, at the first event. ${FRESHNESS}`,
    output: list(period),
  },
  domains: {
    summary: `Get the outcomes of ${of} by recipient domain`,
    about: `The 200 domains with the most mails, largest first, and all other domains together. ${FRESHNESS}`,
    output: list(domain),
  },
});
