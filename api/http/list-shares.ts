import { LRUCache } from 'lru-cache';
import { coolDownAfter, type Share, Turns } from '../../common/fairness/turns.ts';
import { Failure, tooMany } from './failures.ts';

/** A page of fewer characters counts only while it is read and written: there is at most one for each connection. */
const SMALL = 512 * 1024;
/** Assumed bytes of a row of a list that the account has not asked for lately. */
const ROW_BYTES = 4096;
/** Of one that had no rows then. */
const FIRST_ROW_BYTES = 512;
/** Intended bytes of a page; a larger row is a page of its own. */
export const PAGE_BYTES = 2 ** 20;
/** Milliseconds that a client has to read a page that counts: about 20 kB a second. */
const READ_MS = 60_000;
/** Milliseconds that a list waits for its share: longer than any other list may hold one. */
const PATIENCE_MS = 2 * READ_MS;
const AGAIN = 5;
const WAITING = Object.freeze({
  line: { each: 100, total: 1000 },
  patienceMs: PATIENCE_MS,
  refusal: () => tooMany(AGAIN),
});

/** Number of large pages that are read and written at a time: one of each account, and this many in total. */
const AT_WORK = 2;
/**
 * If a large page took longer than this (milliseconds), the next one of its account waits for the same time. Large pages
 * cost the event loop and MongoDB tens of milliseconds each. So an account that always asks for them leaves half of both to
 * others.
 */
const QUICK_MS = 20;
/** If a page took longer than this (milliseconds), it waited for a database that was away. */
const LONG_MS = 2000;
const coolDownMs = coolDownAfter(QUICK_MS, 1, LONG_MS);
/** Lists of accounts whose rows' size is remembered. */
const REMEMBERED = 10_000;

/** What the lists of a process share, by account. */
export interface ListShares {
  /** Bytes of the pages of all lists. */
  readonly bytes: Turns<number>;
  /** Work on large pages: from the first query for its rows until its JSON is written. */
  readonly work: Turns<number>;
  /** Likely bytes of a row, by account and list, from the last page. */
  readonly rowBytes: RowBytes;
}

interface RowBytes {
  of(list: string): number | undefined;
  learn(list: string, characters: number, items: number): void;
}

function rememberRowBytes(): RowBytes {
  const known = new LRUCache<string, number>({ max: REMEMBERED });
  return {
    of: (list) => known.get(list),
    learn(list, characters, items) {
      const before = known.get(list);
      const seen = items > 0 ? Math.ceil(characters / items) : (before ?? FIRST_ROW_BYTES);
      // One small row does not make an account's list a small one.
      known.set(list, Math.max(seen, Math.floor((before ?? 0) / 2)));
    },
  };
}

/** `total` is bytes of rows; JSON and its sources take about four times as much. An account has half of the total. */
export const createListShares = (total: number): ListShares => ({
  bytes: new Turns({ ...WAITING, total, each: total / 2 }),
  work: new Turns({ ...WAITING, total: AT_WORK, each: 1, coolDownMs }),
  rowBytes: rememberRowBytes(),
});

/** The share of one list: for the page that it reads, writes or waits for the client to take. */
export interface ListShare {
  /**
   * Returns the share of the previous page and waits for one of `bytes`. If that is large, or `heavy` says that reading takes
   * long, it also waits for the turn of its account to work on it.
   */
  take(bytes: number, heavy?: boolean): Promise<void>;
  /** Reports the actual size of a page. A small page no longer counts; returns whether it counts. */
  wrote(characters: number, items: number): boolean;
  /** Likely bytes of a row, from the previous page, also that of an earlier list. */
  readonly rowBytes: number;
  /** Whether so many rows are likely to be a small page: there was a previous one, with small rows. */
  isSmall(rows: number): boolean;
  leave(): void;
}

/** A file is written as its reader takes it, a page at a time, so it needs no share of what lists may hold. */
export const UNSHARED: ListShare = Object.freeze({
  rowBytes: 2048,
  isSmall: () => false,
  take: async () => {},
  wrote: () => false,
  leave() {},
});

/**
 * A share for a list, which is known by its name. `signal` is asked for only where the list has to wait. `cut` ends the answer: the
 * client takes too long to read a page while others wait.
 */
export function holdShare(
  shares: ListShares,
  userId: number,
  name: string,
  signal: () => AbortSignal,
  cut: (error: Error) => void,
  readMs = READ_MS,
): ListShare {
  let share: Share | null = null;
  let turn: Share | null = null;
  const list = `${userId} ${name}`;
  let timer: NodeJS.Timeout | undefined;

  function endWork(): void {
    turn?.leave();
    turn = null;
  }

  function leave(): void {
    clearTimeout(timer);
    endWork();
    share?.leave();
    share = null;
  }

  return {
    async take(bytes, heavy = bytes > SMALL) {
      leave();
      const weight = Math.max(1, bytes);
      share =
        shares.bytes.enterNow(userId, weight) ??
        (await shares.bytes.enter(userId, weight, { signal: signal() }));
      if (heavy) turn = await shares.work.enter(userId, 1, { signal: signal() });
    },
    wrote(characters, items) {
      endWork();
      shares.rowBytes.learn(list, characters, items);
      if (characters <= SMALL) {
        leave();
        return false;
      }
      share?.weigh(characters);
      timer = setTimeout(() => cut(new Failure(408, 'Request Timeout')), readMs);
      timer.unref();
      return true;
    },
    get rowBytes() {
      return shares.rowBytes.of(list) ?? ROW_BYTES;
    },
    isSmall: (rows) => rows * (shares.rowBytes.of(list) ?? Number.POSITIVE_INFINITY) <= SMALL,
    leave,
  };
}
