import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { freePort } from '../local/ports.ts';
import { fillContacts } from './support/contacts.ts';
import { median, report } from './support/figures.ts';
import { answering, rateOf } from './support/load.ts';
import { startProgram, usageOf } from './support/processes.ts';
import { type Stack, startStack } from './support/stack.ts';

/**
 * Long lists: `node --import tsx bench/lists.ts [contacts]`, by default 1,000,000. It streams the whole list, and 16 clients
 * read pages of 50 from all parts of it. A server of only node:http and the plain driver is measured alternately in the same
 * run; of three turns the median counts. It ends with an error when a list is incomplete.
 */
const count = Number(process.argv[2] ?? 1_000_000);
const PAGE = 50;
const CLIENTS = 16;
const PAGES_MS = 5000;
/** Milliseconds of pages before the turns. V8 compiles for some 15,000 of them, and longer for a start that is one script. */
const WARM_MS = 20_000;
const TURNS = 3;
/** Streams of the whole list at the same time, for which memory is shown. */
const AT_ONCE = 3;

const agent = new Agent({ keepAlive: true });

/** A server under measurement, and what it is asked. */
interface Server {
  readonly pid: number;
  readonly origin: string;
  readonly all: string;
  readonly page: (after: number) => string;
  readonly headers: Readonly<Record<string, string>>;
  /** A text that occurs once in every item. */
  readonly mark: string;
}

// The rate limit stays on, but is high enough for all calls.
const stack = await startStack({ environment: { RATE_CALLS: '1000000', RATE_BURST: '1000000' } });
const port = String(await freePort());
const plain = startProgram('bench/support/raw-list-server.ts', { ...stack.environment, PORT: port });
try {
  await stack.call('/contacts-type/add', { name: 'Everybody' });
  await fillContacts(stack.keys.user_id, count);
  await compare(stack);
} finally {
  agent.destroy();
  await plain.stop();
  await stack.stop();
}

async function ask({ origin, headers }: Server, path: string): Promise<IncomingMessage> {
  const [response] = (await once(get(`${origin}${path}`, { agent, headers }), 'response')) as [
    IncomingMessage,
  ];
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`);
  return response;
}

/** Milliseconds to the first byte and the last, and the bytes; throws if an item is missing. */
async function stream(server: Server): Promise<{ first: number; total: number }> {
  const started = performance.now();
  const response = await ask(server, server.all);
  const mark = Buffer.from(server.mark);
  let [first, items] = [0, 0];
  let tail = Buffer.alloc(0);
  for await (const chunk of response as AsyncIterable<Buffer>) {
    first ||= performance.now() - started;
    const text = Buffer.concat([tail, chunk]);
    for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) items += 1;
    tail = text.subarray(Math.max(0, text.length - mark.length + 1));
  }
  if (items !== count) throw new Error(`${server.all} had ${items} of ${count}`);
  return { first, total: performance.now() - started };
}

/** Pages a second. */
function pages({ origin, headers, page }: Server, milliseconds = PAGES_MS): Promise<number> {
  let done = 0;
  // From all over the list: 7919 is prime.
  const path = (): string => page((done++ * 7919 * PAGE) % Math.max(1, count - PAGE));
  return rateOf({ origin, headers, path }, CLIENTS, milliseconds);
}

async function compare({ api, keys, origin }: Stack): Promise<void> {
  const list = '/api/contacts/list';
  const own: Server = {
    pid: api.pid,
    origin,
    all: list,
    page: (after) => `${list}?limit=${PAGE}&after_id=${after}`,
    headers: { PublicKey: keys.public_key, SecretKey: keys.secret_key },
    mark: '"contact_type":{',
  };
  const raw: Server = {
    pid: plain.pid,
    origin: `http://127.0.0.1:${port}`,
    all: '/all',
    page: (after) => `/page?after=${after}`,
    headers: {},
    mark: '"email_norm":',
  };
  await answering({ origin: raw.origin, path: () => raw.page(0) });
  // The first run fills MongoDB's cache for both servers, and compiles the code.
  await stream(raw);
  const rested = usageOf(own.pid).peakMb;
  for (const one of [raw, own]) await pages(one, WARM_MS);
  const turns: { all: number; bound: number; first: number; pages: number; pagesBound: number }[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const bound = await stream(raw);
    const ours = await stream(own);
    const pagesBound = await pages(raw);
    turns.push({
      all: ours.total,
      bound: bound.total,
      first: ours.first,
      pages: await pages(own),
      pagesBound,
    });
  }
  const peak = usageOf(own.pid).peakMb;
  await Promise.all(Array.from({ length: AT_ONCE }, () => stream(own)));
  const middle = (value: (turn: (typeof turns)[number]) => number): number => median(turns.map(value));
  const seconds = (ms: number): number => Number((ms / 1000).toFixed(1));
  const share = (value: number): number => Number(value.toFixed(2));
  const streamed = `${count.toLocaleString('en')} contacts streamed`;
  report(
    { what: `${streamed}, the plain driver`, value: seconds(middle((turn) => turn.bound)), unit: 's' },
    { what: streamed, value: seconds(middle((turn) => turn.all)), unit: 's' },
    {
      what: `${streamed}, compared with the plain driver`,
      value: share(middle((turn) => turn.all / turn.bound)),
      unit: '× the time',
      goal: { atMost: 1.25 },
    },
    {
      what: 'first byte of it',
      value: Math.round(middle((turn) => turn.first)),
      unit: 'ms',
      goal: { atMost: 100 },
    },
    { what: 'memory of the API at rest', value: Math.round(rested), unit: 'MB' },
    {
      what: 'largest memory of the API',
      value: Math.round(peak),
      unit: 'MB',
      goal: { atMost: 230 },
    },
    {
      what: `and with ${AT_ONCE} of them streamed at once`,
      value: Math.round(usageOf(own.pid).peakMb),
      unit: 'MB',
    },
    {
      what: `pages of ${PAGE}, the plain driver`,
      value: Math.round(middle((turn) => turn.pagesBound)),
      unit: '/s',
    },
    { what: `pages of ${PAGE}`, value: Math.round(middle((turn) => turn.pages)), unit: '/s' },
    {
      what: `pages of ${PAGE}, compared with the plain driver`,
      value: share(middle((turn) => turn.pages / turn.pagesBound)),
      unit: '×',
      goal: { atLeast: 0.8 },
    },
  );
}
