import { isStoreAway } from '../../../common/store/store-away.ts';

const READ = 500;
const REASON = 160;

/** Parts of a message that differ between failures for one reason, or that no owner should read: addresses, ids, values. */
const PARTICULARS: readonly (readonly [RegExp, string])[] = [
  [/"[^"]*"|'[^']*'|“[^”]*”|`[^`]*`|\{[^}]*\}/g, '…'],
  [/[^\s@]{1,100}@[^\s@]{1,100}/g, '…'],
  [/[^\s/]*\/\S+/g, '…'],
  [/\b(?=[0-9a-f]*\d)[0-9a-f-]{8,}\b/gi, '#'],
  [/\d+/g, '#'],
];

/** MongoDB's labels of errors after which the same command may soon succeed. */
const PASSING_LABELS = ['TransientTransactionError', 'RetryableWriteError'];

const REDIS_AWAY = /^(Connection is closed|Command timed out|Stream isn't writeable)|Redis is away/;

export function isPassing(error: unknown): boolean {
  if (isStoreAway(error)) return true;
  if (!(error instanceof Error)) return false;
  const labels: unknown = (error as { errorLabels?: unknown }).errorLabels;
  if (Array.isArray(labels) && PASSING_LABELS.some((label) => labels.includes(label))) return true;
  return error.name === 'MaxRetriesPerRequestError' || REDIS_AWAY.test(error.message);
}

/** Its owner may read it, so it has no stack, addresses, ids or values, and of a database's message only the code. */
export function reasonOfFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'an error without a name';
  const { name, message, code } = error as Error & { code?: unknown };
  if (name.startsWith('Mongo')) {
    return `the database refused a step (${typeof code === 'number' ? `code ${code}` : name.slice(0, 50)})`;
  }
  let text = message.slice(0, READ).split('\n', 1)[0]!;
  for (const [particular, instead] of PARTICULARS) text = text.replace(particular, instead);
  return `${name.slice(0, 50)}: ${text.trim()}`.slice(0, REASON);
}
