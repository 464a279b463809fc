import { ACCOUNT_CHANGES, BELIEVED_MS, hearOfAccounts, tellOfAccount } from '../../common/account-changes.ts';
import type { Logger } from '../../common/log.ts';
import type { KeyDocument } from '../../common/models/keys.ts';
import type { RedisConnection } from '../../common/redis.ts';
import type { Account } from './account.ts';

/** What the store said of a key pair: of its secret there is the digest alone. */
export interface Known {
  readonly key: KeyDocument;
  readonly account: Account;
}

/** When the store was asked: from then on its answer is believed for two seconds, however late it came. */
interface Moment {
  readonly changes: number;
  readonly at: number;
}

/**
 * Key pairs that were asked of the store within the last two seconds. Nothing is remembered unless Redis tells us of
 * changes: while it is away, or was only just back, each request asks the store.
 */
export interface KnownKeys {
  recall(publicKey: string): Known | null;
  /** To be called before the store is asked … */
  moment(): Moment;
  /** … and with what it said: that is forgotten at once if anything changed since. */
  keep(moment: Moment, known: Known): void;
  /** Drops an account here and, before it resolves, in every other process; see {@link tellOfAccount}. */
  changed(userId: number): Promise<void>;
}

/** Then all are forgotten: 10,000 accounts that call within two seconds take some 10 MB. */
const MOST = 10_000;

/** `subscriber` hears of changes and does nothing else; `publisher` tells of ours, and answers those who told. */
export function createKnownKeys(
  subscriber: RedisConnection,
  publisher: RedisConnection,
  log: Logger,
): KnownKeys {
  const entries = new Map<string, Known & { readonly until: number }>();
  let hearing = false;
  /** Counts what was dropped: an answer of the store that was on its way meanwhile may be older. */
  let changes = 0;

  const drop = (userId?: number): void => {
    changes += 1;
    for (const [publicKey, { account }] of entries) {
      if (userId === undefined || account.id === userId) entries.delete(publicKey);
    }
  };
  const subscribe = (): void => {
    subscriber.subscribe(ACCOUNT_CHANGES).then(
      () => {
        drop();
        hearing = true;
      },
      (error: unknown) => log.debug({ err: error }, 'changes of accounts are not heard of'),
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
    recall(publicKey) {
      const entry = hearing && entries.get(publicKey);
      return entry && entry.until > performance.now() ? entry : null;
    },
    moment: () => ({ changes, at: performance.now() }),
    keep(moment, { key, account }) {
      if (!hearing || moment.changes !== changes) return;
      if (entries.size >= MOST) entries.clear();
      entries.set(key._id, { key, account, until: moment.at + BELIEVED_MS });
    },
    async changed(userId) {
      drop(userId);
      await tellOfAccount(publisher, userId, log);
    },
  };
}
