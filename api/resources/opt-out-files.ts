import { timestamp } from '../../common/domain/times.ts';
import { Suppression, type SuppressionDocument } from '../../common/models/suppressions.ts';
import type { Filter } from '../../common/store/collection.ts';
import type { RawAnswer } from '../http/endpoint.ts';
import { listing } from '../http/listing.ts';
import { csvOfList } from './csv-answer.ts';

/** `suppressions/upload-csv` reads such a file (docs/rules.md 6.22). */
const COLUMNS = ['email', 'status', 'status_at', 'reason'];

type Row = Pick<SuppressionDocument, 'email_address' | 'reason' | 'created_at' | 'reply'>;

export const csvOfOptOuts = (
  fileName: string,
  userId: number,
  filter: Filter<SuppressionDocument>,
): RawAnswer =>
  csvOfList(
    fileName,
    listing({
      model: Suppression.of(userId),
      filter,
      index: { user_id: 1, reason: 1, unsubscribe_groups_id: 1, _id: 1 },
      present: (page: SuppressionDocument[]) => page.map((row) => ({ id: row._id, ...row })),
    }),
    COLUMNS,
    (items) =>
      (items as unknown as readonly Row[]).map(({ email_address, reason, created_at, reply }) => [
        email_address,
        reason,
        timestamp(created_at),
        reply ?? '',
      ]),
  );
