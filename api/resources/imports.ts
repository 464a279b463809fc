import { Readable } from 'node:stream';
import { forgetFailures } from '../../common/changes/job-failures.ts';
import { now } from '../../common/clock.ts';
import { writeCsv } from '../../common/domain/csv-cells.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { DATE_ORDERS } from '../../common/domain/written-values.ts';
import { subjectOfUndo } from '../../common/jobs/subjects.ts';
import { Import } from '../../common/models/imports.ts';
import { customFieldsOf } from '../../common/queries/custom-fields.ts';
import { type OwnImport, refusedRows, undoableUntil } from '../../common/queries/imports.ts';
import { outsideTransaction } from '../../common/store/transactions.ts';
import { endpoints } from '../http/endpoint.ts';
import { invalidField } from '../http/failures.ts';
import { byId, flag, integer, oneOf } from '../http/inputs.ts';
import { listing } from '../http/listing.ts';
import { inputs, nothing, optional, required } from '../http/typed-input.ts';
import { csvSample } from '../present/csv-samples.ts';
import { presentImport } from '../present/imports.ts';
import { isGroupThere } from '../services/queries/unsubscribe-groups.ts';
import { isTypeThere } from './contact-references.ts';
import { csvAnswer } from './csv-answer.ts';
import { csvEncoding, csvFile } from './csv-files.ts';
import { receiveCsv } from './csv-uploads.ts';
import { chosenColumns, chosenOf, decisionsInput } from './import-columns.ts';
import { storeBytes } from './stored-bytes.ts';

export const imports = endpoints({
  contactUploadCsv: {
    input: inputs({
      contact_type_id: required(integer()),
      map: chosenColumns.description(
        'The column of the file for each field, as `map[<field>]`, such as `map[first_name]=Given name`. Without it, columns are matched by their' +
          ' names. With it, columns that it does not name are left out, and `map[email]` is required. `map[status]` names the column with the ' +
          'statuses; if it is the only entry, the other columns are matched by their names.',
      ),
      dry_run: flag().description(
        '1: a dry run. Nothing is imported, and the import counts what would change, for the first 100,000 rows or 32 MiB of the file.',
      ),
      encoding: csvEncoding.description(
        'The character encoding of the file. Without it, the byte order mark decides, then the contents; `encoding_by` of the answer says which.',
      ),
      statuses: decisionsInput.description(
        'The status of the rows with each word, as `statuses[<word>]`, such as `statuses[Waiting list]=unconfirmed`. `statuses[]` is for blank ' +
          'cells. `statuses[*]` is for all other words and blank cells, also for known words and for a file without statuses. ' +
          '`statuses[*]=mailable` makes all rows mailable.',
      ),
      opt_out_group: optional(integer()).description(
        'The unsubscribe group that people with the status `opted_out` leave. Without it, they get no mail of the account at all.',
      ),
      date_order: optional(oneOf(DATE_ORDERS)).description(
        'The order of dates such as `03/07/1991`: day first (`dmy`) or month first (`mdy`). Without it, a column shows its order by a day over 12.',
      ),
      file: required(csvFile),
    }),
    async run(
      {
        contact_type_id: typeId,
        file,
        map: given,
        encoding,
        dry_run,
        statuses = [],
        opt_out_group: group = null,
        date_order,
      },
      account,
      { config, ring },
    ) {
      if (!(await outsideTransaction(() => isTypeThere(account.id, typeId)))) {
        throw invalidField('contact_type_id', texts.selected('contact_type_id'));
      }
      if (group !== null && !(await outsideTransaction(() => isGroupThere(account.id, group)))) {
        throw invalidField('opt_out_group', texts.selected('opt_out_group'));
      }
      const { column, map } = chosenOf(given ?? null);
      const received = await storeBytes(account, file.bytes, () =>
        receiveCsv(file, typeId, account, config.limits, {
          map,
          encoding,
          statuses: { column, decisions: statuses, group },
          isTrial: dry_run === 1,
          dateOrder: date_order || null,
          zone: account.timezone,
        }),
      );
      await ring(dry_run === 1 ? 'try-import' : 'import-contacts', {
        importId: received.id,
        userId: account.id,
      });
      return received;
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
  for await (const page of refusedRows(of, true)) {
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
