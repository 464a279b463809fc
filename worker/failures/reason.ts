import { isStoreAway } from '../../common/store-away.ts';

/** Characters of a message that are looked at, and of a reason. */
const READ = 500;
const REASON = 160;

/** What tells one failure from another of the same reason, and what no owner should read: addresses, ids, values. */
const PARTICULARS: readonly (readonly [RegExp, string])[] = [
  [/"[^"]*"|'[^']*'|“[^”]*”|`[^`]*`|\{[^}]*\}/g, '…'],
  [/[^\s@]{1,100}@[^\s@]{1,100}/g, '…'],
  [/[^\s/]*\/\S+/g, '…'],
  [/\b(?=[0-9a-f]*\d)[0-9a-f-]{8,}\b/gi, '#'],
  [/\d+/g, '#'],
];

/** MongoDB's labels of what the same words may succeed with a moment later. */
const PASSING_LABELS = ['TransientTransactionError', 'RetryableWriteError'];

/** What ioredis says while Redis is away. */
const REDIS_AWAY = /^(Connection is closed|Command timed out|Stream isn't writeable)|Redis is away/;

/** Whether a failure is of the kind that passes by itself: such failures are never counted. */
export function isPassing(error: unknown): boolean {
  if (isStoreAway(error)) return true;
  if (!(error instanceof Error)) return false;
  const labels: unknown = (error as { errorLabels?: unknown }).errorLabels;
  if (Array.isArray(labels) && PASSING_LABELS.some((label) => labels.includes(label))) return true;
  return error.name === 'MaxRetriesPerRequestError' || REDIS_AWAY.test(error.message);
}

/**
 * An error in a few words that the same failure has each time, and that its owner may read: without a stack, and without
 * addresses, ids and values, which may be another account's. A database's message names all of these: its code alone stays.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'an error without a name';
  const { name, message, code } = error as Error & { code?: unknown };
  if (name.startsWith('Mongo')) {
    return `the database refused a step (${typeof code === 'number' ? `code ${code}` : name.slice(0, 50)})`;
  }
  let text = message.slice(0, READ).split('\n', 1)[0]!;
  for (const [particular, instead] of PARTICULARS) text = text.replace(particular, instead);
  return `${name.slice(0, 50)}: ${text.trim()}`.slice(0, REASON);
}
