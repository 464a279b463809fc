import { setTimeout as delay } from 'node:timers/promises';
import { cached } from '../cache/cached.ts';
import type { EventType } from '../domain/event-types.ts';
import { Webhook } from '../models/webhooks.ts';
import { lastIds } from '../store/ids.ts';
import { outsideTransaction } from '../store/transactions.ts';

/** Milliseconds for which a process caches an account's webhooks. */
export const TOLD_MS = 1000;
let toldMs = TOLD_MS;
/** For tests. */
export const useToldMs = (ms: number): void => void (toldMs = ms);
/** Resolves when every process has read the account's webhooks again. */
export const whenAllAreTold = (): Promise<void> => delay(toldMs);
/** Accounts that are cached. */
const MOST = 10_000;

type Types = ReadonlySet<EventType>;

const NONE: Types = new Set();

/**
 * The types of events that webhooks of an account receive; mostly none. Disabled webhooks count, because they may receive them
 * later. A process asks once a second whether any webhook was ever created, and only then once a second for each account, however many
 * mails there are.
 */
export const toldEvents = async (userId: number): Promise<Types> =>
  (await isSomeoneTold()) ? typesOf(userId) : NONE;

const isSomeoneTold = cached(
  () => outsideTransaction(async () => (await lastIds(['webhooks'])).webhooks > 0),
  { ms: () => toldMs },
);

const typesOf = cached(
  (userId: number) =>
    outsideTransaction(async (): Promise<Types> => new Set(await Webhook.of(userId).distinct('events'))),
  { ms: () => toldMs, most: MOST },
);
