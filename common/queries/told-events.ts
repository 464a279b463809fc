import type { EventType } from '../domain/event-types.ts';
import { Webhook } from '../models/webhooks.ts';
import { rows } from '../mongo/connection.ts';
import { outsideTransaction } from '../mongo/transactions.ts';

/** Milliseconds for which a process believes what it read of an account's webhooks. */
export const TOLD_MS = 1000;
/** Accounts that are remembered at most. */
const MOST = 10_000;

type Types = ReadonlySet<EventType>;

const known = new Map<number, { readonly until: number; readonly types: Promise<Types> }>();

/**
 * The types of events that webhooks of an account are told; mostly none. Disabled webhooks count, because they may be told later. One question a
 * second and account at most, however many mails there are.
 */
export function toldEvents(userId: number): Promise<Types> {
  const at = performance.now();
  const found = known.get(userId);
  if (found && at < found.until) return found.types;
  if (known.size >= MOST) known.clear();
  const asked = { until: at + TOLD_MS, types: outsideTransaction(() => ask(userId)) };
  known.set(userId, asked);
  asked.types.catch(() => {
    if (known.get(userId) === asked) known.delete(userId);
  });
  return asked.types;
}

const ask = async (userId: number): Promise<Types> =>
  new Set(await rows(Webhook).distinct('events', { user_id: userId }));
