import { foldName, searchKeys } from '../../shared/fold-name.ts';
import { Contact, type ContactDocument } from '../models/contacts.ts';
import { SegmentRecipient, type SegmentRecipientDocument } from '../models/segment-recipients.ts';
import { at, type BulkWrite } from '../store/collection.ts';
import { everywhere } from '../store/everywhere.ts';
import type { Migration } from './migration.ts';

const GROUP = 1000;
/** Attempts at a group whose rows others change meanwhile. */
const TRIES = 5;

type ContactNames = Pick<
  ContactDocument,
  '_id' | 'first_name' | 'last_name' | 'first_name_folded' | 'last_name_folded'
>;

type FoldedKeys = { [Name in (typeof NAMES)[number] as `${Name}_folded`]?: string };

const NAMES = ['first_name', 'last_name'] as const;

/** Null: the contact needs no change. The write does nothing if the name was changed meanwhile. */
function foldingOf(contact: ContactNames): BulkWrite<ContactDocument> | null {
  const missing = NAMES.filter((name) => contact[name] && contact[`${name}_folded`] === undefined);
  if (missing.length === 0) return null;
  return {
    updateOne: {
      filter: { _id: contact._id, ...Object.fromEntries(missing.map((name) => [name, contact[name]])) },
      update: {
        $set: Object.assign(
          {},
          ...missing.map((name) => at(`${name}_folded`, foldName(contact[name]))),
        ) as FoldedKeys,
      },
    },
  };
}

async function foldContacts(after: number, checkpoint: (after: number) => Promise<void>): Promise<void> {
  const fields = { first_name: 1, last_name: 1, first_name_folded: 1, last_name_folded: 1 } as const;
  for (let last = after; ; ) {
    const page = await everywhere(Contact, 'migration')
      .find({ _id: { $gt: last } })
      .sort({ _id: 1 })
      .limit(GROUP)
      .project<ContactNames>(fields)
      .toArray();
    let left = page;
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const writes = left.flatMap((contact) => foldingOf(contact) ?? []);
      if (writes.length === 0) break;
      const { matchedCount } = await everywhere(Contact, 'migration').bulkWrite(writes, { ordered: false });
      if (matchedCount === writes.length) break;
      left = await everywhere(Contact, 'migration')
        .find({ _id: { $in: page.map(({ _id }) => _id) } })
        .project<ContactNames>(fields)
        .toArray();
    }
    if (page.length < GROUP) return;
    last = page.at(-1)!._id;
    await checkpoint(last);
  }
}

async function keyRows(after: number, checkpoint: (after: number) => Promise<void>): Promise<void> {
  for (let last = after; ; ) {
    const page = await everywhere(SegmentRecipient, 'migration')
      .find({ _id: { $gt: last } })
      .sort({ _id: 1 })
      .limit(GROUP)
      .project<Pick<SegmentRecipientDocument, '_id' | 'by_hand'>>({ by_hand: 1 })
      .toArray();
    const writes = page.flatMap(({ _id, by_hand }) =>
      by_hand === null || by_hand.search_keys
        ? []
        : [
            {
              updateOne: {
                filter: { _id, by_hand },
                update: { $set: { 'by_hand.search_keys': searchKeys(by_hand) } },
              },
            },
          ],
    );
    if (writes.length > 0)
      await everywhere(SegmentRecipient, 'migration').bulkWrite(writes, { ordered: false });
    if (page.length < GROUP) return;
    last = page.at(-1)!._id;
    await checkpoint(last);
  }
}

/** Searches for the start of a name use an index of folded names. */
export const foldedNames: Migration = {
  version: 4,
  title: 'contacts have their names as searches compare them',
  async run({ after, checkpoint }) {
    // Contacts come first, by ascending id. Then people added by hand; their positions are stored as negative numbers.
    const from = Number(after ?? 0);
    if (from >= 0) await foldContacts(from, checkpoint);
    await keyRows(Math.max(0, -from), (last) => checkpoint(-last));
  },
};
