import { withTimeLimit } from '../../../common/batching/late.ts';
import { type Problem, problem } from '../../../common/mail-check/problems.ts';

const FILTER_MS = 5000;
const ANSWER_MOST = 256 * 1024;
const MOST_RULES = 8;

const SPAM: ReadonlySet<string> = new Set(['add header', 'rewrite subject', 'reject']);

interface SpamScan {
  readonly score: number;
  readonly action: string;
  readonly symbols: Readonly<Record<string, { readonly score: number }>>;
}

/** refused: another status than 200, as for a wrong password · strange: an answer without a score. */
type NoScan = { readonly trouble: 'late' | 'unreachable' | 'strange' } | RefusedScan;
interface RefusedScan {
  readonly trouble: 'refused';
  readonly status: number;
}

/** Asks the operator's rspamd (`POST /checkv2`) about a message. Returns one problem for spam, or if there is no answer. */
export async function askSpamFilter(url: string, raw: string, signal: AbortSignal): Promise<Problem[]> {
  const scanned = await scan(url, raw, signal, FILTER_MS);
  if ('trouble' in scanned) return [unanswered(scanned)];
  return SPAM.has(scanned.action) ? [spam(scanned)] : [];
}

const TRIAL = 'From: <a@example.com>\r\nTo: <b@example.com>\r\nSubject: Test\r\n\r\nTest\r\n';

/** Whether the operator's rspamd gives scores. `off`: the service has none. */
export async function spamFilterState(
  url: string | null,
  ms: number,
): Promise<'off' | 'works' | NoScan['trouble']> {
  if (url === null) return 'off';
  const scanned = await scan(url, TRIAL, new AbortController().signal, ms);
  return 'trouble' in scanned ? scanned.trouble : 'works';
}

async function scan(url: string, raw: string, signal: AbortSignal, ms: number): Promise<SpamScan | NoScan> {
  try {
    const { username, password, origin, pathname } = new URL(url);
    const secret = password || username;
    const response = await fetch(`${origin}${pathname.replace(/\/+$/, '')}/checkv2`, {
      method: 'POST',
      body: raw,
      redirect: 'error',
      headers: secret === '' ? {} : { Password: decodeURIComponent(secret) },
      signal: withTimeLimit(signal, ms),
    });
    const text = await readAll(response);
    if (!response.ok) return { trouble: 'refused', status: response.status };
    const { score, action, symbols = {} } = JSON.parse(text) as Partial<SpamScan>;
    return typeof score === 'number' && typeof action === 'string'
      ? { score, action, symbols }
      : { trouble: 'strange' };
  } catch (error) {
    signal.throwIfAborted();
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return { trouble: isLate ? 'late' : 'unreachable' };
  }
}

async function readAll({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > ANSWER_MOST) throw new RangeError('the answer is too long');
  }
  return Buffer.concat(chunks).toString('utf8');
}

function spam({ score, action, symbols }: SpamScan): Problem {
  const rules = Object.entries(symbols)
    .filter(([, rule]) => rule.score > 0)
    .sort(([, one], [, other]) => other.score - one.score)
    .slice(0, MOST_RULES)
    .map(([name, rule]) => `${name} ${rule.score.toFixed(1)}`);
  return problem(
    'spam_score',
    'template',
    `The spam filter calls it spam (${action}), with ${score.toFixed(1)} points: ${rules.join(', ') || 'no rule has points'}.`,
  );
}

function unanswered(no: NoScan): Problem {
  const why = no.trouble === 'refused' ? `it answered ${no.status}` : WHY[no.trouble];
  return problem('not_checked', 'template', `The spam filter gave no answer: ${why}.`);
}

const WHY = Object.freeze({
  late: 'it did not answer in time',
  unreachable: 'it cannot be reached',
  strange: 'its answer has no score',
});
