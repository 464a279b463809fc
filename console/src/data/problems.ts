import { ApiError } from '../../../client/src/index.ts';
import type { RefusedDetail } from '../texts/en/refusals.ts';
import { type Texts, textsNow } from '../texts/texts.ts';

/** What a text of the API names. */
const detailOf = (text: string): RefusedDetail => ({
  text,
  numbers: (text.match(/\d+/g) ?? []).map(Number),
  rest: /: (.+?)\.?$/s.exec(text)?.[1] ?? '',
});

const isKnown = <Table extends object>(table: Table, code: string): code is keyof Table & string =>
  Object.hasOwn(table, code);

/** Without a code it is a text of the console itself. */
const refusalOf = (code: string | undefined, text: string): string => {
  if (code === undefined) return text;
  const { inputRefusals } = textsNow();
  return inputRefusals[isKnown(inputRefusals, code) ? code : 'other'](detailOf(text));
};

/** What went wrong, in the words of the console: the API's own texts are for programs. */
export function problemOf(error: unknown, texts: Texts): string {
  if (!(error instanceof ApiError)) return texts.problems.offline;
  if (error.status === 401) return texts.problems.signedOut;
  if (error.status === 429 && error.code !== 'quota') return texts.problems.tooMany;
  if (error.status >= 500) return texts.problems.server;
  const inputs = Object.values(fieldProblems(error));
  if (inputs.length > 0) return [...new Set(inputs)].join(' ');
  const { failures } = texts;
  return failures[isKnown(failures, error.code) ? error.code : 'conflict'];
}

/** The first text of each refused input. */
export const fieldProblems = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof ApiError
    ? Object.fromEntries(
        Object.entries(error.inputs).map(([name, [first = '']]) => [
          name,
          refusalOf(error.codes[name]?.[0], first),
        ]),
      )
    : {};

/** The record is deleted, or never existed, as the service itself says: a proxy may answer 404, too. */
export const isLost = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404 && error.code === 'not_found';

/** Compares the text of a 409, which the contract fixes. */
export const isConflict = (error: unknown, text: string): boolean =>
  error instanceof ApiError && error.status === 409 && error.errors === text;

/** The text of each custom field that was refused. The answer has them all at one input, each with the name of its field. */
export function customProblems(error: unknown, names: readonly string[]): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {};
  const said = error.inputs['custom_field'] ?? [];
  const codes = error.codes['custom_field'] ?? [];
  return Object.fromEntries(
    names.map((name) => {
      const at = said.findIndex((text) => text.includes(` custom field ${name.replaceAll('_', ' ')} field `));
      return [name, at === -1 ? '' : refusalOf(codes[at], said[at]!)];
    }),
  );
}
