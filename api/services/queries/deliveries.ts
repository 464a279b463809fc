import type { ReplyClass } from '../../../common/domain/reply-classes.ts';
import { Batch, type BatchDocument } from '../../../common/models/batches.ts';
import type { DeliveryDocument, DeliveryState } from '../../../common/models/deliveries.ts';
import type { Figures } from '../../../common/models/figures.ts';
import type { Filter } from '../../../common/store/collection.ts';

export const DELIVERY_STATES = [
  'pending',
  'deferred',
  'accepted',
  'bounced',
  'skipped',
  'in_doubt',
] as const satisfies readonly DeliveryState[];

export interface DeliveryChoice {
  readonly state?: DeliveryState | undefined;
  readonly class?: ReplyClass | undefined;
  readonly did?: RecipientAct | undefined;
  /** The id of a link in the mail, which a person clicked. */
  readonly link?: number | undefined;
}

const ACTS = {
  opened: { filter: { opens: { $gt: 0 } }, figure: 'unique_opens' },
  clicked: { filter: { clicks: { $gt: 0 } }, figure: 'unique_clicks' },
  unsubscribed: { filter: { unsubscribed_at: { $type: 'date' } }, figure: 'unsubscribes' },
  not_opened: {
    filter: { state: 'accepted', opens: { $in: [null, 0] } },
    figure: 'accepted',
  },
  not_clicked: {
    filter: { state: 'accepted', clicks: { $in: [null, 0] } },
    figure: 'accepted',
  },
  complained: { filter: { complained_at: { $type: 'date' } }, figure: 'complaints' },
} as const satisfies Record<string, { filter: Filter<DeliveryDocument>; figure: keyof Figures }>;
export type RecipientAct = keyof typeof ACTS;
export const RECIPIENT_ACTS = Object.keys(ACTS) as RecipientAct[];

/** States whose rows show the class of their last reply. An accepted row that was deferred before has a class, too. */
const CLASSED: readonly DeliveryState[] = ['deferred', 'bounced'];

function statesOf({ state, class: name }: DeliveryChoice): readonly DeliveryState[] | null {
  if (name === undefined) return state === undefined ? null : [state];
  return state === undefined ? CLASSED : CLASSED.filter((one) => one === state);
}

export function deliveriesOf(mailing: string, choice: DeliveryChoice): Filter<DeliveryDocument> {
  const states = statesOf(choice);
  return {
    mailing,
    ...(states && { state: { $in: [...states] } }),
    ...(choice.class !== undefined && { class: choice.class }),
    ...(choice.did !== undefined && ACTS[choice.did].filter),
    ...(choice.link !== undefined && { [`links.${choice.link}`]: { $gt: 0 } }),
  };
}

/** Ids from `first` to `last`; `ids` null for all of them. */
export interface IdSpan {
  readonly first: number;
  readonly last: number;
  readonly ids: readonly number[] | null;
}

/** Maximum ids of a span, unless one batch has more: a query reads so many if few rows match. */
const MOST = 20_000;
/** Maximum rows of other mailings between two batches of one span. */
const GAP = 600;
/** Maximum ids of a span of small distant batches, as an automation has. */
const TOGETHER = 1000;

/** Batches of the first query; each further query reads twice as many. A page seldom needs more. */
const BATCHES = 100;

type BatchRange = Pick<BatchDocument, 'first' | 'last'>;

/** Spans with rows of a choice, ascending after `after`. Batches count rows by state: for 100 bounces in a million, few are read. */
export async function* spansOf(
  userId: number,
  mailing: string,
  choice: DeliveryChoice,
  after: number,
): AsyncGenerator<IdSpan, void> {
  const states = statesOf(choice);
  const perhaps: Filter<BatchDocument>[] = [{ dirty_at: { $type: 'date' } }, { state: { $ne: 'done' } }];
  const chosen: Filter<BatchDocument>[] = [];
  if (states)
    chosen.push({ $or: [...perhaps, ...states.map((state) => ({ [`figures.${state}`]: { $gt: 0 } }))] });
  if (choice.did !== undefined)
    chosen.push({ $or: [...perhaps, { [`figures.${ACTS[choice.did].figure}`]: { $gt: 0 } }] });
  if (choice.link !== undefined) chosen.push({ $or: [...perhaps, { 'figures.unique_clicks': { $gt: 0 } }] });
  let last = after;
  for (let size = BATCHES; ; size *= 2) {
    const batches = await Batch.of(userId)
      .find({
        mailing,
        ids: null,
        last: { $gt: last },
        retired: { $ne: 'gone' },
        ...(chosen.length > 0 && { $and: chosen }),
      })
      .project<BatchRange>({ _id: 0, first: 1, last: 1 })
      .sort({ first: 1 })
      .limit(size)
      .toArray();
    yield* joined(batches);
    if (batches.length < size) return;
    last = batches.at(-1)!.last;
  }
}

function joined(ranges: readonly BatchRange[]): IdSpan[] {
  const spans: { first: number; last: number; ids: number[] | null }[] = [];
  for (const { first, last } of ranges) {
    const span = spans.at(-1);
    if (span && span.ids === null && first - span.last <= GAP && last - span.first < MOST) {
      span.last = Math.max(span.last, last);
    } else if (span?.ids && span.ids.length + last - span.last <= TOGETHER) {
      for (let id = Math.max(first, span.last + 1); id <= last; id += 1) span.ids.push(id);
      span.last = Math.max(span.last, last);
    } else {
      const isSmall = last - first < TOGETHER / 20;
      const ids = isSmall ? Array.from({ length: last - first + 1 }, (_, at) => first + at) : null;
      spans.push({ first, last, ids });
    }
  }
  return spans;
}

export const within = ({ first, last, ids }: IdSpan): Filter<DeliveryDocument> => ({
  _id: ids === null ? { $gte: first, $lte: last } : { $in: [...ids] },
});
