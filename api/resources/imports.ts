import { Readable } from 'node:stream';
import Joi from 'joi';
import { now } from '../../common/clock.ts';
import { RESERVED_FIELD_NAMES } from '../../common/data/reserved-fields.ts';
import { writeCsv } from '../../common/domain/csv-cells.ts';
import { mapColumns, shownName } from '../../common/domain/csv-columns.ts';
import { nextId } from '../../common/ids.ts';
import { Import } from '../../common/models/imports.ts';
import { rows } from '../../common/mongo.ts';
import { customFieldsOf } from '../../common/queries/custom-fields.ts';
import { refusedRows } from '../../common/queries/imports.ts';
import { removeUpload, storeUpload } from '../../common/uploads.ts';
import type { UploadedFile } from '../http/body.ts';
import { endpoint, type RawAnswer } from '../http/endpoint.ts';
import { invalidField, texts } from '../http/failures.ts';
import { integer, recordId, required } from '../http/inputs.ts';
import { listing } from '../http/listing.ts';
import { csvSample } from '../present/csv-samples.ts';
import { presentImport } from '../present/imports.ts';
import { isTypeThere } from './contact-references.ts';
import { csvFile, inspectCsv } from './csv-files.ts';

interface Upload {
  contact_type_id: number;
  file: UploadedFile;
}

const byId = Joi.object<{ id: number }>({ id: required(recordId()) });

const NAME_MAX = 255;

export const imports = {
  contactUploadCsv: endpoint<'contactUploadCsv', Upload>({
    input: Joi.object({ contact_type_id: required(integer()), file: required(csvFile) }),
    async run({ contact_type_id, file }, account, { config, ring }) {
      if (!(await isTypeThere(account.id, contact_type_id))) {
        throw invalidField('contact_type_id', texts.selected('contact_type_id'));
      }
      const { encoding, header, rows: firstRow } = await inspectCsv(file, config.limits);
      const fields = [
        ...RESERVED_FIELD_NAMES,
        ...(await customFieldsOf(account.id)).map((field) => field.field_name),
      ];
      const { columns, skipped } = mapColumns(header.names, fields);
      const file_id = await storeUpload(file.path, file.name.slice(0, NAME_MAX));
      const at = now();
      const importId = await nextId('imports');
      try {
        await rows(Import).insertOne({
          _id: importId,
          user_id: account.id,
          contact_type_id,
          file_name: file.name.slice(0, NAME_MAX),
          file_id,
          file_bytes: file.bytes,
          encoding,
          delimiter: header.delimiter,
          newline: header.newline,
          header: header.names.map(shownName),
          columns: [...columns],
          skipped_columns: [...skipped],
          state: 'waiting',
          failure: null,
          checkpoint: firstRow,
          rows_read: 0,
          rows_added: 0,
          rows_updated: 0,
          rows_unchanged: 0,
          rows_refused: 0,
          percent: 0,
          lease_token: null,
          lease_until: null,
          leases: 0,
          created_at: at,
          updated_at: at,
          finished_at: null,
        });
      } catch (error) {
        // Should this fail too, the sweep removes what belongs to no import.
        await removeUpload(file_id).catch(() => {});
        throw error;
      }
      await ring('import-contacts', { importId }, String(importId));
      return true;
    },
  }),

  contactCsvSample: endpoint<'contactCsvSample', object>({
    input: Joi.object({}),
    run: async (_, account) => csvAnswer('contacts-sample.csv', csvSample(await customFieldsOf(account.id))),
  }),

  importList: endpoint<'importList', object>({
    input: Joi.object({}),
    run: (_, account) =>
      listing({
        model: Import,
        filter: { user_id: account.id },
        without: ['header', 'columns'],
        present: (page) => page.map(presentImport),
      }),
  }),

  importDetails: endpoint<'importDetails', { id: number }>({
    input: byId,
    async run({ id }, account) {
      const found = await rows(Import).findOne({ user_id: account.id, _id: id });
      return found && presentImport(found);
    },
  }),

  importErrors: endpoint<'importErrors', { id: number }>({
    input: byId,
    async run({ id }, account) {
      const found = await rows(Import).findOne(
        { user_id: account.id, _id: id },
        { projection: { header: 1 } },
      );
      return found && csvAnswer(`import-${id}-errors.csv`, Readable.from(errorReport(id, found.header)));
    },
  }),
};

const csvAnswer = (fileName: string, body: Readable | string): RawAnswer => ({
  headers: {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${fileName}"`,
  },
  body,
});

/** The report, a page of refused rows at a time. */
async function* errorReport(importId: number, header: readonly string[]): AsyncGenerator<string> {
  yield writeCsv([['line', 'reason', ...header]]);
  for await (const page of refusedRows(importId)) {
    yield writeCsv(page.map(({ _id, reason, cells }) => [String(_id.line), reason, ...cells]));
  }
}
