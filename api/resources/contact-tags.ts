import { Contact, TAGGED } from '../../common/models/contacts.ts';
import { endpoints } from '../http/endpoint.ts';
import type { QuestionStore } from '../http/slow-questions.ts';
import { nothing } from '../http/typed-input.ts';
import { typesFor } from './contact-list-types.ts';
import { askFor } from './searches.ts';

/** Tags of an answer. */
const MOST = 500;
/** Contacts that are read first: the newest, and others at places of equal distance by id. */
const [PLACES, EACH] = [5, 400];
/** Tags of these contacts that are used. */
const SEEN_MOST = 2 * MOST;
/** Tags that one look into the index leaves out. MongoDB 6.0 reads the whole index for `$nin` with more than 200. */
const LEFT_OUT = 150;
const BY_ID = Object.freeze({ user_id: 1, _id: 1 } as const);

/** In the order of the index. */
const inOrder = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

/** An account, and the types of its contacts that are shown. */
interface ShownContacts {
  readonly userId: number;
  readonly types: readonly number[];
}

/** Tags of some shown contacts, old and new ones. */
async function seenTags(
  { userId, types }: ShownContacts,
  { collection, options }: QuestionStore,
): Promise<readonly string[]> {
  const rows = collection(Contact.of(userId));
  const idAt = async (end: 1 | -1): Promise<number | undefined> => {
    const asked = { ...options(), projection: { _id: 1 }, hint: BY_ID } as const;
    const [found] = await rows.find({}, asked).sort({ _id: end }).limit(1).toArray();
    return found?._id;
  };
  const [first = 0, last = -1] = await Promise.all([idAt(1), idAt(-1)]);
  if (last < first) return [];
  const page = (from: number, order: 1 | -1) =>
    rows
      .find(
        { _id: { $gte: from } },
        {
          ...options(),
          projection: { tags: 1, deleted_at: 1, contact_type_id: 1 },
          hint: BY_ID,
          batchSize: EACH + 1,
        },
      )
      .sort({ _id: order })
      .limit(EACH)
      .toArray();
  const places = Array.from(
    { length: PLACES },
    (_, place) => first + Math.floor(((last - first) * place) / PLACES),
  );
  const pages = await Promise.all([page(first, -1), ...places.map((from) => page(from, 1))]);
  const tags = new Set<string>();
  for (const { tags: own = [], deleted_at, contact_type_id } of pages.flat()) {
    if (tags.size >= SEEN_MOST) break;
    if (deleted_at === null && types.includes(contact_type_id)) for (const tag of own) tags.add(tag);
  }
  return [...tags];
}

interface Range {
  readonly after: string;
  /** Undefined: all tags after it. */
  readonly before: string | undefined;
  readonly leftOut: readonly string[];
}

/** The first other tag of the range that a shown contact has: the index is read only from there to that contact. */
async function firstIn(
  { after, before, leftOut }: Range,
  { userId, types }: ShownContacts,
  { collection, options }: QuestionStore,
): Promise<string | null> {
  const within = { $gt: after, $nin: [...leftOut], ...(before !== undefined && { $lt: before }) };
  const [found] = await collection(Contact.of(userId))
    .find(
      // The first condition is that of the index.
      { tags: { $gt: '', $elemMatch: within }, deleted_at: null, contact_type_id: { $in: [...types] } },
      { ...options(), projection: { tags: 1 }, hint: TAGGED, batchSize: 2 },
    )
    .limit(1)
    .toArray();
  const others = (found?.tags ?? []).filter((tag) => inOrder(tag, after) > 0 && !leftOut.includes(tag));
  return others.toSorted(inOrder)[0] ?? null;
}

/**
 * The first tags that shown contacts have. A look into the index for each of them would take too long, so tags of some contacts are read first, and
 * the index is asked for the others.
 */
async function firstTags(shown: ShownContacts, asking: QuestionStore): Promise<string[]> {
  const seen = [...(await seenTags(shown, asking))].sort(inOrder);
  const tags: string[] = [];
  for (let after = ''; tags.length < MOST; ) {
    const before = seen[LEFT_OUT];
    const next = await firstIn({ after, before, leftOut: seen.slice(0, LEFT_OUT) }, shown, asking);
    const until = next ?? before;
    if (until === undefined) {
      tags.push(...seen);
      break;
    }
    const later = seen.findIndex((tag) => inOrder(tag, until) > 0);
    tags.push(...seen.splice(0, later === -1 ? seen.length : later));
    if (next !== null) tags.push(next);
    after = until;
  }
  return tags.slice(0, MOST);
}

/** See docs/rules.md 6.36. */
export const contactTags = endpoints({
  contactTagList: {
    input: nothing,
    async run(_, account, call) {
      const types = await typesFor(account).ids();
      return askFor(account, call, null)((asking) => firstTags({ userId: account.id, types }, asking));
    },
  },
});
