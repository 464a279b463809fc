import { LRUCache } from 'lru-cache';
import { accountChanges, BELIEVED_MS, hearOfAccounts, tellOfAccount } from '../../common/accounts/changes.ts';
import type { Logger } from '../../common/log.ts';
import type { KeyDocument } from '../../common/models/keys.ts';
import type { RedisConnection } from '../../common/redis/redis.ts';
import type { Account } from './account.ts';

export interface KnownKey {
  readonly key: KeyDocument;
  readonly account: Account;
}

/** When a query began. Its answer is valid for two seconds from then, however late it arrived. */
interface Moment {
  readonly changes: number;
  readonly at: number;
}

/** 10,000 accounts that call within two seconds take about 10 MB. */
const MOST = 10_000;

/**
 * Key pairs of the last two seconds. They are used only while Redis reports changes; otherwise each request queries MongoDB. `subscriber`
 * only receives changes. `publisher` sends our changes and confirms those of other processes.
 */
export function createKnownKeys(subscriber: RedisConnection, publisher: RedisConnection, log: Logger) {
  const entries = new LRUCache<string, KnownKey>({ max: MOST, ttl: BELIEVED_MS, ttlResolution: 0 });
  let hearing = false;
  /** Counts changes: a query that began before one may have an older result. */
  let changes = 0;

  const drop = (userId?: number): void => {
    changes += 1;
    if (userId === undefined) entries.clear();
    const own = [...entries].filter(([, { account }]) => account.id === userId);
    for (const [publicKey] of own) entries.delete(publicKey);
  };
  const subscribe = (): void => {
    subscriber.subscribe(accountChanges(publisher)).then(
      () => {
        drop();
        hearing = true;
      },
      (error: unknown) =>
        log.debug({ err: error }, 'account changes not received; each call reads its key from MongoDB'),
    );
  };
  hearOfAccounts(subscriber, publisher, drop, log);
  subscriber.on('close', () => {
    hearing = false;
    drop();
  });
  subscriber.on('ready', subscribe);
  if (subscriber.status === 'ready') subscribe();

  return {
    recall: (publicKey: string): KnownKey | null => (hearing && entries.get(publicKey)) || null,
    /** Call it before the query … */
    moment: (): Moment => ({ changes, at: performance.now() }),
    /** … and this with the result. If an account changed in between, the result is dropped. */
    keep(moment: Moment, { key, account }: KnownKey): void {
      if (!hearing || moment.changes !== changes) return;
      entries.set(key._id, { key, account }, { start: moment.at });
    },
    /** Drops an account here, and in every other process before it resolves; see {@link tellOfAccount}. */
    async changed(userId: number): Promise<void> {
      drop(userId);
      await tellOfAccount(publisher, userId, log);
    },
  };
}

export type KnownKeys = ReturnType<typeof createKnownKeys>;
