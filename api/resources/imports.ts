import { forgetFailures } from '../../common/changes/job-failures.ts';
import { now } from '../../common/clock.ts';
import { writeCsv } from '../../common/domain/csv-cells.ts';
import { subjectOfUndo } from '../../common/jobs/subjects.ts';
import type { ImportRefusalDocument } from '../../common/models/import-refusals.ts';
import { Import } from '../../common/models/imports.ts';
import { customFieldsOf } from '../../common/queries/custom-fields.ts';
import { type OwnImport, refusalPageOf, refusedRows, undoableUntil } from '../../common/queries/imports.ts';
import { endpoints } from '../http/endpoint.ts';
import { byId, text } from '../http/inputs.ts';
import type { ListShare } from '../http/list-shares.ts';
import { listing } from '../http/listing.ts';
import { inputs, nothing, optional, required } from '../http/typed-input.ts';
import { csvSample } from '../present/csv-samples.ts';
import { presentImport } from '../present/imports.ts';
import { csvAnswer } from './csv-answer.ts';
import { csvFile, tableFile } from './csv-files.ts';
import { importInput, startImports, sumOfFiles, unpackedFiles } from './import-starts.ts';

export const imports = endpoints({
  contactUploadCsv: {
    input: inputs({ ...importInput, file: required(csvFile) }),
    run: async (input, account, { config, ring }) =>
      (await startImports([input.file], input, account, config, ring))[0]!,
  },

  contactUpload: {
    input: inputs({
      ...importInput,
      sheet: optional(text()).description('The sheet of a workbook. Without it, the first.'),
      file: required(tableFile),
    }),
    async run(input, account, { config, ring }) {
      const { files } = await unpackedFiles(input.file, input.sheet ?? '', account, config);
      const received = await startImports(files, input, account, config, ring);
      return { ...sumOfFiles(received), imports: received.map(({ id }) => id) };
    },
  },

  contactCsvSample: {
    input: nothing,
    run: async (_, account) => csvAnswer('contacts-sample.csv', csvSample(await customFieldsOf(account.id))),
  },

  importList: {
    input: nothing,
    run: (_, account) =>
      listing({
        model: Import.of(account.id),
        filter: {},
        fields: { header: 0, columns: 0 },
        present: (page) => page.map(presentImport),
      }),
  },

  importDetails: {
    input: byId,
    async run({ id }, account) {
      const found = await Import.of(account.id).findOne({ _id: id });
      return found && presentImport(found);
    },
  },

  importUndo: {
    input: byId,
    async run({ id }, account, { ring, conflict }) {
      const found = await Import.of(account.id).findOne({ _id: id });
      if (!found) return null;
      if (found.dry_run) throw conflict('trial');
      if (found.finished_at === null) throw conflict('open');
      const until = undoableUntil(found);
      if (until === null || until <= now()) throw conflict('late');
      await Import.of(account.id).updateOne(
        { _id: id, undo_state: { $nin: ['waiting', 'running', 'completed'] } },
        { $set: { undo_state: 'waiting', undo_failure: null, undo_waits_since: now() } },
      );
      if (found.undo_state === 'failed') await forgetFailures([subjectOfUndo(id)]);
      await ring('undo-import', { importId: id, userId: account.id });
      return true;
    },
  },

  importErrors: {
    input: byId,
    async run({ id }, account) {
      const found = await Import.of(account.id).findOne({ _id: id }, { projection: { header: 1 } });
      return (
        found &&
        csvAnswer(`import-${id}-errors.csv`, (hold) =>
          errorReport({ _id: id, user_id: account.id }, found.header, hold),
        )
      );
    },
  },

  importPartial: {
    input: byId,
    async run({ id }, account) {
      const found = await Import.of(account.id).findOne({ _id: id }, { projection: { _id: 1 } });
      const of = { _id: id, user_id: account.id };
      return found && csvAnswer(`import-${id}-partial.csv`, (hold) => partialReport(of, hold));
    },
  },
});

const partialReport = (of: OwnImport, hold: ListShare): AsyncGenerator<string, void> =>
  reportOf(of, hold, ['line', 'field', 'reason', 'cell'], true, ({ _id, cells, dropped = [] }) =>
    dropped.map(({ field, reason, at }) => [String(_id.line), field, reason, cells[at] ?? '']),
  );

const errorReport = (
  of: OwnImport,
  header: readonly string[],
  hold: ListShare,
): AsyncGenerator<string, void> =>
  reportOf(of, hold, ['line', 'reason', ...header], false, ({ _id, reason, cells }) => [
    [String(_id.line), reason, ...cells],
  ]);

/** The report of refused rows, a page at a time. */
async function* reportOf(
  of: OwnImport,
  hold: ListShare,
  header: readonly string[],
  inPart: boolean,
  linesOf: (row: ImportRefusalDocument) => readonly (readonly string[])[],
): AsyncGenerator<string, void> {
  let written = writeCsv([header]);
  const take = (): Promise<void> => hold.take(refusalPageOf(hold.rowBytes));
  for await (const page of refusedRows(of, { inPart, take })) {
    written += writeCsv(page.flatMap(linesOf));
    hold.wrote(written.length, page.length);
    yield written;
    written = '';
  }
  // The last question found no rows.
  hold.leave();
  if (written !== '') yield written;
}
