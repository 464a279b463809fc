import { BulkChange, type BulkChangeDocument } from '../../../common/models/bulk-changes.ts';
import { ended } from '../../contacts/lease.ts';
import type { ErasureWork } from './erasing.ts';

/** Ends bulk changes whose search contains one of the addresses. The erasure itself handles that person. */
export async function endBulkChanges({ userId, finder }: ErasureWork): Promise<void> {
  const changes = BulkChange.find({ user_id: userId, search: { $type: 'string' } }).project<
    Pick<BulkChangeDocument, '_id' | 'search'>
  >({ search: 1 });
  for await (const { _id, search } of changes) {
    if (finder.find(search!).length === 0) continue;
    await BulkChange.updateOne(
      { _id, search },
      { $set: ended('failed', 'The address that it searched for was erased.'), $unset: { step: '' } },
    );
  }
}
