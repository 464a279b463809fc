import type Joi from 'joi';
import type { Context } from 'koa';
import { texts } from '../../common/domain/validation-texts.ts';
import type { ContractRow } from '../contract.ts';
import type { Body } from './body.ts';
import { invalid } from './failures.ts';
import { isClose, nearestName, plainName } from './near-names.ts';
import { rangeInput } from './range.ts';
import { isBlank } from './typed-input.ts';

/** Inputs that an answer names as ignored. A form may have 12,000; more than these are of no more help. */
const MOST = 20;
/** Characters of a name that are compared and shown. */
const SHOWN = 80;

/** The header that names ignored inputs, also beside a file. */
export const IGNORED_HEADER = 'X-Ignored-Inputs';

/** What is known of the inputs of an endpoint. */
interface KnownInputs {
  readonly names: readonly string[];
  /** The input on which it depends whether an input is ignored, by its name. */
  readonly ignoredBy: Readonly<Record<string, string>>;
}

const described = new WeakMap<Joi.ObjectSchema, KnownInputs>();

/** The inputs of a schema: described once, because a description takes joi longer than a small call. */
export function knownInputs(schema: Joi.ObjectSchema): KnownInputs {
  const before = described.get(schema);
  if (before) return before;
  const keys = (schema.describe()['keys'] ?? {}) as Record<string, { metas?: { ignoredBy?: string }[] }>;
  const ignoredBy = Object.entries(keys).flatMap(([name, { metas = [] }]) => {
    const by = metas.find((meta) => meta.ignoredBy !== undefined)?.ignoredBy;
    return by === undefined ? [] : [[name, by] as const];
  });
  const found = { names: Object.keys(keys), ignoredBy: Object.fromEntries(ignoredBy) };
  described.set(schema, found);
  return found;
}

/** All names that an endpoint takes: its inputs, its files, and the range of a list. */
export const namesOf = (row: ContractRow, schema: Joi.ObjectSchema): string[] => [
  ...knownInputs(schema).names,
  ...('list' in row.done ? knownInputs(rangeInput).names : []),
  ...[row.upload, row.files].filter((name) => name !== undefined),
];

/** A name that a call gave and its endpoint does not read from there. */
export interface StrayInput {
  readonly name: string;
  /** Where the endpoint takes it from, if it has such an input. */
  readonly takenFrom: 'query' | 'body' | null;
}

/** Bytes of a body that is read although its method takes none: its inputs are only named. */
const STRAY_BYTES = 65_536;

/** Whether a call whose method takes no body has one that can be read for its names. */
export const hasStrayBody = ({ method, request }: Context): boolean =>
  method !== 'POST' && (request.length ?? 0) > 0 && (request.length ?? 0) <= STRAY_BYTES;

/** The names of a call that its endpoint does not read from where they stand. `own`: names of the query that its door reads. */
export function strayInputs(
  ctx: Context,
  row: ContractRow,
  names: ReadonlySet<string>,
  body: Body | null,
  query: Readonly<Record<string, unknown>>,
  own: readonly string[] = [],
): StrayInput[] {
  const inQuery = Object.keys(query).filter((name) => !own.includes(name));
  const ofQuery = ctx.method === 'POST' ? new Set(row.query) : names;
  const inBody = new Set([...Object.keys(body?.inputs ?? {}), ...(body?.files.keys() ?? [])]);
  return [
    ...inQuery
      .filter((name) => !ofQuery.has(name))
      .map((name) => (names.has(name) ? ({ name, takenFrom: 'body' } as const) : unknown(name))),
    ...[...inBody]
      .filter((name) => !names.has(name) || ofQuery.has(name))
      .map((name) => (names.has(name) ? ({ name, takenFrom: 'query' } as const) : unknown(name))),
  ];
}

const unknown = (name: string): StrayInput => ({ name, takenFrom: null });

/** Names of inputs that leave people out. */
const LEAVES_OUT = /exclud|leave_out/;

/**
 * Throws a 422 where a call seems to name people to leave out, and the endpoint would ignore that: a warning would come after the
 * mails.
 */
export function refuseLostExclusion(strays: readonly StrayInput[], names: ReadonlySet<string>): void {
  const leaving = [...names].filter((name) => LEAVES_OUT.test(name));
  if (leaving.length === 0) return;
  for (const stray of strays) {
    const right = meantExclusion(stray.name.slice(0, SHOWN), leaving);
    if (right !== null)
      throw invalid({ [right]: [texts.format(right)] }, { [right]: [sentenceOf(stray, right)] });
  }
}

const WORD = 'exclude';

/** The exclusion that a name means: by a near name, by a form of the word, or by its misspelt beginning. */
function meantExclusion(given: string, leaving: readonly string[]): string | null {
  const near = nearestName(given, leaving);
  if (near !== null) return near;
  const plain = plainName(given);
  const says = /exclu[ds]|leaveout/.test(plain) || isClose(plain.slice(0, WORD.length), WORD);
  return says ? leaving[0]! : null;
}

const sentenceOf = ({ name, takenFrom }: StrayInput, meant: string | null): string => {
  const shown = name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name;
  if (takenFrom !== null) {
    const stands = takenFrom === 'body' ? 'query' : 'body';
    return `${shown} stands in the ${stands}; this call takes it from the ${takenFrom}.`;
  }
  return `${shown} is not an input of this call.${meant === null ? '' : ` Did you mean ${meant}?`}`;
};

/** What a call gave and its endpoint ignored. */
export interface IgnoredInputs {
  readonly names: readonly string[];
  /** In words, with the name that was meant. They have no values. */
  readonly warnings: readonly string[];
}

const NOTHING: IgnoredInputs = Object.freeze({ names: [], warnings: [] });

/** What is told of ignored inputs. `input` are the inputs as they were validated. */
export function ignoredInputs(
  schema: Joi.ObjectSchema,
  strays: readonly StrayInput[],
  names: ReadonlySet<string>,
  given: Readonly<Record<string, unknown>>,
  input: Readonly<Record<string, unknown>>,
): IgnoredInputs {
  const dropped = Object.entries(knownInputs(schema).ignoredBy).filter(
    ([name]) => name in given && !isBlank(given[name]) && !(name in input),
  );
  if (strays.length === 0 && dropped.length === 0) return NOTHING;
  const told = strays.slice(0, MOST);
  return {
    names: [...told.map(({ name }) => name.slice(0, SHOWN)), ...dropped.map(([name]) => name)].slice(0, MOST),
    warnings: [
      ...told.map((stray) =>
        sentenceOf(stray, stray.takenFrom === null ? nearestName(stray.name.slice(0, SHOWN), names) : null),
      ),
      ...dropped.map(([name, by]) => `${name} is ignored where ${by} is ${String(input[by])}.`),
    ].slice(0, MOST),
  };
}

/** Names ignored inputs in a header, as visible ASCII. */
export function nameIgnored(ctx: Context, { names }: IgnoredInputs): void {
  if (names.length > 0)
    ctx.set(IGNORED_HEADER, names.map((name) => name.replace(/[^\w.[\]-]/g, '?')).join(', '));
}
