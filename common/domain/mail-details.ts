import { domainOf } from './domain-of.ts';
import type { Engagement } from './engagement.ts';
import { REPLY_CLASSES, type ReplyClass } from './reply-classes.ts';

/**
 * Events of mails, each counted at its first time: the state `accepted`, people who opened, clicked, unsubscribed and complained, and the
 * state `bounced` by reply class. Stored details contain a name's place here: append new ones.
 */
export const DETAIL_EVENTS = Object.freeze([
  'accepted',
  'opened',
  'clicked',
  'unsubscribed',
  'complained',
  ...REPLY_CLASSES,
] as const);
export type DetailEvent = (typeof DETAIL_EVENTS)[number];

const PLACE = new Map<string, number>(DETAIL_EVENTS.map((name, place) => [name, place]));
const placeOf = (event: DetailEvent): number => PLACE.get(event)!;

/** Times are stored as quarters of an hour: hours and days of every time zone begin with one. */
export const QUARTER_MS = 900_000;
export const QUARTERS_OF_DAY = 96;
export const quarterOf = (at: Date): number => Math.floor(at.getTime() / QUARTER_MS);

/** Some 500 kB. */
export const DOMAINS_KEPT = 20_000;
export const OTHER_DOMAINS = '';

/** Numbers of events, each at its place in {@link DETAIL_EVENTS}. */
export type EventCounts = number[];
export const countOfEvent = (counts: EventCounts, event: DetailEvent): number => counts[placeOf(event)] ?? 0;
export const bouncesOf = (counts: EventCounts): number =>
  REPLY_CLASSES.reduce((sum, name) => sum + countOfEvent(counts, name), 0);

/** People who clicked a link, their clicks, and those of machines. */
export type LinkCounts = [people: number, clicks: number, machineClicks: number];

/** By time, recipient domain and link. */
export interface MailDetails {
  /** By quarter (UTC, counted from 1970). Events without a time, such as bounces before version 0.2.0, are not included. */
  readonly times: Map<number, EventCounts>;
  readonly domains: Map<string, EventCounts>;
  readonly links: Map<number, LinkCounts>;
}

export const noDetails = (): MailDetails => ({ times: new Map(), domains: new Map(), links: new Map() });

/** The projection of {@link DetailRow}. */
export const DETAIL_FIELDS = {
  _id: 0,
  email_norm: 1,
  state: 1,
  class: 1,
  accepted_at: 1,
  bounced_at: 1,
  opens: 1,
  first_opened_at: 1,
  clicks: 1,
  first_clicked_at: 1,
  unsubscribed_at: 1,
  complained_at: 1,
  links: 1,
  machine_links: 1,
} as const;

export interface DetailRow extends Readonly<Engagement> {
  readonly email_norm: string;
  readonly state: string;
  readonly class?: ReplyClass;
  readonly accepted_at?: Date;
  readonly bounced_at?: Date;
  readonly unsubscribed_at?: Date;
  readonly complained_at?: Date;
}

export function detailsOfRows(rows: Iterable<DetailRow>): MailDetails {
  const details = noDetails();
  for (const row of rows) addRow(details, row);
  return details;
}

function addRow(details: MailDetails, row: DetailRow): void {
  const domain = domainOf(row.email_norm);
  const happened = (event: DetailEvent, at: Date | undefined): void => {
    bump(details.domains, domain, placeOf(event));
    if (at) bump(details.times, quarterOf(at), placeOf(event));
  };
  if (row.state === 'accepted') happened('accepted', row.accepted_at);
  if (row.state === 'bounced') happened(knownClass(row.class), row.bounced_at);
  if ((row.opens ?? 0) > 0) happened('opened', row.first_opened_at);
  if ((row.clicks ?? 0) > 0) happened('clicked', row.first_clicked_at);
  if (row.unsubscribed_at) happened('unsubscribed', row.unsubscribed_at);
  if (row.complained_at) happened('complained', row.complained_at);
  if (row.links)
    for (const [id, clicks] of Object.entries(row.links)) addLink(details, Number(id), [1, clicks, 0]);
  if (row.machine_links)
    for (const [id, clicks] of Object.entries(row.machine_links))
      addLink(details, Number(id), [0, 0, clicks]);
}

/** Version 0.1.0 stored no classes. */
const knownClass = (name: ReplyClass | undefined): ReplyClass =>
  name !== undefined && PLACE.has(name) ? name : 'unknown';

function bump<Key>(counts: Map<Key, EventCounts>, key: Key, place: number): void {
  let found = counts.get(key);
  if (!found) counts.set(key, (found = noEventCounts()));
  found[place]! += 1;
}

export const noEventCounts = (): EventCounts => DETAIL_EVENTS.map(() => 0);

function addLink({ links }: MailDetails, id: number, more: LinkCounts): void {
  const found = links.get(id) ?? [0, 0, 0];
  links.set(id, [found[0] + more[0], found[1] + more[1], found[2] + more[2]]);
}

/** The first `most` domains have names; a later one always counts in {@link OTHER_DOMAINS}, where subtraction finds it again. */
export function addDetails(sum: MailDetails, more: MailDetails, sign: 1 | -1, most: number): void {
  for (const [quarter, counts] of more.times) addCounts(sum.times, quarter, counts, sign);
  for (const [domain, counts] of more.domains) {
    const isKept = sum.domains.has(domain) || (sum.domains.size < most && !sum.domains.has(OTHER_DOMAINS));
    addCounts(sum.domains, isKept ? domain : OTHER_DOMAINS, counts, sign);
  }
  for (const [id, [people, clicks, machine]] of more.links)
    addLink(sum, id, [sign * people, sign * clicks, sign * machine]);
}

function addCounts<Key>(sums: Map<Key, EventCounts>, key: Key, counts: EventCounts, sign: 1 | -1): void {
  let found = sums.get(key);
  if (!found) sums.set(key, (found = noEventCounts()));
  for (let place = 0; place < counts.length; place += 1) found[place]! += sign * counts[place]!;
}

/** Domain names stay in a sum without a count, so that their bound is stable; other empty entries are removed. */
const isEmpty = (counts: readonly number[]): boolean => counts.every((count) => count === 0);

function pairsOf(counts: EventCounts): number[] {
  const pairs: number[] = [];
  for (let place = 0; place < counts.length; place += 1)
    if (counts[place] !== 0) pairs.push(place, counts[place]!);
  return pairs;
}

/** The stored form: `[quarters, domains, links]`, where each quarter is the distance to the one before. */
type StoredDetails = [t: number[][], d: [string, ...number[]][], l: number[][]];

/** Details as the text that is stored: two to four bytes a mail. */
export function writeDetails({ times, domains, links }: MailDetails): string {
  let before = 0;
  const quarters = [...times]
    .filter(([, counts]) => !isEmpty(counts))
    .sort(([one], [other]) => one - other)
    .map(([quarter, counts]) => {
      const line = [quarter - before, ...pairsOf(counts)];
      before = quarter;
      return line;
    });
  const written: StoredDetails = [
    quarters,
    [...domains].map(([domain, counts]) => [domain, ...pairsOf(counts)]),
    [...links].filter(([, counts]) => !isEmpty(counts)).map(([id, counts]) => [id, ...counts]),
  ];
  return JSON.stringify(written);
}

export function readDetails(text: string): MailDetails {
  const [quarters, domains, links] = JSON.parse(text) as StoredDetails;
  const details = noDetails();
  let quarter = 0;
  for (const [distance, ...pairs] of quarters) {
    quarter += distance!;
    details.times.set(quarter, countsFrom(pairs));
  }
  for (const [domain, ...pairs] of domains) details.domains.set(domain, countsFrom(pairs));
  for (const [id, people, clicks, machine] of links) details.links.set(id!, [people!, clicks!, machine!]);
  return details;
}

function countsFrom(pairs: readonly number[]): EventCounts {
  const counts = noEventCounts();
  for (let at = 0; at < pairs.length; at += 2) counts[pairs[at]!] = pairs[at + 1]!;
  return counts;
}
