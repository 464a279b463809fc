import { multipart } from './encodings.ts';

/** A part whose header has many names. */
export const LONG_HEADER = multipart([
  [`Content-Disposition: form-data; name="file"; ${'filename="'.repeat(20_000)}`, 'email'],
]);

const json = { 'Content-Type': 'application/json' };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** Bodies of a megabyte with very many values or levels, and the status of their refusal. */
export const MANY_VALUES: readonly { readonly init: RequestInit; readonly status: number }[] = [
  { init: { headers: json, body: `{"a":[${'1,'.repeat(400_000)}1]}` }, status: 413 },
  { init: { headers: json, body: `{"a":${'['.repeat(900_000)}` }, status: 400 },
  { init: { headers: json, body: `{"a":${'{"b":'.repeat(150_000)}` }, status: 400 },
  { init: { headers: form, body: 'a&'.repeat(500_000) }, status: 413 },
];
