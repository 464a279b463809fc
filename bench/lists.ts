import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { freePort } from '../local/ports.ts';
import { fillContacts } from './support/contacts.ts';
import { startProgram, usageOf } from './support/processes.ts';
import { type Stack, startStack } from './support/stack.ts';

/**
 * Lists of many: `node --import tsx bench/lists.ts [contacts]`, by default 1,000,000. All of them streamed, and pages of
 * 50 from all over the list by 16 clients, each beside a server that is node:http and the plain driver alone, in the
 * same run. Fails where a figure is missed or the list is not whole.
 */
const count = Number(process.argv[2] ?? 1_000_000);
const PAGE = 50;
const CLIENTS = 16;
const PAGES_MS = 8000;
/** The figures to reach; `time` and `pages` as shares of the plain driver's. */
const REACH = Object.freeze({ time: 1.25, peakMb: 230, firstMs: 100, pages: 0.8 });

const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });

/** A server under measurement, and what it is asked. */
interface Server {
  readonly pid: number;
  readonly all: string;
  readonly page: (after: number) => string;
  readonly headers: Readonly<Record<string, string>>;
  /** What stands in every item once. */
  readonly mark: string;
}

const stack = await startStack({ environment: { RATE_CALLS: '0' } });
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

async function ask({ headers }: Server, url: string): Promise<IncomingMessage> {
  const [response] = (await once(get(url, { agent, headers }), 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
  return response;
}

/** Milliseconds to the first byte and the last, and the bytes; throws unless every item is there. */
async function stream(server: Server): Promise<{ first: number; total: number; bytes: number }> {
  const started = performance.now();
  const response = await ask(server, server.all);
  const mark = Buffer.from(server.mark);
  let [first, bytes, items] = [0, 0, 0];
  let tail = Buffer.alloc(0);
  for await (const chunk of response as AsyncIterable<Buffer>) {
    first ||= performance.now() - started;
    bytes += chunk.length;
    const text = Buffer.concat([tail, chunk]);
    for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) items += 1;
    tail = text.subarray(Math.max(0, text.length - mark.length + 1));
  }
  if (items !== count) throw new Error(`${server.all} had ${items} of ${count}`);
  return { first, total: performance.now() - started, bytes };
}

/** Pages a second. */
async function pages(server: Server): Promise<number> {
  let done = 0;
  const started = performance.now();
  const client = async (): Promise<void> => {
    while (performance.now() - started < PAGES_MS) {
      done += 1;
      // From all over the list: 7919 is prime.
      const response = await ask(server, server.page((done * 7919 * PAGE) % Math.max(1, count - PAGE)));
      await once(response.resume(), 'end');
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return (done * 1000) / (performance.now() - started);
}

async function compare({ api, keys, environment }: Stack): Promise<void> {
  const origin = `http://127.0.0.1:${environment['PORT']}/api/contacts/list`;
  const ours: Server = {
    pid: api.pid,
    all: origin,
    page: (after) => `${origin}?limit=${PAGE}&after_id=${after}`,
    headers: { PublicKey: keys.public_key, SecretKey: keys.secret_key },
    mark: '"contact_type":{',
  };
  const raw: Server = {
    pid: plain.pid,
    all: `http://127.0.0.1:${port}/all`,
    page: (after) => `http://127.0.0.1:${port}/page?after=${after}`,
    headers: {},
    mark: '"email_norm":',
  };
  // The first walk fills MongoDB's cache for both, and compiles.
  await stream(raw);
  const rested = usageOf(ours.pid).peakMb;
  const [byRaw, byOurs] = [await stream(raw), await stream(ours)];
  const peaks = [raw, ours].map(({ pid }) => usageOf(pid).peakMb);
  const [pagesByRaw, pagesByOurs] = [await pages(raw), await pages(ours)];

  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  const share = (one: number, other: number): string => `${(one / other).toFixed(2)} ×`;
  const figures: [string, string, string, boolean][] = [
    [
      'all',
      seconds(byRaw.total),
      `${seconds(byOurs.total)} (${share(byOurs.total, byRaw.total)})`,
      byOurs.total <= byRaw.total * REACH.time,
    ],
    ['bytes', `${(byRaw.bytes / 2 ** 20).toFixed(0)} MB`, `${(byOurs.bytes / 2 ** 20).toFixed(0)} MB`, true],
    [
      'first byte',
      `${byRaw.first.toFixed(0)} ms`,
      `${byOurs.first.toFixed(0)} ms`,
      byOurs.first <= REACH.firstMs,
    ],
    [
      'resident at most',
      `${peaks[0]!.toFixed(0)} MB`,
      `${peaks[1]!.toFixed(0)} MB (${rested.toFixed(0)} MB at rest)`,
      peaks[1]! <= REACH.peakMb,
    ],
    [
      `pages of ${PAGE}`,
      `${pagesByRaw.toFixed(0)}/s`,
      `${pagesByOurs.toFixed(0)}/s (${share(pagesByOurs, pagesByRaw)})`,
      pagesByOurs >= pagesByRaw * REACH.pages,
    ],
  ];
  console.log(`${count} contacts: the plain driver · the API`);
  for (const [what, theirs, own, reached] of figures)
    console.log(`${reached ? ' ' : '!'} ${what}: ${theirs} · ${own}`);
  if (figures.some(([, , , reached]) => !reached)) process.exitCode = 1;
}
