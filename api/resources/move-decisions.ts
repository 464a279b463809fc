import type { Config } from '../../common/config.ts';
import { HYGIENE_KINDS } from '../../common/domain/address-doubts.ts';
import { FIELD_TYPES } from '../../common/domain/custom-values.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { DATE_ORDERS } from '../../common/domain/written-values.ts';
import { CSV_ENCODINGS } from '../../shared/csv-encoding.ts';
import { STATUSES } from '../../shared/statuses/statuses.ts';
import { Failure, type FieldTexts, invalid, invalidField } from '../http/failures.ts';
import { isObject } from '../http/fold.ts';
import { input, integer, refuse } from '../http/inputs.ts';
import type { JsonSchema } from '../http/json-schema.ts';
import { inputs, optional, stated, type ValuesOf } from '../http/typed-input.ts';
import { validate } from '../http/validation.ts';
import { importInput } from './import-starts.ts';

const { contact_type_id: _, dry_run: __, map, ...forAll } = importInput;

/** Decisions for all files of a move. */
export const moveDecisions = {
  contact_type_id: optional(integer()).description(
    'The contact type of the people. Without it, and without one of their file, they come into a new contact type.',
  ),
  ...forAll,
  opt_out_group: forAll.opt_out_group.example(6),
};

const fileDecisions = { ...moveDecisions, map };
const ofFile = inputs(fileDecisions);
const NAMES = Object.keys(fileDecisions);

export type MoveDecisions = ValuesOf<typeof fileDecisions>;

const FORM = /^\[(\d{1,3})\]\[([^[\]]+)\](?:\[([^[\]]*)\])?$/;

/** Decisions by the file's position. Of a form, `files[0][statuses][word]`; of JSON, an array, or an object by position. */
const given = input.custom((value: unknown, helpers): ReadonlyMap<number, Record<string, unknown>> => {
  const found = new Map<number, Record<string, unknown>>();
  const wrong = (hint?: string) => refuse(helpers, texts.format, hint) as never;
  if (value === null || value === '') return found;
  if (Array.isArray(value)) {
    if (!value.every((one) => one === null || isObject(one))) return wrong(HINT);
    for (const [at, one] of value.entries()) if (isObject(one)) found.set(at, { ...one });
    return found;
  }
  if (!isObject(value)) return wrong(HINT);
  for (const [key, one] of Object.entries(value)) {
    const [, position, name, inner] = FORM.exec(key) ?? [];
    if (name === undefined) {
      if (!/^\d{1,3}$/.test(key) || !isObject(one)) return wrong(HINT);
      found.set(Number(key), { ...one });
      continue;
    }
    const at = Number(position);
    const file = found.get(at) ?? {};
    found.set(at, file);
    if (inner === undefined) file[name] = one;
    else if (inner === '' || (name === 'leave_out' && /^\d+$/.test(inner)))
      file[name] = [file[name] ?? [], one].flat();
    else file[name] = { ...(isObject(file[name]) ? file[name] : {}), [inner]: one };
  }
  return found;
});

const HINT = 'Write files[0][statuses][word] in a form, or [{"statuses": {"word": "mailable"}}] in JSON.';

const byName = (one: JsonSchema): JsonSchema => ({ type: ['object', 'null'], additionalProperties: one });
const word = (words: readonly string[]): JsonSchema => ({ type: ['string', 'null'], enum: [...words, null] });
const FILE_SCHEMA: Readonly<Record<keyof MoveDecisions, JsonSchema>> = {
  contact_type_id: { type: ['integer', 'null'] },
  map: byName({ type: ['string', 'null'] }),
  new_fields: byName(word(FIELD_TYPES)),
  new_field_names: byName({ type: ['string', 'null'] }),
  existing: word(['update', 'skip']),
  encoding: word(CSV_ENCODINGS),
  statuses: byName(word(STATUSES)),
  opt_out_group: { type: ['integer', 'null'] },
  leave_out: { type: ['array', 'null'], items: { type: 'string', enum: HYGIENE_KINDS } },
  date_order: word(DATE_ORDERS),
};

export const filesInput = stated(optional(given), {
  type: 'array',
  items: { type: 'object', properties: FILE_SCHEMA, additionalProperties: false },
  maxItems: 50,
})
  .description(
    'Decisions for single files, by their position in `files` of the plan: as `files[0][contact_type_id]`, `files[0][map][email]`, ' +
      '`files[0][statuses][<word>]`, `files[0][new_fields][<heading>]`, `files[0][new_field_names][<heading>]`, `files[0][opt_out_group]`, `files[0][existing]`, ' +
      '`files[0][leave_out][]`, `files[0][date_order]`, `files[0][encoding]`, with the meanings that they have for `contacts/upload`. They ' +
      'replace those for all files.',
  )
  .example([{ contact_type_id: 3, statuses: { 'Waiting list': 'unconfirmed' } }]);

/** Throws a 422 with the problems of all files. */
export function decisionsOf(
  byFile: ReadonlyMap<number, Record<string, unknown>>,
  shared: ValuesOf<typeof moveDecisions>,
  files: number,
  limits: Config['limits'],
): MoveDecisions[] {
  const problems: Failure[] = [];
  for (const at of byFile.keys())
    if (at >= files)
      problems.push(
        invalidField(
          'files',
          texts.selected(`files ${at}`),
          `The move has ${files} files; the first is files[0].`,
        ),
      );
  const decided = Array.from({ length: files }, (_one, at): MoveDecisions => {
    const own = byFile.get(at) ?? {};
    const stray = Object.keys(own).find((name) => !NAMES.includes(name));
    if (stray !== undefined) {
      const hint = `A file has ${NAMES.join(', ')}.`;
      problems.push(ofFileAt(at, invalidField(stray, texts.format(stray), hint)));
      return {};
    }
    try {
      return { ...shared, ...validate(ofFile, own, limits) };
    } catch (error) {
      if (!(error instanceof Failure) || typeof error.errors === 'string') throw error;
      problems.push(ofFileAt(at, error));
      return {};
    }
  });
  if (problems.length > 0) throw refusalOfAll(problems);
  return decided;
}

/** A 422 about one file, on the input `files`. */
export function ofFileAt(at: number, failure: Failure): Failure {
  const named = (of: FieldTexts | string | null): FieldTexts => {
    const said = typeof of === 'string' ? [of] : Object.values(of ?? {}).flat();
    return said.length === 0 ? {} : { files: said.map((text) => `files.${at}: ${text}`) };
  };
  return invalid(named(failure.errors), named(failure.hints));
}

export const refusalOfAll = (problems: readonly Failure[]): Failure => {
  const all = (of: (one: Failure) => FieldTexts | string | null): FieldTexts => {
    const said = problems.flatMap((one) => Object.entries((of(one) ?? {}) as FieldTexts));
    const keys = [...new Set(said.map(([key]) => key))];
    return Object.fromEntries(
      keys.map((key) => [key, said.flatMap(([name, some]) => (name === key ? some : []))]),
    );
  };
  return invalid(
    all(({ errors }) => errors),
    all(({ hints }) => hints),
  );
};
