import { writeCsv } from '../../common/domain/csv-cells.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { Import, type ImportDocument } from '../../common/models/imports.ts';
import { Move, type MoveDocument } from '../../common/models/moves.ts';
import { MOVE_TOOLS } from '../../shared/move-tools.ts';
import { STATUSES } from '../../shared/statuses/statuses.ts';
import { MOST_FILES, type UploadedFile } from '../http/body.ts';
import { endpoints } from '../http/endpoint.ts';
import { byId, input, oneOf, recordId, refuse } from '../http/inputs.ts';
import { type Input, inputs, optional, required, stated } from '../http/typed-input.ts';
import { type MovedRows, type MoveImports, presentMove, presentReceipt } from '../present/moves.ts';
import { csvAnswer } from './csv-answer.ts';
import { filesInput, moveDecisions } from './move-decisions.ts';
import { addMove } from './move-plans.ts';
import { applyMove, undoMove } from './move-steps.ts';

const tables = stated(
  required(
    (input as Input<UploadedFile[] | false | null>).custom((given, helpers) => {
      if (!Array.isArray(given)) return refuse(helpers, texts.files);
      const files = given.filter(({ name, bytes }) => name !== '' || bytes > 0);
      if (files.length === 0) return refuse(helpers, texts.required);
      const other = files.find(({ name }) => !/\.(?:csv|tsv|txt|gz|zip|xlsx)$/i.test(name));
      return other ? refuse(helpers, texts.table, `The file ${other.name}.`) : files;
    }),
  ),
  { type: 'array', items: { type: 'string', format: 'binary' }, maxItems: MOST_FILES },
);

async function moveWith(
  userId: number,
  _id: number,
): Promise<{ move: MoveDocument; imports: MoveImports } | null> {
  const move = await Move.of(userId).findOne({ _id });
  if (!move) return null;
  const ids = move.files.flatMap(({ trial_id, import_id }) =>
    [trial_id, import_id].filter((id) => id !== null),
  );
  const found = await Import.of(userId)
    .find({ _id: { $in: ids } })
    .toArray();
  return { move, imports: new Map(found.map((one: ImportDocument) => [one._id, one])) };
}

const COUNTS = [
  'rows',
  ...[...STATUSES].reverse(),
  'refused',
] as const satisfies readonly (keyof MovedRows)[];

/** From another service: first a plan, of which nothing is stored, then imports (docs/rules.md 6.26). */
export const moves = endpoints({
  moveAdd: {
    input: inputs({
      tool: optional(oneOf(MOVE_TOOLS))
        .description(
          'The service that wrote the files, if it is not recognised; `mailing`: an export of this service.',
        )
        .example('mailchimp'),
      file: tables
        .description(
          'The export: an archive, or one or more tables, also as `file[]` or `file[0]`. At most 20 files of a form, and 50 tables in all.',
        )
        .example(['audience.zip']),
    }),
    run: (given, account, call) => addMove(given.file, given.tool || null, account, call),
  },

  moveDetails: {
    input: byId,
    async run({ id }, account) {
      const found = await moveWith(account.id, id);
      return found && presentMove(found.move, found.imports);
    },
  },

  moveApply: {
    input: inputs({ id: required(recordId()), ...moveDecisions, files: filesInput }),
    async run({ id, ...given }, account, call) {
      const found = await moveWith(account.id, id);
      return found && applyMove(found, given, account, call);
    },
  },

  moveReceipt: {
    input: byId,
    async run({ id }, account, { conflict }) {
      const found = await moveWith(account.id, id);
      if (found && found.move.applied_at === null) throw conflict('unapplied');
      return found && presentReceipt(found.move, found.imports);
    },
  },

  moveReceiptDownload: {
    input: byId,
    async run({ id }, account, { conflict }) {
      const found = await moveWith(account.id, id);
      if (found && found.move.applied_at === null) throw conflict('unapplied');
      if (!found) return null;
      const { files, total } = presentReceipt(found.move, found.imports);
      const lines = [...files, { name: 'total', ...total }].map((one) => [
        one.name,
        ...COUNTS.map((key) => String(one[key])),
      ]);
      return csvAnswer(`move-${id}-receipt.csv`, writeCsv([['file', ...COUNTS], ...lines]));
    },
  },

  moveUndo: {
    input: byId,
    async run({ id }, account, call) {
      const found = await moveWith(account.id, id);
      return found && undoMove(found, account, call);
    },
  },
});
