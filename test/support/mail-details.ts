import { expect } from 'chai';
import {
  DETAIL_EVENTS,
  type MailDetails,
  noDetails,
  QUARTER_MS,
  readDetails,
} from '../../common/domain/mail-details.ts';
import { BatchDetails } from '../../common/models/batch-details.ts';
import { Batch } from '../../common/models/batches.ts';
import { Delivery } from '../../common/models/deliveries.ts';
import { DetailSum, mailingSum } from '../../common/models/detail-sums.ts';
import { rows } from './rows.ts';

/** Numbers of mails by event, at a time or a domain, such as `29500000 opened`. */
export type Events = Record<string, number>;

/** Each event of rows as MongoDB sees it: whether a row has it, and when. */
const EVENTS: readonly (readonly [event: string | object, has: object, at: string])[] = [
  ['accepted', { $eq: ['$state', 'accepted'] }, '$accepted_at'],
  [{ $ifNull: ['$class', 'unknown'] }, { $eq: ['$state', 'bounced'] }, '$bounced_at'],
  ['opened', { $gt: ['$opens', 0] }, '$first_opened_at'],
  ['clicked', { $gt: ['$clicks', 0] }, '$first_clicked_at'],
  ['unsubscribed', { $gt: ['$unsubscribed_at', null] }, '$unsubscribed_at'],
  ['complained', { $gt: ['$complained_at', null] }, '$complained_at'],
];

/** The same as details, by an aggregation over the rows themselves. */
async function aggregated(filter: object, key: object): Promise<Events> {
  const found = await rows(Delivery)
    .aggregate<{ _id: string; count: number }>([
      { $match: filter },
      {
        $set: {
          domain: { $last: { $split: ['$email_norm', '@'] } },
          happened: EVENTS.map(([event, has, at]) => ({ $cond: [has, { event, at }, null] })),
        },
      },
      { $unwind: '$happened' },
      { $match: { happened: { $ne: null } } },
      { $set: { key } },
      { $match: { key: { $ne: null } } },
      { $group: { _id: { $concat: ['$key', ' ', '$happened.event'] }, count: { $sum: 1 } } },
    ])
    .toArray();
  return Object.fromEntries(found.map(({ _id, count }) => [_id, count]));
}

const BY_DOMAIN = '$domain' as unknown as object;
const BY_QUARTER = {
  $cond: [
    { $gt: ['$happened.at', null] },
    { $toString: { $toLong: { $floor: { $divide: [{ $toLong: '$happened.at' }, QUARTER_MS] } } } },
    null,
  ],
};

/** The details by the rows of a mailing, or by all rows of an account. */
export const ofRows = async (filter: object): Promise<{ times: Events; domains: Events }> => ({
  times: await aggregated(filter, BY_QUARTER),
  domains: await aggregated(filter, BY_DOMAIN),
});

const events = (all: MailDetails['times'] | MailDetails['domains']): Events =>
  Object.fromEntries(
    [...all].flatMap(([key, counts]) =>
      counts.flatMap((count, place) =>
        count === 0 ? [] : [[`${key} ${DETAIL_EVENTS[place]}`, count] as const],
      ),
    ),
  );

/** The stored sum of a mailing in the same form. */
export async function ofMailing(mailing: string): Promise<{ times: Events; domains: Events }> {
  const sum = await rows(DetailSum).findOne({ _id: mailingSum(mailing) });
  const { times, domains } = sum ? readDetails(sum.details) : noDetails();
  return { times: events(times), domains: events(domains) };
}

/** The stored sums of an account in the same form: its days, and its domains by day, which add up to those by month. */
export async function ofAccount(userId: number): Promise<{ times: Events; domains: Events }> {
  const sums = await rows(DetailSum).find({ user_id: userId }).toArray();
  const added = (name: RegExp, part: 'times' | 'domains'): Events => {
    const all: Events = {};
    for (const { _id, details } of sums) {
      if (!name.test(_id)) continue;
      for (const [key, count] of Object.entries(events(readDetails(details)[part])))
        all[key] = (all[key] ?? 0) + count;
    }
    return all;
  };
  const domains = added(/^domains \d+ \d+-\d+-\d+$/, 'domains');
  expect(added(/^domains \d+ \d+-\d+$/, 'domains')).to.deep.equal(domains);
  return { times: added(/^day /, 'times'), domains };
}

/** Batches of a mailing that are marked, and details of batches that are stored. */
export async function stored(mailing: string): Promise<{ marked: number; details: number }> {
  const batches = await rows(Batch).find({ mailing, ids: null }).toArray();
  return {
    marked: batches.filter(({ details_dirty_at }) => details_dirty_at).length,
    details: await BatchDetails.countDocuments({ _id: { $in: batches.map(({ _id }) => _id) } }),
  };
}
