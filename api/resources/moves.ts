import { texts } from '../../common/domain/validation-texts.ts';
import { MOVE_TOOLS } from '../../shared/move-tools.ts';
import { MOST_FILES, type UploadedFile } from '../http/body.ts';
import { endpoints } from '../http/endpoint.ts';
import { byId, input, integer, integerFrom, oneOf, recordId, refuse } from '../http/inputs.ts';
import { type Input, inputs, optional, required, stated } from '../http/typed-input.ts';
import { presentListedMove, presentMove } from '../present/moves.ts';
import { moveWith, newestMoves } from './found-moves.ts';
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

/** Moves of a page: at most, and by default. */
const [MOST, USUAL] = [100, 50];

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

  moveList: {
    input: inputs({
      before_id: optional(integer())
        .description('Only moves with a smaller id, for the next page.')
        .example(6),
      limit: integerFrom(1, MOST)
        .description(`The most items to return; ${USUAL} by default.`)
        .example(USUAL),
    }),
    async run({ before_id, limit }, account) {
      const found = await newestMoves(account.id, before_id ?? null, limit ?? USUAL);
      return found.map(({ move, imports }) => presentListedMove(move, imports));
    },
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

  moveUndo: {
    input: byId,
    async run({ id }, account, call) {
      const found = await moveWith(account.id, id);
      return found && undoMove(found, account, call);
    },
  },
});
