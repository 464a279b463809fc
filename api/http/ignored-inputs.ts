import type { Context } from 'koa';
import { isClose, nearestName, plainName } from '../../common/domain/near-names.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import type { ContractRow } from '../contract.ts';
import type { Exchange } from './exchange.ts';
import { Failure, invalid } from './failures.ts';
import { meantInput } from './meant-inputs.ts';
import { rangeInput } from './range.ts';
import { type Inputs, isBlank } from './typed-input.ts';

/** Maximum ignored inputs in an answer; a form can have 12,000. */
const MOST = 20;
const SHOWN = 80;

const IGNORED_HEADER = 'X-Ignored-Inputs';

export const namesOf = (row: ContractRow, input: Pick<Inputs<unknown>, 'names'>): string[] => [
  ...input.names,
  ...('list' in row.done ? rangeInput.names : []),
  ...[row.upload, row.files].filter((name) => name !== undefined),
];

/** A name that the endpoint does not read, or not from where it was sent. */
export interface StrayInput {
  readonly name: string;
  /** Where the endpoint reads this input, if it has one. */
  readonly takenFrom: 'query' | 'body' | null;
}

const STRAY_BYTES = 65_536;

export const hasStrayBody = ({ method, request }: Context): boolean =>
  method !== 'POST' && (request.length ?? 0) > 0 && (request.length ?? 0) <= STRAY_BYTES;

/** The names of a call that its endpoint does not read from where they were sent. */
export function strayInputs(
  { ctx, body, served }: Exchange,
  query: Readonly<Record<string, unknown>>,
): StrayInput[] {
  const { row, names, door } = served;
  const inQuery = Object.keys(query).filter((name) => !door.reads?.includes(name));
  const ofQuery = ctx.method === 'POST' ? new Set(row.query) : names;
  const inBody = new Set([...Object.keys(body?.inputs ?? {}), ...(body?.files.keys() ?? [])]);
  const stray = (name: string, takenFrom: 'query' | 'body'): StrayInput => ({
    name,
    takenFrom: names.has(name) ? takenFrom : null,
  });
  return [
    ...inQuery.filter((name) => !ofQuery.has(name)).map((name) => stray(name, 'body')),
    ...[...inBody]
      .filter((name) => !names.has(name) || ofQuery.has(name))
      .map((name) => stray(name, 'query')),
  ];
}

/** Inputs that exclude recipients of a mail. */
const LEAVES_OUT = /exclud/;

/** Throws a 422 if a call seems to exclude recipients by an ignored input. A warning would be too late: the mails would be sent. */
export function refuseLostExclusion(strays: readonly StrayInput[], names: ReadonlySet<string>): void {
  const leaving = [...names].filter((name) => LEAVES_OUT.test(name));
  if (leaving.length === 0) return;
  for (const stray of strays) {
    const right = meantExclusion(stray.name.slice(0, SHOWN), leaving);
    if (right !== null)
      throw invalid({ [right]: [texts.format(right)] }, { [right]: [ignoredSentence(stray, right)] });
  }
}

const COPIES = ['cc', 'bcc'];

/** Throws a 422 if a call for a message asks for copies, which are not sent. */
export function refuseCopies(strays: readonly StrayInput[], names: ReadonlySet<string>): void {
  if (!names.has('reply_to')) return;
  const copy = strays.find(({ name }) => COPIES.includes(name.toLowerCase()))?.name;
  if (copy === undefined) return;
  const key = names.has('email') ? 'email' : 'messages';
  const hint = `${copy}: a message has one recipient. Send one to each person; messages/send-many takes up to 500.`;
  throw invalid({ [key]: [texts.format(key)] }, { [key]: [hint] });
}

const WORD = 'exclude';

/** The exclusion that a name means: a near name, a form of the word, or a misspelt beginning. */
function meantExclusion(given: string, leaving: readonly string[]): string | null {
  const near = nearestName(given, leaving);
  if (near !== null) return near;
  const plain = plainName(given);
  const says = /exclu[ds]|leaveout/.test(plain) || isClose(plain.slice(0, WORD.length), WORD);
  return says ? leaving[0]! : null;
}

const shownName = (name: string): string => (name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name);

export const ignoredSentence = ({ name, takenFrom }: StrayInput, meant: string | null): string => {
  const shown = shownName(name);
  if (takenFrom !== null) {
    const sentIn = takenFrom === 'body' ? 'query' : 'body';
    return `${shown} was sent in the ${sentIn}; this call reads it from the ${takenFrom}.`;
  }
  return `${shown} is not an input of this call.${meant === null ? '' : ` Did you mean ${meant}?`}`;
};

export interface IgnoredInputs {
  readonly names: readonly string[];
  readonly warnings: readonly string[];
}

const NOTHING: IgnoredInputs = Object.freeze({ names: [], warnings: [] });

/** Returns the input that was probably meant by an ignored one. It is never an input that was given. */
function meantBy(
  { name, takenFrom }: StrayInput,
  { inputs, served: { names } }: Pick<Exchange, 'inputs' | 'served'>,
): string | null {
  const meant = takenFrom === null ? meantInput(name.slice(0, SHOWN), names) : null;
  return meant === null || meant in inputs ? null : meant;
}

/** `input` holds the inputs after validation. */
export function ignoredInputs(exchange: Exchange, input: Readonly<Record<string, unknown>>): IgnoredInputs {
  const {
    strays,
    inputs,
    served: { behaviour },
  } = exchange;
  const dropped = behaviour.input.ignoredBy.filter(
    ([name]) => name in inputs && !isBlank(inputs[name]) && !(name in input),
  );
  if (strays.length === 0 && dropped.length === 0) return NOTHING;
  const told = strays.slice(0, MOST);
  return {
    names: [...told.map(({ name }) => name.slice(0, SHOWN)), ...dropped.map(([name]) => name)].slice(0, MOST),
    warnings: [
      ...told.map((stray) => ignoredSentence(stray, meantBy(stray, exchange))),
      ...dropped.map(([name, by]) => `${name} is ignored because ${by} is ${String(input[by])}.`),
    ].slice(0, MOST),
  };
}

/** A refusal of inputs, with a hint for each ignored one: at the input that was probably meant, or at its own name. */
export function withIgnoredInputs(error: unknown, exchange: Exchange): unknown {
  const { ctx, strays } = exchange;
  if (strays.length === 0 || !(error instanceof Failure) || error.status !== 422) return error;
  // An input may have the name of a property of all objects, such as `constructor`.
  const hints: Record<string, readonly string[]> = Object.assign(Object.create(null), error.hints);
  const told = strays.slice(0, MOST);
  for (const stray of told) {
    const shown = shownName(stray.name);
    const isTold = [`${shown} `, `${shown}: `].some((start) =>
      Object.values(hints).some((texts) => texts.some((text) => text.startsWith(start))),
    );
    if (isTold) continue;
    const meant = meantBy(stray, exchange);
    hints[meant === null || meant in hints ? shown : meant] ??= [ignoredSentence(stray, meant)];
  }
  nameIgnored(ctx, { names: told.map(({ name }) => name.slice(0, SHOWN)) });
  return new Failure(error.status, error.errors, error.headers, hints, error.code);
}

/** Whether the call prefers a refusal to an ignored input (RFC 7240, 4.4). The answer says that it was heeded. */
export function prefersRefusal(ctx: Context): boolean {
  const strict = /(?:^|[,;\s])handling\s*=\s*"?strict"?(?:$|[,;\s])/i.test(ctx.get('Prefer'));
  if (strict) ctx.set('Preference-Applied', 'handling=strict');
  return strict;
}

/** Throws a 422 with each ignored input. */
export function refuseIgnored({ names, warnings }: IgnoredInputs): void {
  if (names.length === 0) return;
  throw invalid(
    Object.fromEntries(names.map((name) => [name, [texts.format(name)]])),
    Object.fromEntries(names.map((name, at) => [name, [warnings[at]!]])),
  );
}

export function nameIgnored(ctx: Context, { names }: Pick<IgnoredInputs, 'names'>): void {
  if (names.length > 0)
    ctx.set(IGNORED_HEADER, names.map((name) => name.replace(/[^\w.[\]-]/g, '?')).join(', '));
}
