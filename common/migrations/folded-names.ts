import { isDeepStrictEqual } from 'node:util';
import { searchKeys } from '../../shared/fold-name.ts';
import { SegmentRecipient, type SegmentRecipientDocument } from '../models/segment-recipients.ts';
import { everywhere } from '../store/everywhere.ts';
import { foldContacts } from './fold-contacts.ts';
import type { Migration } from './migration.ts';

const GROUP = 1000;

async function keyRows(after: number, checkpoint: (after: number) => Promise<void>): Promise<void> {
  for (let last = after; ; ) {
    const page = await everywhere(SegmentRecipient, 'migration')
      .find({ _id: { $gt: last } })
      .sort({ _id: 1 })
      .limit(GROUP)
      .project<Pick<SegmentRecipientDocument, '_id' | 'by_hand'>>({ by_hand: 1 })
      .toArray();
    const writes = page.flatMap(({ _id, by_hand }) =>
      by_hand === null || isDeepStrictEqual(by_hand.search_keys, searchKeys(by_hand))
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
  again: true,
  async run({ after, checkpoint }) {
    // Contacts come first, by ascending id. Then people added by hand; their positions are stored as negative numbers.
    const from = Number(after ?? 0);
    if (from >= 0) await foldContacts(['first_name', 'last_name'], from, checkpoint);
    await keyRows(Math.max(0, -from), (last) => checkpoint(-last));
  },
};
