import { refreshFigures } from '../../../common/changes/figures.ts';
import { mailingOfSend } from '../../../common/domain/mailing-keys.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import type { Figures } from '../../../common/models/figures.ts';
import { Mailing, type MailingDocument, type TroubledDomain } from '../../../common/models/mailings.ts';
import { staleMailings } from '../../../common/queries/figures.ts';
import { NO_TROUBLES, type Troubles, troublesOf } from './trouble.ts';

export type ParkedRows = Pick<TroubledDomain, 'domain' | 'class' | 'reply'> & { until: Date; rows: number };

export type MailingOverview = Pick<
  MailingDocument,
  '_id' | 'paused_reason' | 'paused_detail' | 'stopped' | 'audience' | 'state' | 'content' | 'figures'
> & { parked: ParkedRows[]; next_try_at: Date | null } & Troubles;

/** The mailings of single sends by send id, with figures that equal the ledger. Sends that have not started are absent. */
export async function mailingsOfSends(
  userId: number,
  singleSendIds: readonly number[],
): Promise<Map<number, MailingOverview>> {
  const keys = singleSendIds.map(mailingOfSend);
  const counted = new Map<string, Figures>();
  for (const key of await staleMailings(userId, keys)) counted.set(key, await refreshFigures(userId, key));
  const mailings = await Mailing.of(userId)
    .find({ _id: { $in: keys } })
    .project<
      Omit<MailingOverview, 'parked' | 'next_try_at' | keyof Troubles> &
        Pick<MailingDocument, 'standing' | 'server_trouble'> & { single_send_id: number }
    >({
      single_send_id: 1,
      paused_reason: 1,
      paused_detail: 1,
      stopped: 1,
      audience: 1,
      state: 1,
      figures: 1,
      'standing.domains': 1,
      server_trouble: 1,
      'content.from_name': 1,
      'content.from_email': 1,
      'content.reply_to': 1,
      'content.sender_address': 1,
      'content.group_name': 1,
    })
    .toArray();
  const shown = mailings.map((mailing) => ({
    ...mailing,
    figures: counted.get(mailing._id) ?? mailing.figures,
  }));
  const [parked, nextTries, troubles] = await Promise.all([
    parkedOf(userId, mailings),
    nextTriesOf(userId, shown),
    // Only of one send: it may read many rows.
    shown.length === 1 ? troublesOf(userId, shown[0]!) : NO_TROUBLES,
  ]);
  return new Map(
    shown.map((mailing) => [
      mailing.single_send_id,
      {
        ...mailing,
        parked: parked.get(mailing._id) ?? [],
        next_try_at: nextTries.get(mailing._id) ?? null,
        ...troubles,
      },
    ]),
  );
}

/** When the first deferred row of each open mailing is due. */
async function nextTriesOf(
  userId: number,
  mailings: readonly Pick<MailingDocument, '_id' | 'state' | 'figures'>[],
): Promise<Map<string, Date>> {
  const deferred = mailings.filter(({ state, figures }) => state === 'open' && figures.deferred > 0);
  const rows = Delivery.of(userId);
  const dates = await Promise.all(
    deferred.map(async ({ _id }) => {
      const row = await rows.findOne(
        { mailing: _id, due_at: { $exists: true } },
        { sort: { due_at: 1 }, projection: { due_at: 1 } },
      );
      return row?.due_at ? [[_id, row.due_at] as const] : [];
    }),
  );
  return new Map(dates.flat());
}

async function parkedOf(
  userId: number,
  mailings: readonly Pick<MailingDocument, '_id' | 'standing' | 'state'>[],
): Promise<Map<string, ParkedRows[]>> {
  const parked = new Map<string, ParkedRows[]>();
  const isOpen = mailings.filter(({ state }) => state === 'open');
  for (const { _id, standing } of isOpen) {
    const domains = (standing?.domains ?? []).flatMap((one) => {
      const { domain, class: name, reply, until } = one;
      return until ? [{ domain, class: name, reply, until, rows: 0 }] : [];
    });
    if (domains.length > 0) parked.set(_id, domains);
  }
  if (parked.size === 0) return parked;
  const counted = Delivery.of(userId).aggregate<{ _id: { mailing: string; domain: string }; rows: number }>(
    [
      { $match: { mailing: { $in: [...parked.keys()] }, refusing_domain: { $gt: '' }, state: 'deferred' } },
      { $group: { _id: { mailing: '$mailing', domain: '$refusing_domain' }, rows: { $sum: 1 } } },
    ],
    { hint: { user_id: 1, mailing: 1, refusing_domain: 1 } },
  );
  for await (const { _id, rows: count } of counted) {
    const one = parked.get(_id.mailing)?.find(({ domain }) => domain === _id.domain);
    if (one) one.rows = count;
  }
  return parked;
}
