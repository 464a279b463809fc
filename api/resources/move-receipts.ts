import { writeCsv } from '../../common/domain/csv-cells.ts';
import { STATUSES } from '../../shared/statuses/statuses.ts';
import { endpoints } from '../http/endpoint.ts';
import { byId, integerFrom, oneOf, recordId } from '../http/inputs.ts';
import type { Listing } from '../http/listing.ts';
import { inputs, optional, required } from '../http/typed-input.ts';
import { appliedOf, type MovedRows, presentReceipt } from '../present/moves.ts';
import { type ListedRow, type RowOutcome, rowsWith } from '../services/queries/move-rows.ts';
import { csvAnswer, csvOfList } from './csv-answer.ts';
import { type FoundMove, moveWith } from './found-moves.ts';
import { MOST_TABLES } from './move-plans.ts';

/** Each count of a receipt. */
export const OUTCOMES = [
  ...[...STATUSES].reverse(),
  'refused',
] as const satisfies readonly (keyof MovedRows)[];
const COUNTS = ['rows', ...OUTCOMES] as const;

const outcome = oneOf(OUTCOMES).example('mailable');

/** An id of a list is the position of the file times this, plus the line. */
const LINES = 2 ** 32;
/** Bytes of a page: a thousand rows with usual addresses. */
const PAGE_BYTES = 200_000;

export interface ListedMoveRow {
  readonly id: number;
  readonly email: string | null;
  readonly status: RowOutcome;
  readonly file: string;
  readonly import_id: number;
  readonly line: number;
  readonly reason: string | null;
}

/** The rows of a move with one outcome, by file and line. `only`: the position of a file. */
function listRows({ move, imports }: FoundMove, status: RowOutcome, only: number | null): Listing {
  const files = appliedOf(move, imports);
  return {
    async *pages({ afterId, limit }, hold) {
      let left = limit ?? Number.POSITIVE_INFINITY;
      const first = Math.floor(afterId / LINES);
      for (const [at, found] of files.entries()) {
        if (at < first || (only !== null && at !== only)) continue;
        const rows = rowsWith(found, status, at === first ? afterId % LINES : 0);
        while (left > 0) {
          await hold.take(PAGE_BYTES);
          const page: readonly ListedRow[] | undefined = (await rows.next()).value;
          if (!page) break;
          const items = page.slice(0, left).map(
            (row): ListedMoveRow => ({
              id: at * LINES + row.line,
              email: row.email,
              status,
              file: found.file_name,
              import_id: found._id,
              line: row.line,
              reason: row.reason,
            }),
          );
          left -= items.length;
          yield { items, last: false };
        }
      }
      yield { items: [], last: true };
    },
  };
}

const ROW_COLUMNS = ['email', 'status', 'file', 'line', 'reason'] as const;

/** The counts of an applied move, and the rows behind each (docs/rules.md 6.28). */
export const moveReceipts = endpoints({
  moveReceipt: {
    input: byId,
    async run({ id }, account, { conflict }) {
      const found = await moveWith(account.id, id);
      if (found && found.move.applied_at === null) throw conflict('unapplied');
      return found && presentReceipt(found.move, found.imports);
    },
  },

  moveReceiptRows: {
    input: inputs({
      id: required(recordId()),
      status: required(outcome).description('The count of the receipt whose rows are listed.'),
      position: optional(integerFrom(0, MOST_TABLES - 1))
        .description('Only rows of the file at this position in `files` of the receipt.')
        .example(0),
    }),
    async run({ id, status, position }, account, { conflict }) {
      const found = await moveWith(account.id, id);
      if (!found) return null;
      if (found.move.applied_at === null) throw conflict('unapplied');
      if (areRowsGone(found)) throw conflict('rowsGone');
      return listRows(found, status, position ?? null);
    },
  },

  moveReceiptDownload: {
    input: inputs({
      id: required(recordId()),
      status: optional(outcome).description(
        'The file has the rows of this count, with address, file and line. Without it, the file has the counts.',
      ),
    }),
    async run({ id, status }, account, { conflict }) {
      const found = await moveWith(account.id, id);
      if (!found) return null;
      if (found.move.applied_at === null) throw conflict('unapplied');
      if (!status) return csvAnswer(`move-${id}-receipt.csv`, countsOf(found));
      if (areRowsGone(found)) throw conflict('rowsGone');
      const list = listRows(found, status, null);
      return csvOfList(`move-${id}-${status}.csv`, list, ROW_COLUMNS, (items) =>
        (items as readonly ListedMoveRow[]).map((row) => ROW_COLUMNS.map((name) => String(row[name] ?? ''))),
      );
    },
  },
});

const areRowsGone = ({ move, imports }: FoundMove): boolean =>
  appliedOf(move, imports).some(({ retired }) => retired === true);

function countsOf({ move, imports }: FoundMove): string {
  const { files, total } = presentReceipt(move, imports);
  const lines = [...files, { name: 'total', ...total }].map((one) => [
    one.name,
    ...COUNTS.map((key) => String(one[key])),
  ]);
  return writeCsv([['file', ...COUNTS], ...lines]);
}
