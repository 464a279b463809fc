import { Readable } from 'node:stream';
import { forgetFailures } from '../../common/changes/job-failures.ts';
import { now } from '../../common/clock.ts';
import { writeCsv } from '../../common/domain/csv-cells.ts';
import { subjectOfUndo } from '../../common/jobs/subjects.ts';
import { Import } from '../../common/models/imports.ts';
import { customFieldsOf } from '../../common/queries/custom-fields.ts';
import { type OwnImport, refusedRows, undoableUntil } from '../../common/queries/imports.ts';
import { endpoints } from '../http/endpoint.ts';
import { byId, text } from '../http/inputs.ts';
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
        { $set: { undo_state: 'waiting', undo_failure: null } },
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
        csvAnswer(
          `import-${id}-errors.csv`,
          Readable.from(errorReport({ _id: id, user_id: account.id }, found.header)),
        )
      );
    },
  },

  importPartial: {
    input: byId,
    async run({ id }, account) {
      const found = await Import.of(account.id).findOne({ _id: id }, { projection: { _id: 1 } });
      const report = partialReport({ _id: id, user_id: account.id });
      return found && csvAnswer(`import-${id}-partial.csv`, Readable.from(report));
    },
  },
});

async function* partialReport(of: OwnImport): AsyncGenerator<string> {
  yield writeCsv([['line', 'field', 'reason', 'cell']]);
  for await (const page of refusedRows(of, { inPart: true })) {
    const lines = page.flatMap(({ _id, cells, dropped = [] }) =>
      dropped.map(({ field, reason, at }) => [String(_id.line), field, reason, cells[at] ?? '']),
    );
    yield writeCsv(lines);
  }
}

/** The report of refused rows, a page at a time. */
async function* errorReport(of: OwnImport, header: readonly string[]): AsyncGenerator<string> {
  yield writeCsv([['line', 'reason', ...header]]);
  for await (const page of refusedRows(of)) {
    yield writeCsv(page.map(({ _id, reason, cells }) => [String(_id.line), reason, ...cells]));
  }
}
