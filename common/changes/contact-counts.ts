import { ContactCount } from '../models/contact-counts.ts';
import { ContactType, type ContactTypeDocument } from '../models/contact-types.ts';
import { Contact } from '../models/contacts.ts';
import { countByRun, RUN_LENGTH } from '../queries/count-by-run.ts';
import { type Counting, countsOf, markRuns, sumOf } from './run-counts.ts';

export type ContactTypeCounts = Pick<
  ContactTypeDocument,
  '_id' | 'user_id' | 'contacts' | 'contacts_dirty_at'
>;

const counting: Counting<ContactTypeCounts, number> = {
  owners: ContactType,
  sum: 'contacts',
  dirtyAt: 'contacts_dirty_at',
  runs: ContactCount,
  ownerField: 'contact_type_id',
  length: RUN_LENGTH,
  count: ({ _id, user_id }, ids) =>
    countByRun(Contact.of(user_id), { contact_type_id: _id, deleted_at: null }, ids),
  total: sumOf,
};

/** Call it *before* contacts of a type are added, deleted or moved; see {@link markRuns}. */
export const markCounts = (
  userId: number,
  contactTypeId: number,
  contactIds: readonly number[],
): Promise<void> => markRuns(counting, { user_id: userId, _id: contactTypeId }, contactIds);

export const countContacts = countsOf(counting);
