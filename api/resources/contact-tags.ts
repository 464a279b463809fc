import { Contact, TAGGED } from '../../common/models/contacts.ts';
import { endpoints } from '../http/endpoint.ts';
import type { QuestionStore } from '../http/slow-questions.ts';
import { nothing } from '../http/typed-input.ts';
import { typesFor } from './contact-list-types.ts';
import { askFor } from './searches.ts';

/** Tags of an answer. Each costs a look into the index. */
const MOST = 500;

/** In the order of the index. */
const inOrder = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

/** The first tag after this one that a shown contact has: the index is read only from there to that contact. */
async function tagAfter(
  userId: number,
  last: string,
  types: readonly number[],
  { collection, options }: QuestionStore,
): Promise<string | null> {
  const [found] = await collection(Contact.of(userId))
    .find(
      { tags: { $gt: last }, deleted_at: null, contact_type_id: { $in: [...types] } },
      { ...options(), projection: { tags: 1 }, hint: TAGGED, batchSize: 2 },
    )
    .limit(1)
    .toArray();
  const later = (found?.tags ?? []).filter((tag) => inOrder(tag, last) > 0);
  return later.toSorted(inOrder)[0] ?? null;
}

/** See docs/rules.md 6.36. */
export const contactTags = endpoints({
  contactTagList: {
    input: nothing,
    async run(_, account, call) {
      const types = await typesFor(account).ids();
      return askFor(
        account,
        call,
        null,
      )(async (asking) => {
        const tags: string[] = [];
        for (let last = ''; tags.length < MOST; ) {
          const next = await tagAfter(account.id, last, types, asking);
          if (next === null) break;
          tags.push(next);
          last = next;
        }
        return tags;
      });
    },
  },
});
