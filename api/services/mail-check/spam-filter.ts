import { withTimeLimit } from '../../../common/batching/late.ts';
import { type Problem, problem } from '../../../common/mail-check/problems.ts';

const FILTER_MS = 5000;
const ANSWER_MOST = 256 * 1024;
const MOST_RULES = 8;

const SPAM: ReadonlySet<string> = new Set(['add header', 'rewrite subject', 'reject']);

interface SpamScan {
  readonly score: number;
  readonly action: string;
  readonly symbols?: Readonly<Record<string, { readonly score: number }>>;
}

/** Asks the operator's rspamd (`POST /checkv2`) about a message. Returns one problem for spam, or if there is no answer. */
export async function askSpamFilter(url: string, raw: string, signal: AbortSignal): Promise<Problem[]> {
  try {
    const { username, password, origin, pathname } = new URL(url);
    const secret = password || username;
    const response = await fetch(`${origin}${pathname.replace(/\/+$/, '')}/checkv2`, {
      method: 'POST',
      body: raw,
      redirect: 'error',
      headers: secret === '' ? {} : { Password: decodeURIComponent(secret) },
      signal: withTimeLimit(signal, FILTER_MS),
    });
    const text = await readAll(response);
    if (!response.ok) return [unanswered(`it answered ${response.status}`)];
    const scanned = JSON.parse(text) as SpamScan;
    if (typeof scanned.score !== 'number' || typeof scanned.action !== 'string')
      return [unanswered('its answer has no score')];
    return SPAM.has(scanned.action) ? [spam(scanned)] : [];
  } catch (error) {
    signal.throwIfAborted();
    return [
      unanswered(
        error instanceof Error && error.name === 'TimeoutError'
          ? 'it did not answer in time'
          : 'it cannot be reached',
      ),
    ];
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

function spam({ score, action, symbols = {} }: SpamScan): Problem {
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

const unanswered = (why: string): Problem =>
  problem('not_checked', 'template', `The spam filter gave no answer: ${why}.`);
