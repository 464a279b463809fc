import { type BulkChangeDocument } from '../../common/models/bulk-changes.ts';
import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import { contactMatches } from '../../common/queries/contact-matches.ts';
import { searchedFieldsOf } from '../../common/queries/custom-fields.ts';
import { livingContacts } from '../../common/queries/living-contacts.ts';
import type { Filter } from '../../common/store/collection.ts';
import { TAGS_MAX } from '../../shared/tags.ts';

/** Contacts of the account that one look reads, matching or not: some 30 ms. */
const LOOKED_AT = 5000;

/** The next contacts of a change, at most `most`, from one look. A look may find none. */
export async function nextMatches(change: BulkChangeDocument, most: number) {
  const { user_id, search, contact_ids, contact_type_id, after, last } = change;
  if (contact_ids) return nextChosen(change, contact_ids, most);
  const hint = { user_id: 1, _id: 1 } as const;
  const contacts = Contact.of(user_id);
  const looked = await contacts
    .find({ _id: { $gt: after, $lte: last } })
    .project<{ _id: number }>({ _id: 1 })
    .sort({ _id: 1 })
    .limit(LOOKED_AT)
    .hint(hint)
    .toArray();
  const end = looked.length < LOOKED_AT ? last : looked.at(-1)!._id;
  const custom = search === null ? [] : await searchedFieldsOf(user_id);
  const found = await contacts
    .find({
      $and: [
        await livingContacts(user_id),
        { _id: { $gt: after, $lte: end } },
        contact_type_id === null ? {} : { contact_type_id },
        search === null ? {} : contactMatches(search, custom),
        ofTag(change),
      ],
    })
    .project<{ _id: number }>({ _id: 1 })
    .sort({ _id: 1 })
    .limit(most)
    .hint(hint)
    .toArray();
  const ids = found.map(({ _id }) => _id);
  return { ids, after: ids.length === most ? ids.at(-1)! : end };
}

/** Those that a change of tags changes: a contact with all the tags that it can have gets no more. */
function ofTag({ action, tag }: BulkChangeDocument): Filter<ContactDocument> {
  if (action === 'tag_add')
    return { $nor: [{ tags: tag! }, { [`tags.${TAGS_MAX - 1}`]: { $exists: true } }] };
  return action === 'tag_remove' ? { tags: tag! } : {};
}

/** All given ids are read at once: they are few, and far apart. */
async function nextChosen(change: BulkChangeDocument, chosen: readonly number[], most: number) {
  const { user_id, search, contact_type_id, after, last } = change;
  const left = chosen.filter((id) => id > after && id <= last);
  const custom = search === null ? [] : await searchedFieldsOf(user_id);
  const found = await Contact.of(user_id)
    .find({
      $and: [
        await livingContacts(user_id),
        { _id: { $in: left } },
        contact_type_id === null ? {} : { contact_type_id },
        search === null ? {} : contactMatches(search, custom),
        ofTag(change),
      ],
    })
    .project<{ _id: number }>({ _id: 1 })
    .sort({ _id: 1 })
    .limit(most)
    .hint({ _id: 1 })
    .toArray();
  const ids = found.map(({ _id }) => _id);
  return { ids, after: ids.length === most ? ids.at(-1)! : last };
}

export const ALL = LOOKED_AT + 1;
