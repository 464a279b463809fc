import { grouped } from '../../../common/domain/grouped.ts';
import { Contact, type ContactDocument } from '../../../common/models/contacts.ts';
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
  city: 'city',
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

interface ValuePage {
  readonly filter: ContactFilter;
  /** Null: the planner decides. Absent: the account has no other filter. */
  readonly hint?: Hint | null;
  readonly order: ValueOrder;
  readonly after: ValuePlace | null;
  readonly size: number;
}

/** The ids of a page by value, then id; contacts without a value come last, by id. */
export async function pageByValue(
  { filter, hint, order, after, size }: ValuePage,
  { collection, options }: Pick<QuestionStore, 'collection' | 'options'>,
  userId: number,
): Promise<{ ids: number[]; next: string | null }> {
  const key = VALUE_ORDERS[order];
  const valueOf = (row: ValueRow): string => row[key] ?? '';
  const most = size + 1;
  const read = (
    more: ContactFilter,
    sort: Readonly<Record<string, 1>>,
    limit: number,
    index: Hint,
  ): Promise<ValueRow[]> => {
    const used = hint === undefined ? index : hint;
    return collection(Contact.of(userId))
      .find(
        { $and: [filter, more] },
        { ...options(), projection: at(key, 1 as const), ...(used && { hint: used }), batchSize: limit },
      )
      .sort(sort)
      .limit(limit)
      .toArray();
  };
  const byValue: Hint = { user_id: 1, [key]: 1 };
  const equalTo = (value: string, from: number, limit: number) =>
    read({ $and: [at(key, value), { _id: { $gt: from } }] }, { _id: 1 }, limit, byValue);

  const found: ValueRow[] = [];
  if (after?.value !== '') {
    if (after) found.push(...(await equalTo(after.value, after.id, most)));
    const wanted = most - found.length;
    if (wanted > 0) {
      const rows = await read(at(key, { $gt: after?.value ?? '' }), { [key]: 1 }, wanted, byValue);
      const groups = grouped(rows, valueOf);
      // The index has the rows of one value in any order, so a value that the page cuts is read by id.
      const cut = rows.length === wanted ? valueOf(rows.at(-1)!) : null;
      for (const [value, same] of groups)
        found.push(
          ...(value === cut
            ? await equalTo(value, 0, same.length)
            : same.toSorted((one, other) => one._id - other._id)),
        );
    }
  }
  if (found.length < most) {
    const from = after?.value === '' ? after.id : 0;
    const blank = at(key, { $not: { $gt: '' } });
    found.push(
      ...(await read({ $and: [blank, { _id: { $gt: from } }] }, { _id: 1 }, most - found.length, OF_ACCOUNT)),
    );
  }
  const last = found[size - 1];
  return {
    ids: found.slice(0, size).map(({ _id }) => _id),
    next: found.length > size && last ? `${last._id}:${valueOf(last)}` : null,
  };
}
