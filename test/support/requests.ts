import { Agent, request } from 'node:http';
import { gunzipSync } from 'node:zlib';

/** An answer with its text. */
export interface TextAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Larger bodies go by `fetch`, which reads the answer to a body that the server does not read to its end. */
const SMALL = 65_536;

const agent = new Agent({ keepAlive: true });
const decoder = new TextDecoder();

/** The headers that `fetch` sends, except `Accept-Encoding`. */
const USUAL = { Accept: '*/*', 'Accept-Language': '*', 'Sec-Fetch-Mode': 'cors', 'User-Agent': 'node' };

/** A quarter of the paths, always the same ones, are asked for compressed answers. */
const isZipped = (url: string): boolean => new URL(url).pathname.length % 4 === 0;

type SmallBody = Readonly<{ content?: string | Buffer; type?: string }>;

/** Null for a body that is large or a stream. */
async function smallBody(body: RequestInit['body']): Promise<SmallBody | null> {
  if (body === undefined || body === null) return {};
  if (typeof body === 'string')
    return body.length < SMALL ? { content: body, type: 'text/plain;charset=UTF-8' } : null;
  if (body instanceof URLSearchParams) {
    const content = String(body);
    const type = 'application/x-www-form-urlencoded;charset=UTF-8';
    return content.length < SMALL ? { content, type } : null;
  }
  if (!(body instanceof FormData) || bytesOf(body) > SMALL) return null;
  const form = new Response(body);
  return { content: Buffer.from(await form.arrayBuffer()), type: form.headers.get('content-type')! };
}

/** Bytes of the files of a form, and characters of its texts. */
const bytesOf = (form: FormData): number =>
  [...form.values()].reduce((sum, one) => sum + (typeof one === 'string' ? one.length : one.size), 0);

const isOfTexts = (pairs: readonly [string, unknown][]): pairs is [string, string][] =>
  pairs.every(([, value]) => typeof value === 'string');

const BOUNDARY = 'boundary-of-a-test';

/** What `FormData` writes, in one piece: `fetch` sends each of ten thousand parts as two or three chunks, which takes ten times the CPU. */
export const multipartOf = (pairs: readonly [string, string][]) => ({
  type: `multipart/form-data; boundary=${BOUNDARY}`,
  content: [
    ...pairs.map(
      ([name, value]) =>
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${escapedName(name)}"\r\n\r\n${value.replace(/\r?\n|\r/g, '\r\n')}\r\n`,
    ),
    `--${BOUNDARY}--\r\n`,
  ].join(''),
});

const escapedName = (name: string): string =>
  name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');

/**
 * Makes a request and reads its answer; redirects are not followed. `fetch` takes a millisecond of CPU more for each, and all answers to it
 * are compressed: it is left for requests with a signal, encodings of their own, or large bodies.
 */
export async function requestText(url: string, init: RequestInit = {}): Promise<TextAnswer> {
  const { method = 'GET', headers = {}, body: sent, ...others } = init;
  const given = new Headers(headers);
  const pairs = sent instanceof FormData ? [...sent] : null;
  const form = pairs && isOfTexts(pairs) ? multipartOf(pairs) : null;
  if (form && !given.has('content-type')) given.set('Content-Type', form.type);
  const body = form?.content ?? sent;
  const small =
    Object.keys(others).length > 0 || given.has('accept-encoding') || (method === 'GET' && body)
      ? null
      : await smallBody(body);
  return small
    ? requestSmall(url, method, given, small)
    : requestByFetch(url, form ? { ...init, headers: given, body: form.content } : init);
}

async function requestByFetch(url: string, init: RequestInit): Promise<TextAnswer> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function requestSmall(
  url: string,
  method: string,
  given: Headers,
  { content, type }: SmallBody,
): Promise<TextAnswer> {
  const zipped = isZipped(url);
  const headers: Record<string, string | number> = {
    ...USUAL,
    ...(zipped && { 'Accept-Encoding': 'gzip' }),
    ...(type && { 'Content-Type': type }),
  };
  const names = new Map(Object.keys(headers).map((name) => [name.toLowerCase(), name]));
  for (const [name, value] of given) headers[names.get(name) ?? name] = value;
  if (content !== undefined || method === 'POST')
    headers['Content-Length'] = Buffer.byteLength(content ?? '');
  return new Promise((resolve, reject) => {
    const sending = request(url, { agent, method: method.toUpperCase(), headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        const read = new Headers();
        const { rawHeaders } = answer;
        for (let at = 0; at < rawHeaders.length; at += 2) read.append(rawHeaders[at]!, rawHeaders[at + 1]!);
        const bytes = Buffer.concat(parts);
        try {
          // The answer to HEAD names the encoding of a body that it does not have.
          const isPacked = zipped && bytes.length > 0 && read.get('content-encoding') === 'gzip';
          const text = decoder.decode(isPacked ? gunzipSync(bytes) : bytes);
          resolve({ status: answer.statusCode!, headers: read, text });
        } catch (error) {
          reject(error);
        }
      });
    });
    sending.on('error', reject);
    sending.end(content);
  });
}
