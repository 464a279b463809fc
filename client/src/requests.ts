import type { Endpoint } from './calls.ts';

interface Request {
  /** Includes the query. */
  readonly path: string;
  readonly init: { method: string; headers: Record<string, string>; body?: string | FormData };
}

/** The request for a call; undefined inputs are left out. */
export function requestOf(
  { method, path, query = [], file }: Endpoint,
  input: Readonly<Record<string, unknown>>,
): Request {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const isQueried = ([name]: [string, unknown]) => method !== 'POST' || query.includes(name);
  const queried = new URLSearchParams(given.filter(isQueried).map(([name, value]) => [name, String(value)]));
  const target = queried.size > 0 ? `${path}?${queried}` : path;
  if (method !== 'POST') return { path: target, init: { method, headers: {} } };
  const body = given.filter((one) => !isQueried(one));
  if (file === undefined) {
    const headers = { 'Content-Type': 'application/json' };
    return { path: target, init: { method, headers, body: JSON.stringify(Object.fromEntries(body)) } };
  }
  const form = new FormData();
  for (const [name, value] of body) {
    if (value instanceof Blob) form.set(name, value);
    else form.set(name, String(value));
  }
  return { path: target, init: { method, headers: {}, body: form } };
}
