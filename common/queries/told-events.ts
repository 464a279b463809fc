import type { EventType } from '../domain/event-types.ts';
import { Webhook } from '../models/webhooks.ts';
import { rows } from '../mongo/connection.ts';
import { outsideTransaction } from '../mongo/transactions.ts';

/** Milliseconds for which a process believes what it read of an account's webhooks. */
export const TOLD_MS = 1000;
/** Accounts that are remembered at most. */
const MOST = 10_000;

type Types = ReadonlySet<EventType>;

/** What is remembered, and until when by `performance.now()`. */
interface Known<Value> {
  readonly until: number;
  readonly value: Promise<Value>;
}

const known = new Map<number, Known<Types>>();
let someone: Known<boolean> | undefined;

const NONE: Types = new Set();

/**
 * The types of events that webhooks of an account are told; mostly none. Disabled webhooks count, because they may be told later. However many mails
 * there are, a process asks once a second whether there is any webhook, and only then once a second for each account.
 */
export async function toldEvents(userId: number): Promise<Types> {
  if (!(await isSomeoneTold())) return NONE;
  const found = known.get(userId);
  if (found && performance.now() < found.until) return found.value;
  if (known.size >= MOST) known.clear();
  const asked = remembered(() => ask(userId));
  known.set(userId, asked);
  asked.value.catch(() => {
    if (known.get(userId) === asked) known.delete(userId);
  });
  return asked.value;
}

/** Whether any account has a webhook. */
function isSomeoneTold(): Promise<boolean> {
  if (someone && performance.now() < someone.until) return someone.value;
  const asked = remembered(
    async () => (await rows(Webhook).find().project({ _id: 1 }).sort({ _id: 1 }).limit(1).next()) !== null,
  );
  someone = asked;
  asked.value.catch(() => {
    if (someone === asked) someone = undefined;
  });
  return asked.value;
}

const remembered = <Value>(ask: () => Promise<Value>): Known<Value> => ({
  until: performance.now() + TOLD_MS,
  value: outsideTransaction(ask),
});

const ask = async (userId: number): Promise<Types> =>
  new Set(await rows(Webhook).distinct('events', { user_id: userId }));
