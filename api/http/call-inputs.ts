import { readDomains } from '../../common/domain/addresses.ts';
import type { ContractRow } from '../contract.ts';
import { MOST_PAIRS, type UploadedFile } from './body.ts';
import { refuseDamaged } from './charsets.ts';
import type { Exchange } from './exchange.ts';
import { fold } from './fold.ts';
import { readForm } from './form.ts';
import {
  ignoredInputs,
  ignoredSentence,
  nameIgnored,
  prefersRefusal,
  refuseCopies,
  refuseIgnored,
  refuseLostExclusion,
  strayInputs,
  withIgnoredInputs,
} from './ignored-inputs.ts';
import { rangeOf } from './range.ts';
import { validate } from './validation.ts';

export function readInputs(exchange: Exchange): void {
  const { ctx, served, body, file, files } = exchange;
  const { row, service } = served;
  const query = fold(ctx.query);
  // Koa's own reader replaces what is no text.
  if (JSON.stringify(query).includes('\ufffd'))
    refuseDamaged(fold(readForm(Buffer.from(ctx.querystring), MOST_PAIRS)));
  const given = ctx.method === 'POST' ? inputsOfPost(row, body!.inputs, query) : query;
  exchange.strays = strayInputs(exchange, query);
  exchange.inputs = {
    ...given,
    ...(row.upload && { [row.upload]: file }),
    ...(row.files && filesInput(row.files, files, given[row.files])),
  };
  try {
    exchange.range = 'list' in row.done ? rangeOf(exchange.inputs, service.config.limits) : {};
  } catch (error) {
    throw withIgnoredInputs(error, exchange);
  }
}

/** Characters of addresses that are validated at once. */
const LONG = 8192;

/** Before validation: reads the domains of a long list of addresses in pieces. 10,000 of other scripts block the process for 0.4 s. */
export function readLongList({ inputs, served }: Exchange): Promise<void> | void {
  const list = inputs['email_address'];
  if (typeof list === 'string' && list.length > LONG && served.names.has('email_address'))
    return readDomains(list, served.service.config.limits.items);
}

export function validInput(exchange: Exchange): never {
  const { ctx, served, inputs, strays } = exchange;
  const { behaviour, names, service } = served;
  refuseLostExclusion(strays, names);
  refuseCopies(strays, names);
  const input = validate(behaviour.input, inputs, service.config.limits, placeHints(exchange));
  exchange.ignored = ignoredInputs(exchange, input);
  nameIgnored(ctx, exchange.ignored);
  if (prefersRefusal(ctx)) refuseIgnored(exchange.ignored);
  return input;
}

/** A POST takes its inputs from the body, except those that its contract row puts into the query. */
function inputsOfPost(
  row: ContractRow,
  body: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries([
    ...Object.entries(body).filter(([key]) => !row.query?.includes(key)),
    ...Object.entries(query).filter(([key]) => row.query?.includes(key)),
  ]);
}

/** The files of a form. Any other value that a client sends becomes `false`, which no file input accepts. */
function filesInput(name: string, files: readonly UploadedFile[], given: unknown): Record<string, unknown> {
  const isText = given === undefined || given === null || typeof given === 'string';
  if (files.length === 0) return isText ? {} : { [name]: isEmpty(given) ? null : false };
  return { [name]: isText && !given ? files : false };
}

const isEmpty = (given: unknown): boolean => Array.isArray(given) && given.length === 0;

/** Hints for an input that is missing because it came in another place, or because the body was read in another form. */
const placeHints =
  ({ ctx, body, strays }: Exchange) =>
  (missing: string): string | null => {
    const stray = strays.find(({ name, takenFrom }) => name === missing && takenFrom !== null);
    if (stray) return ignoredSentence(stray, null);
    const isJson = ctx.is('urlencoded') && /^\s*[{[]/.test(Object.keys(body?.inputs ?? {})[0] ?? '');
    return isJson ? 'The body was read as a form. For JSON, send Content-Type: application/json.' : null;
  };
