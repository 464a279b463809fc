import { Agent, request } from 'node:http';

/** An answer with its text. */
export interface TextAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Larger bodies go by `fetch`, which reads the answer to a body that the server does not read to its end. */
const SMALL = 65_536;
/** Characters around the name and the value of a part. */
const PART = 120;

const agent = new Agent({ keepAlive: true });
const decoder = new TextDecoder();

/** The headers that `fetch` sends, but that it reads compressed answers. */
const USUAL = { Accept: '*/*', 'Accept-Language': '*', 'Sec-Fetch-Mode': 'cors', 'User-Agent': 'node' };

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
  if (!(body instanceof FormData) || formCharacters(body) > SMALL) return null;
  const form = new Response(body);
  return { content: Buffer.from(await form.arrayBuffer()), type: form.headers.get('content-type')! };
}

/** Characters of a form, with those around each part. */
const formCharacters = (form: FormData): number =>
  [...form].reduce(
    (sum, [name, value]) =>
      sum + PART + name.length + (typeof value === 'string' ? value.length : value.size),
    0,
  );

/**
 * Makes a request and reads its answer; redirects are not followed. `fetch` takes a millisecond of CPU more for each, and answers to it are
 * compressed: it is left for requests with a signal, encodings of their own, or large bodies.
 */
export async function requestText(url: string, init: RequestInit = {}): Promise<TextAnswer> {
  const { method = 'GET', headers = {}, body, ...others } = init;
  const given = new Headers(headers);
  const small =
    Object.keys(others).length > 0 || given.has('accept-encoding') || (method === 'GET' && body)
      ? null
      : await smallBody(body);
  return small ? requestSmall(url, method, given, small) : requestByFetch(url, init);
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
  const headers: Record<string, string | number> = { ...USUAL, ...(type && { 'Content-Type': type }) };
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
        resolve({ status: answer.statusCode!, headers: read, text: decoder.decode(Buffer.concat(parts)) });
      });
    });
    sending.on('error', reject);
    sending.end(content);
  });
}
