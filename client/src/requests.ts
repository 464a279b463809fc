import type { Endpoint } from './calls.ts';

interface Request {
  readonly path: string;
  readonly init: { method: string; headers: Record<string, string>; body?: string | FormData };
}

/** Undefined inputs are left out. */
export function requestOf(
  { method, path, query = [], file, files }: Endpoint,
  input: Readonly<Record<string, unknown>>,
): Request {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const isQueried = ([name]: [string, unknown]) => method !== 'POST' || query.includes(name);
  const queried = new URLSearchParams(given.filter(isQueried).map(([name, value]) => [name, String(value)]));
  const target = queried.size > 0 ? `${path}?${queried}` : path;
  if (method !== 'POST') return { path: target, init: { method, headers: {} } };
  const body = given.filter((one) => !isQueried(one));
  const some = files === undefined ? [] : input[files];
  if (file === undefined && !(Array.isArray(some) && some.length > 0)) {
    const headers = { 'Content-Type': 'application/json' };
    return { path: target, init: { method, headers, body: JSON.stringify(Object.fromEntries(body)) } };
  }
  const form = new FormData();
  for (const [name, value] of body) append(form, name, value as FormValue);
  return { path: target, init: { method, headers: {}, body: form } };
}

/** JSON and files. */
type FormValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | Blob
  | readonly FormValue[]
  | { readonly [key: string]: FormValue };

/** As forms write lists (`name[]`) and objects (`name[key]`). Null is the same as no input. */
function append(form: FormData, name: string, value: FormValue): void {
  if (value === null || value === undefined) return;
  if (value instanceof Blob) form.append(name, value);
  else if (Array.isArray(value)) for (const one of value) append(form, `${name}[]`, one);
  else if (typeof value === 'object')
    for (const [key, one] of Object.entries(value)) append(form, `${name}[${key}]`, one);
  else form.append(name, String(value));
}
