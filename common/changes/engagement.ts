import type { AnyBulkWriteOperation, UpdateFilter } from 'mongodb';
import { Delivery, type DeliveryDocument } from '../models/deliveries.ts';
import { rows } from '../mongo/connection.ts';
import { noteEngagement } from './engagement-dates.ts';
import { markDirty } from './figures.ts';

/** Something that a recipient did with a mail. */
export interface TrackedEvent {
  readonly kind: 'open' | 'click' | 'unsubscribe';
  /** The delivery. */
  readonly id: number;
  readonly at: Date;
}

/**
 * Writes the events of recipients to the ledger, one write a mail for any number of events, and answers the mails that
 * are there. The order of a mail's events counts: a click counts as an opening if none was seen (docs/rules.md 9.15). An unsubscribe counts
 * once. Called again after it failed, it may count openings and clicks twice, never a recipient.
 */
export async function recordEvents(events: readonly TrackedEvent[]): Promise<TrackedMail[]> {
  const byMail = grouped(events, ({ id }) => id);
  const mails = await rows(Delivery)
    .find({ _id: { $in: [...byMail.keys()] } })
    .project<TrackedMail>({ user_id: 1, batch: 1, contact_id: 1 })
    .toArray();
  if (mails.length === 0) return [];
  await markDirty([...new Set(mails.map((mail) => mail.batch))]);
  await rows(Delivery).bulkWrite(
    mails.map(
      ({ _id }): AnyBulkWriteOperation<DeliveryDocument> => ({
        updateOne: { filter: { _id }, update: changeBy(byMail.get(_id)!) },
      }),
    ),
    { ordered: false },
  );
  return mails;
}

type TrackedMail = Pick<DeliveryDocument, '_id' | 'user_id' | 'batch' | 'contact_id'>;

/** Has contacts know of it whose rules ask. Lost only with this very process, in the moment between two writes. */
export async function tellContacts(mails: readonly TrackedMail[]): Promise<void> {
  const known = mails.filter((mail) => mail.contact_id !== null);
  for (const [userId, theirs] of grouped(known, (mail) => mail.user_id)) {
    const ids = theirs.map((mail) => mail._id).sort((one, other) => one - other);
    await noteEngagement(userId, { first: ids[0]!, last: ids.at(-1)!, ids });
  }
}

function grouped<One>(all: readonly One[], by: (one: One) => number): Map<number, One[]> {
  const groups = new Map<number, One[]>();
  for (const one of all) {
    const group = groups.get(by(one));
    if (group) group.push(one);
    else groups.set(by(one), [one]);
  }
  return groups;
}

/**
 * The usual case, without a pipeline: a third less for MongoDB and the API. The first click shows an opening where none was seen:
 * `$min` and `$max` set what is absent, and leave the dates of an opening before it and the count of openings as they are.
 */
const clicksAlone = (count: number, first: Date, last: Date): UpdateFilter<DeliveryDocument> => ({
  $inc: { clicks: count },
  $max: { opens: 1, last_clicked_at: last },
  $min: { first_clicked_at: first, first_opened_at: first, last_opened_at: first },
});

/** The times of some events, if there are any. */
function timesOf(events: readonly TrackedEvent[]): { count: number; first?: Date; last?: Date } {
  const times = events.map(({ at }) => at.getTime());
  if (times.length === 0) return { count: 0 };
  return { count: times.length, first: new Date(Math.min(...times)), last: new Date(Math.max(...times)) };
}

function changeBy(events: readonly TrackedEvent[]): UpdateFilter<DeliveryDocument> | object[] {
  const of = (kind: TrackedEvent['kind']) => timesOf(events.filter((event) => event.kind === kind));
  const [opened, clicked, unsubscribed] = [of('open'), of('click'), of('unsubscribe')];
  if (clicked.count === 0) {
    return {
      ...(opened.count > 0 && { $inc: { opens: opened.count } }),
      // $min keeps the first: it sets what is absent.
      $min: {
        ...(opened.first && { first_opened_at: opened.first }),
        ...(unsubscribed.first && { unsubscribed_at: unsubscribed.first }),
      },
      ...(opened.last && { $max: { last_opened_at: opened.last } }),
    };
  }
  if (opened.count === 0 && unsubscribed.count === 0)
    return clicksAlone(clicked.count, clicked.first!, clicked.last!);
  // Where no opening was seen before, the first of these events is one, whichever it is; any later click shows none.
  const began = events.find(({ kind }) => kind !== 'unsubscribe')!;
  const openings = began.kind === 'click' ? opened.count + 1 : opened.count;
  return [
    {
      $set: {
        clicks: { $add: [{ $ifNull: ['$clicks', 0] }, clicked.count] },
        opens: { $max: [{ $add: [{ $ifNull: ['$opens', 0] }, opened.count] }, openings] },
        first_clicked_at: { $min: ['$first_clicked_at', clicked.first] },
        last_clicked_at: { $max: ['$last_clicked_at', clicked.last] },
        // MongoDB's own $min and $max pass over what is absent.
        first_opened_at: { $min: [{ $ifNull: ['$first_opened_at', began.at] }, opened.first ?? null] },
        last_opened_at: { $max: [{ $ifNull: ['$last_opened_at', began.at] }, opened.last ?? null] },
        ...(unsubscribed.first && { unsubscribed_at: { $min: ['$unsubscribed_at', unsubscribed.first] } }),
      },
    },
  ];
}
