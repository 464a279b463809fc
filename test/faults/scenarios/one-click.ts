import { ask } from '../../../bench/support/ask.ts';
import { contactInToken, signToken, tokenKey } from '../../../common/domain/tokens.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Suppression } from '../../../common/models/suppressions.ts';
import { dkimEnvironment, verifyDkim } from '../../support/dkim.ts';
import { mailOf } from '../../support/mail-of.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { rows } from '../../support/rows.ts';
import { inArena } from '../support/arena.ts';
import { headersOf, valuesOf } from '../support/headers.ts';
import type { RunOptions, Scenario, Tally } from '../support/scenario.ts';

/** The beginning of the links in mails; the requests are sent to the address where the API listens. */
const PUBLIC = 'https://mail.sender.example';
const AT_ONCE = 20;

async function eachOf<One>(all: readonly One[], run: (one: One, at: number) => Promise<void>): Promise<void> {
  const left = [...all.entries()];
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) await run(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** The one https URI of RFC 8058 in a mail; a text that says what is wrong otherwise. */
function oneClickOf(raw: Buffer): URL | string {
  const headers = headersOf(raw);
  const posts = valuesOf(headers, 'list-unsubscribe-post');
  const lists = valuesOf(headers, 'list-unsubscribe');
  if (posts.length !== 1 || posts[0] !== 'List-Unsubscribe=One-Click')
    return `Post header: ${posts.join(' | ')}`;
  if (lists.length !== 1) return `${lists.length} List-Unsubscribe headers`;
  const uris = [...lists[0]!.matchAll(/<([^>]*)>/g)]
    .map(([, uri]) => uri!)
    .filter((uri) => uri.startsWith('https:'));
  return uris.length === 1 ? new URL(uris[0]!) : `${uris.length} https URIs in ${lists[0]}`;
}

/** RFC 8058, 4: a valid DKIM signature covers both fields. Returns what is wrong with it, or null. */
async function unsigned(raw: Buffer): Promise<string | null> {
  const signatures = await verifyDkim(raw);
  if (signatures.length === 0) return 'no DKIM signature';
  for (const { selector, result, covers } of signatures) {
    if (result !== 'pass') return `DKIM by ${selector}: ${result}`;
    for (const name of ['list-unsubscribe', 'list-unsubscribe-post']) {
      if (!covers.includes(name)) return `DKIM by ${selector} does not cover ${name}`;
    }
  }
  return null;
}

/** RFC 8058, 3.1: a POST without cookies, urlencoded or multipart; a redirect does not count as an answer. */
async function post(origin: string, path: string, multipart: boolean): Promise<string | null> {
  const fields = multipart ? new FormData() : new URLSearchParams();
  fields.append('List-Unsubscribe', 'One-Click');
  const answer = await ask(`${origin}${path}`, { method: 'POST', body: fields, redirect: 'manual' });
  await answer.arrayBuffer();
  if (answer.status !== 200) return `${answer.status}`;
  return answer.headers.has('location') || answer.headers.has('set-cookie') ? 'a redirect or a cookie' : null;
}

async function run(options: RunOptions): Promise<Tally> {
  const { short, size = short ? 100 : 1000 } = options;
  const scans = short ? 1000 : 10_000;
  const mail: MailServer = await startMailServer();
  const environment = { SMTP_URL: mail.url, PUBLIC_URL: PUBLIC, ...dkimEnvironment(['rsa', 'ed']) };
  try {
    return await inArena(options, { environment }, async (arena) => {
      await arena.lay(size);
      await arena.startWorkers(1);
      const utr = await arena.send({
        template_html: '<p>Hello</p><p><a href="((unsubscribe))">Stop</a> ((unsubscribe_preferences))</p>',
      });
      await arena.completed(utr, 120);
      const { origin } = arena.stack;
      const problems: string[] = [];
      const links: string[] = [];
      for (const { raw } of mail.mails) {
        const found = oneClickOf(raw);
        const problem = typeof found === 'string' ? found : await unsigned(raw);
        if (problem === null) links.push((found as URL).pathname);
        else problems.push(problem);
      }

      // A link scanner opens every link in the headers and the body.
      const key = tokenKey(arena.stack.environment['APP_SECRET']!);
      const written = await rows(Delivery)
        .find({}, { projection: { user_id: 1, contact_id: 1 } })
        .toArray();
      const bodyLinks = written.map(
        (row) => `/preferences/${signToken(key, 'preferences', mailOf(row), contactInToken(row.contact_id))}`,
      );
      const scanned = [...links, ...bodyLinks];
      const opened = Array.from({ length: scans }, (_, at) => scanned[at % scanned.length]!);
      await eachOf(opened, async (path, at) => {
        const answer = await ask(`${origin}${path}`, { method: at % 3 === 0 ? 'HEAD' : 'GET' });
        await answer.arrayBuffer();
        if (answer.status !== 200) problems.push(`a scanner was answered ${answer.status}`);
      });
      const changed =
        (await rows(Suppression).countDocuments({})) +
        (await rows(Delivery).countDocuments({ unsubscribed_at: { $exists: true } }));

      for (const round of [0, 1]) {
        await eachOf(links, async (path, at) => {
          const problem = await post(origin, path, (at + round) % 2 === 0);
          if (problem) problems.push(`POST: ${problem}`);
        });
      }
      const suppressed = await rows(Suppression).countDocuments({ reason: 'unsubscribed' });
      const missing = size - Math.min(suppressed, mail.mails.length);
      if (suppressed > size) problems.push(`${suppressed} suppressions of ${size} people`);
      return {
        faults: `${scans} scans, 2 POSTs a mail`,
        recipients: size,
        lost: missing + changed,
        doubled: 0,
        bound: 0,
        broken: [...new Set(problems)].slice(0, 5),
        figures: { mails: mail.mails.length, valid: links.length, changed_by_scans: changed, suppressed },
      };
    });
  } finally {
    await mail.stop();
  }
}

export const oneClick: Scenario = {
  name: 'one-click',
  claim:
    'RFC 8058 in every mail: GET and HEAD change nothing, one POST of either form unsubscribes, DKIM covers both fields',
  run,
};
