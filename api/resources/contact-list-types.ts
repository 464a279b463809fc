import { cached } from '../../common/cache/cached.ts';
import { ContactType } from '../../common/models/contact-types.ts';
import type { ContactDocument } from '../../common/models/contacts.ts';
import type { CustomFieldDocument } from '../../common/models/custom-fields.ts';
import { customFieldsOf } from '../../common/queries/custom-fields.ts';
import type { Account } from '../http/account.ts';
import { presentContactType } from '../present/contact-types.ts';

type ShownType = ReturnType<typeof presentContactType>;
type ContactPage = readonly Pick<ContactDocument, 'contact_type_id' | 'custom_field'>[];

/** Read once for a list, in one query with the hidden types (docs/rules.md 4.5). */
export interface ListTypes {
  /** The presented types of the contacts of a page. */
  of(page: ContactPage): Promise<ReadonlyMap<number, ShownType>>;
  /** The ids of types that are not hidden. */
  ids(): Promise<number[]>;
  /** A filter that excludes contacts of hidden types, as far as they are known yet. */
  hidden(): { contact_type_id?: { $nin: number[] } };
}

/** The read begins at once. */
export function typesFor({ id: userId }: Account): ListTypes {
  const shown = new Map<number, ShownType>();
  const hidden = new Set<number>();
  const read = async (only: { _id?: { $in: number[] } }): Promise<void> => {
    const types = await ContactType.of(userId)
      .find({ purged_at: null, ...only })
      .toArray();
    for (const type of types) {
      if (type.deleted_at) hidden.add(type._id);
      else shown.set(type._id, presentContactType(type));
    }
  };
  const all = cached(() => read({}));
  void all();
  return {
    async of(page) {
      await all();
      const asked = page.map((contact) => contact.contact_type_id);
      // These types were created after the list began, or were deleted.
      const late = [...new Set(asked)].filter((id) => !shown.has(id) && !hidden.has(id));
      if (late.length > 0) await read({ _id: { $in: late } });
      return shown;
    },
    async ids() {
      await all();
      return [...shown.keys()];
    },
    hidden: () => (hidden.size === 0 ? {} : { contact_type_id: { $nin: [...hidden] } }),
  };
}

/** Read once for a list, and only for a page with a custom value: a page of 50 is noticeably faster with one query less. */
export function fieldsFor({
  id: userId,
}: Account): (page: ContactPage) => Promise<readonly CustomFieldDocument[]> {
  const fields = cached(() => customFieldsOf(userId));
  return async (page) => (page.some(hasValue) ? fields() : []);
}

function hasValue({ custom_field }: ContactPage[number]): boolean {
  for (const _ in custom_field) return true;
  return false;
}
