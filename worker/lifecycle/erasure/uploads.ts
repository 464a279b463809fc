import iconv from 'iconv-lite';
import { addressesInFile } from '../../../common/erasures/addresses-in-file.ts';
import type { ErasurePass } from '../../../common/models/erasures.ts';
import { Import, type ImportDocument } from '../../../common/models/imports.ts';
import { overwriteUpload, readUpload, UploadGone } from '../../../common/store/uploads.ts';
import type { CsvEncoding } from '../../../shared/csv-encoding.ts';
import { erasedCell } from '../../importing/erased-rows.ts';
import { type ErasureWork, latestOf } from './erasing.ts';
import type { ErasingWorker } from './pass.ts';

/** As many bytes, since an import resumes at its byte. Rows with overwritten addresses are refused. */
export async function eraseFromUploads(
  { userId, people, finder }: ErasureWork,
  { isOver }: Pick<ErasingWorker, 'isOver'>,
  after: ErasurePass['after'],
): Promise<number | void> {
  const unfinished = await Import.of(userId)
    .find({
      // A dry run of a move keeps its file after its end.
      $or: [{ state: { $in: ['waiting', 'running'] } }, { move_id: { $exists: true } }],
      created_at: { $lte: latestOf(people) },
      _id: { $gt: Number(after) },
    })
    .project<Pick<ImportDocument, '_id' | 'file_id' | 'encoding'>>({ file_id: 1, encoding: 1 })
    .sort({ _id: 1 })
    .toArray();
  for (const { _id, file_id, encoding } of unfinished) {
    if (!file_id) continue;
    try {
      const file = readUpload(userId, file_id, 0);
      for await (const { offset, length } of addressesInFile(file, encoding as CsvEncoding, finder)) {
        await overwriteUpload(userId, file_id, offset, erasedBytes(length, encoding as CsvEncoding));
      }
    } catch (error) {
      // The import has ended meanwhile, and its file is deleted.
      if (!(error instanceof UploadGone)) throw error;
    }
    if (isOver()) return _id;
  }
}

const erasedBytes = (length: number, encoding: CsvEncoding): Buffer =>
  iconv.encode(erasedCell(length / (encoding.startsWith('utf-16') ? 2 : 1)), encoding, { addBOM: false });
