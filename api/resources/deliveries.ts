import { REPLY_CLASSES } from '../../common/domain/reply-classes.ts';
import { Delivery, type DeliveryDocument } from '../../common/models/deliveries.ts';
import { Mailing } from '../../common/models/mailings.ts';
import type { Filter } from '../../common/store/collection.ts';
import type { Account } from '../http/account.ts';
import { type Call, endpoints, type RawAnswer } from '../http/endpoint.ts';
import { foundListing } from '../http/found-listing.ts';
import { oneOf, recordUtr, text } from '../http/inputs.ts';
import { type Listing, listingOf } from '../http/listing.ts';
import { spanListing } from '../http/span-listing.ts';
import { inputs, optional, required, type ValuesOf } from '../http/typed-input.ts';
import { presentDelivery, type ShownDelivery } from '../present/deliveries.ts';
import {
  DELIVERY_STATES,
  deliveriesOf,
  RECIPIENT_ACTS,
  spansOf,
  within,
} from '../services/queries/deliveries.ts';
import { type FindMailing, mailingOfEmailUtr, mailingOfSendUtr } from '../services/queries/mailing-of.ts';
import { csvOfList } from './csv-answer.ts';
import { type DeliverySearch, matchingIds, searchingFor } from './delivery-searches.ts';
import { askFor, idsAfter, type QuestionRunner, searchInput } from './searches.ts';

const deliveriesInput = {
  utr: required(recordUtr()),
  state: optional(oneOf(DELIVERY_STATES)).description('Only mails in this state.').example('bounced'),
  class: optional(oneOf(REPLY_CLASSES))
    .description('Only mails that bounced or wait for another attempt, with a reply of this class.')
    .example('full'),
  did: optional(oneOf(RECIPIENT_ACTS))
    .description(
      'Only mails whose recipients did this, or for `not_…` were delivered and did not; actions of machines do not count.',
    )
    .example('opened'),
  link: optional(text({ max: 2048 }))
    .description('Only mails in which a person clicked this link; its address as in `…/links`.')
    .example('https://example.com/may'),
  ...searchInput,
};

type DeliveriesInput = ValuesOf<typeof deliveriesInput>;

const presentAll = (page: readonly DeliveryDocument[]): ShownDelivery[] => page.map(presentDelivery);

/** The id of a link by its address; null: the mails have no such link. */
async function linkOf(mailing: string, userId: number, url: string): Promise<number | null> {
  const sent = await Mailing.of(userId).findOne({ _id: mailing }, { projection: { links: 1 } });
  return sent?.links.find((link) => link.url === url)?.id ?? null;
}

function listed(
  mailing: string,
  userId: number,
  input: DeliveriesInput & { linkId?: number },
  ask: QuestionRunner,
): Listing {
  const { email, search } = input;
  const choice = {
    state: input.state || undefined,
    class: input.class || undefined,
    did: input.did || undefined,
    link: input.linkId,
  };
  const source = {
    model: Delivery.of(userId),
    filter: deliveriesOf(mailing, choice),
    index: { _id: 1 } as const,
  };
  async function* spans(after: number): AsyncGenerator<Filter<DeliveryDocument>, void> {
    for await (const span of spansOf(userId, mailing, choice, after)) yield within(span);
  }
  const found = (searching: DeliverySearch): Listing => {
    if ('ids' in searching) {
      const next = async (after: number, size: number) => idsAfter(searching.ids, after, size);
      return foundListing({ ...source, present: presentAll }, next);
    }
    if ('filter' in searching) {
      const filter = { $and: [source.filter, searching.filter] };
      return spanListing({ ...source, filter, present: presentAll }, spans);
    }
    const present = (page: readonly DeliveryDocument[]) => presentMatching(page, userId, searching.picked);
    return spanListing({ ...source, sparse: true, present }, spans);
  };
  if (email === undefined && search === undefined)
    return spanListing({ ...source, present: presentAll }, spans);
  return {
    async *pages(range, hold) {
      const searching = await ask((asking) => searchingFor(asking, { mailing, userId }, input));
      yield* found(searching).pages(range, hold);
    },
  };
}

async function presentMatching(
  page: readonly DeliveryDocument[],
  userId: number,
  search: string,
): Promise<ShownDelivery[]> {
  const ids = new Set(await matchingIds(page, userId, search));
  return presentAll(page.filter(({ _id }) => ids.has(_id)));
}

const COLUMNS = [
  'id',
  'email',
  'contact_id',
  'state',
  'class',
  'reply',
  'skip_reason',
  'attempts',
  'first_attempted_at',
  'accepted_at',
  'bounced_at',
  'opens',
  'machine_opens',
  'clicks',
  'machine_clicks',
  'first_opened_at',
  'last_opened_at',
  'unsubscribed_at',
  'complained_at',
  'doubted',
] as const satisfies readonly (keyof ShownDelivery)[];

function handlersOf(find: FindMailing) {
  async function list(input: DeliveriesInput, account: Account, call: Call): Promise<Listing | null> {
    const mailing = await find(account, input.utr);
    if (mailing === null) return null;
    const { link } = input;
    if (link === undefined) return listed(mailing, account.id, input, askFor(account, call));
    const linkId = await linkOf(mailing, account.id, link);
    return linkId === null
      ? listingOf([])
      : listed(mailing, account.id, { ...input, linkId }, askFor(account, call));
  }
  return {
    list,
    async download(input: DeliveriesInput, account: Account, call: Call): Promise<RawAnswer | null> {
      const found = await list(input, account, call);
      return (
        found &&
        csvOfList(`deliveries-${input.utr}.csv`, found, COLUMNS, (items) =>
          (items as readonly ShownDelivery[]).map((one) => COLUMNS.map((name) => String(one[name] ?? ''))),
        )
      );
    },
  };
}

const ofSend = handlersOf(mailingOfSendUtr);
const ofEmail = handlersOf(mailingOfEmailUtr);

/** See docs/rules.md 9.25. */
export const deliveries = endpoints({
  singleSendDeliveryList: { input: inputs(deliveriesInput), run: ofSend.list },
  singleSendDeliveryDownload: { input: inputs(deliveriesInput), run: ofSend.download },
  automationScheduleDeliveryList: { input: inputs(deliveriesInput), run: ofEmail.list },
  automationScheduleDeliveryDownload: { input: inputs(deliveriesInput), run: ofEmail.download },
});
