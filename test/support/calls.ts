import { type ContractRow, contract, type EndpointName } from '../../api/contract.ts';
import { inputsOf, type OperationInput } from '../../api/openapi/inputs.ts';
import { behaviours } from '../../api/resources/all.ts';
import type { Api, Client } from './api.ts';
import { LIMITS } from './documented.ts';
import { multipartOf, requestText } from './requests.ts';

/** Inputs of an endpoint by name. A `File` is an upload. */
export type Given = Readonly<Record<string, unknown>>;
export type Method = ContractRow['methods'][number];

/** Every row of the contract with each of its methods. */
export const ENDPOINTS: readonly { name: EndpointName; row: ContractRow; method: Method }[] = (
  Object.keys(contract) as EndpointName[]
).flatMap((name) => {
  const row: ContractRow = contract[name];
  return row.methods.map((method) => ({ name, row, method }));
});

/** The inputs of an endpoint and whether they are required, read from its Joi schema. */
export function inputsBy(name: EndpointName): readonly OperationInput[] {
  const inputs = INPUTS.get(name) ?? inputsOf(contract[name], behaviours[name], LIMITS);
  INPUTS.set(name, inputs);
  return inputs;
}

/** Joi takes half a millisecond to describe a schema. */
const INPUTS = new Map<EndpointName, readonly OperationInput[]>();

export type Encoding = 'JSON' | 'urlencoded' | 'multipart';

/** The encodings in which a POST with these inputs can be sent. */
export function encodingsOf({ upload, tables, json }: ContractRow): readonly Encoding[] {
  if (upload || tables) return ['multipart'];
  return json ? ['JSON'] : ['JSON', 'urlencoded', 'multipart'];
}

/** The path and body of a request, with each input where the contract wants it. */
export function requestOf(
  { row, method }: { row: ContractRow; method: Method },
  given: Given,
  encoding: Encoding = row.upload || row.tables ? 'multipart' : 'JSON',
): { path: string; init: RequestInit } {
  const inQuery = (key: string): boolean =>
    method !== 'POST' || (row.query?.includes(key.split('[', 1)[0]!) ?? false);
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(pairsOf(entries.filter(([key]) => inQuery(key))) as [string, string][]);
  const path = `${row.path}${query.size > 0 ? `?${query}` : ''}`;
  if (method !== 'POST') return { path, init: { method } };
  const body = entries.filter(([key]) => !inQuery(key));
  if (encoding === 'JSON') {
    const text = JSON.stringify(Object.fromEntries(body));
    return { path, init: { method, headers: { 'Content-Type': 'application/json' }, body: text } };
  }
  const pairs = pairsOf(body);
  if (encoding === 'multipart' && !pairs.some(([, value]) => value instanceof File)) {
    const { content, type } = multipartOf(pairs as [string, string][]);
    return { path, init: { method, headers: { 'Content-Type': type }, body: content } };
  }
  const form = encoding === 'urlencoded' ? new URLSearchParams() : new FormData();
  for (const [key, value] of pairs) (form as FormData).append(key, value as string);
  return { path, init: { method, body: form } };
}

/** `key[0]` for lists and `key[name]` for objects, as forms write them. */
const pairsOf = (entries: readonly [string, unknown][]): [string, string | File][] =>
  entries.flatMap(([key, value]): [string, string | File][] => {
    if (value instanceof File) return [[key, value]];
    if (typeof value !== 'object' || value === null) return [[key, textOf(value)]];
    return Object.entries(value).flatMap(([name, one]) => pairsOf([[`${key}[${name}]`, one]]));
  });

/** Numbers and flags as in JSON; null becomes blank. */
const textOf = (value: unknown): string => {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** An answer as bytes, without the headers that differ from request to request. */
export interface Bare {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const PER_REQUEST = new Set(['date', 'x-request-id', 'keep-alive', 'connection']);

/** Sends a request with an account's keys; the answer is not parsed as JSON. */
export async function send(
  { url }: Pick<Api, 'url'>,
  { public_key, secret_key }: Pick<Client, 'public_key' | 'secret_key'>,
  { path, init }: { path: string; init: RequestInit },
): Promise<Bare> {
  const answer = await requestText(`${url}/api${path}`, {
    ...init,
    headers: { PublicKey: public_key, SecretKey: secret_key, ...(init.headers as Record<string, string>) },
  });
  const headers = [...answer.headers].filter(([name]) => !PER_REQUEST.has(name));
  return { status: answer.status, headers: Object.fromEntries(headers), body: answer.text };
}
