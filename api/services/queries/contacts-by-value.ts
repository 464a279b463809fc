import { Contact, type ContactDocument, valueIndex } from '../../../common/models/contacts.ts';
import type { ContactFilter } from '../../../common/queries/segment-filter.ts';
import { at } from '../../../common/store/collection.ts';
import type { QuestionStore } from '../../http/slow-questions.ts';

/**
 * Orders of contacts by a stored value, each with an index of the values that are not blank. Other values have none: a page of a million
 * contacts by country, last change or last opening would sort all of them, and a status is kept in other collections.
 */
export const VALUE_ORDERS = Object.freeze({
  first_name: 'first_name_folded',
  last_name: 'last_name_folded',
  city: 'city_folded',
} as const);
export type ValueOrder = keyof typeof VALUE_ORDERS;

type Hint = Readonly<Record<string, 1>>;
type ValueKey = (typeof VALUE_ORDERS)[ValueOrder];
type ValueRow = Pick<ContactDocument, '_id' | ValueKey>;

/** The contact after which a page begins. */
interface ValuePlace {
  readonly id: number;
  /** Blank: it has none, and comes after all that have one. */
  readonly value: string;
}

const PLACE = /^(\d{1,15}):(.*)$/s;

/** Null: the text is no place. */
export function valuePlaceOf(after: string): ValuePlace | null {
  const [, id, value = ''] = PLACE.exec(after) ?? [];
  return id === undefined ? null : { id: Number(id), value };
}

const OF_ACCOUNT = Object.freeze({ user_id: 1, _id: 1 } as const);

/** Contacts that a page examines for those without a value, which have no index. A million would take seconds. */
const MOST_EXAMINED = 10_000;
/** How many times as many the next part examines: where nearly all are blank, the first part suffices. */
const GROWTH = 4;

interface ValuePage {
  readonly filter: ContactFilter;
  /** Null: the planner decides. Absent: the account has no other filter. */
  readonly hint?: Hint | null;
  readonly order: ValueOrder;
  readonly after: ValuePlace | null;
  readonly size: number;
}

/** Contacts without a value, in ascending id. `from`: contacts up to this id were examined; null: all were. */
interface BlankIds {
  readonly ids: readonly number[];
  readonly from: number | null;
}

/**
 * The ids of a page by value, then id; contacts without a value come last, by id. A page may have fewer ids than `size`, or none, although
 * others follow: then `next` is not null.
 */
export async function pageByValue(
  { filter, hint, order, after, size }: ValuePage,
  { collection, options }: Pick<QuestionStore, 'collection' | 'options'>,
  userId: number,
): Promise<{ ids: number[]; next: string | null }> {
  const key = VALUE_ORDERS[order];
  const most = size + 1;
  const optionsBy = (index: Hint) => {
    const used = hint === undefined ? index : hint;
    return { ...options(), ...(used && { hint: used }) };
  };
  const valued = (more: ContactFilter, limit: number): Promise<ValueRow[]> =>
    collection(Contact.of(userId))
      .find(
        { $and: [filter, more] },
        { ...optionsBy(valueIndex(key)), projection: at(key, 1 as const), batchSize: limit },
      )
      .sort({ ...at(key, 1 as const), _id: 1 })
      .limit(limit)
      .toArray();

  async function blankAfter(id: number, wanted: number): Promise<BlankIds> {
    const ids: number[] = [];
    let from = id;
    let part = 2 * wanted;
    for (let left = MOST_EXAMINED; left > 0 && ids.length < wanted; left -= part, part *= GROWTH) {
      part = Math.min(part, left);
      const [answer] = await collection(Contact.of(userId))
        .aggregate<{ count: number; last: number; blank: number[] }>(
          [
            { $match: { $and: [filter, { _id: { $gt: from } }] } },
            { $sort: { _id: 1 } },
            { $limit: part },
            {
              $group: {
                _id: null,
                count: { $sum: 1 },
                last: { $max: '$_id' },
                blank: { $push: { $cond: [{ $gt: [`$${key}`, ''] }, '$$REMOVE', '$_id'] } },
              },
            },
          ],
          optionsBy(OF_ACCOUNT),
        )
        .toArray();
      ids.push(...(answer?.blank ?? []));
      if (!answer || answer.count < part) return { ids, from: null };
      from = answer.last;
    }
    return { ids, from };
  }

  const found: ValueRow[] = [];
  if (after?.value !== '') {
    if (after) found.push(...(await valued({ ...at(key, after.value), _id: { $gt: after.id } }, most)));
    if (found.length < most)
      found.push(...(await valued(at(key, { $gt: after?.value ?? '' }), most - found.length)));
  }
  const blank: BlankIds =
    found.length < most
      ? await blankAfter(after?.value === '' ? after.id : 0, most - found.length)
      : { ids: [], from: null };
  const places = [
    ...found.map((row): ValuePlace => ({ id: row._id, value: row[key] ?? '' })),
    ...blank.ids.map((id): ValuePlace => ({ id, value: '' })),
  ];
  const last = places.length > size ? places[size - 1] : null;
  const next = last ?? (blank.from === null ? null : { id: blank.from, value: '' });
  return {
    ids: places.slice(0, size).map(({ id }) => id),
    next: next && `${next.id}:${next.value}`,
  };
}
