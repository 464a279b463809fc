import { LRUCache } from 'lru-cache';
import { coolDownAfter, halfOfRest, type Share, Turns } from '../../common/fairness/turns.ts';
import { Failure, inUse } from './failures.ts';

/** A page with fewer characters counts only while it is read and written: there is at most one per connection. */
const SMALL = 512 * 1024;
/** Assumed bytes of a row in a list that the account has not requested lately. */
const ROW_BYTES = 4096;
/** Assumed bytes of a row in a list that was empty. */
const FIRST_ROW_BYTES = 512;
/** Intended bytes of a page; a larger row is a page of its own. */
export const PAGE_BYTES = 2 ** 20;
/** Milliseconds that a client has to read a counted page: about 20 kB/s … */
const READ_MS = 60_000;
/** … and about 200 kB/s while an account that has no memory waits for some, if no account has more. */
const HURRIED = 1 / 12;
/** Milliseconds between two looks for such a client. */
const LOOK_MS = 500;
/** A list waits for its share longer than another list may hold one. */
const PATIENCE_MS = 2 * READ_MS;
const AGAIN = 5;
const WAITING = Object.freeze({
  line: { each: 100, total: 1000 },
  patienceMs: PATIENCE_MS,
  refusal: () => inUse(AGAIN, 'Lists and downloads that are read at once'),
});

/** Large pages that are read and written at a time, one per account. */
const AT_WORK = 2;
/** Large previews that are rendered and written at a time, one per account. */
const PREVIEWS = 4;
/** Milliseconds. After a slower large page, the account's next one waits as long, so that half of event loop and MongoDB stays free … */
const QUICK_MS = 20;
/** … and so many times as long in a busy process while other accounts call. */
const SHARED_TIMES = 3;
/** Milliseconds. A page that took longer had waited for a database that did not answer. */
const LONG_MS = 2000;
const coolDownAlone = coolDownAfter(QUICK_MS, 1, LONG_MS);
const coolDownShared = coolDownAfter(QUICK_MS, SHARED_TIMES, LONG_MS);
const REMEMBERED = 10_000;

function rememberRowBytes() {
  const known = new LRUCache<string, number>({ max: REMEMBERED });
  return {
    of: (list: string) => known.get(list),
    learn(list: string, characters: number, items: number): void {
      const before = known.get(list);
      const seen = items > 0 ? Math.ceil(characters / items) : (before ?? FIRST_ROW_BYTES);
      // One small row does not show that all rows of a list are small.
      known.set(list, Math.max(seen, Math.floor((before ?? 0) / 2)));
    },
  };
}

/** A client that reads a counted page. */
interface CountedReader {
  readonly account: number;
  /** When it has had its hurried time. */
  readonly hurriedAt: number;
  readonly cut: () => void;
  /** It was cut for others. Its memory is free when it leaves. */
  isCut: boolean;
}

/** A list that waits for memory. */
interface WaitingList {
  readonly account: number;
}

/**
 * `total` is bytes of rows; JSON and its sources take about four times as much. An account gets half of what others leave. `isShared`:
 * whether the process is busy, and accounts other than this one call.
 */
export function createListShares(total: number, isShared: (account: number) => boolean = () => false) {
  const coolDownMs = (heldMs: number, account: number): number =>
    (isShared(account) ? coolDownShared : coolDownAlone)(heldMs);
  const bytes = new Turns<number>({ ...WAITING, total, each: halfOfRest(total) });
  const readers = new Set<CountedReader>();
  const waiting = new Set<WaitingList>();
  let looks: NodeJS.Timeout | undefined;
  /** Cuts one slow reader if an account without memory waits: the one that has read longest, of the account that has most. */
  function makeRoom(): void {
    const all = [...readers];
    if (all.some(({ isCut }) => isCut) || ![...waiting].some(({ account }) => bytes.of(account) === 0))
      return;
    const most = Math.max(...all.map(({ account }) => bytes.of(account)));
    const slow = all.find(
      ({ account, hurriedAt }) => bytes.of(account) === most && hurriedAt <= performance.now(),
    );
    if (!slow) return;
    slow.isCut = true;
    slow.cut();
  }
  return {
    bytes,
    readers,
    /** Waits for memory. All waiting lists share one look for slow readers: each look would cut a reader. */
    async waitForBytes(account: number, weight: number, signal: AbortSignal): Promise<Share> {
      const one = { account };
      waiting.add(one);
      looks ??= setInterval(makeRoom, LOOK_MS);
      try {
        return await bytes.enter(account, weight, { signal });
      } finally {
        waiting.delete(one);
        if (waiting.size === 0) {
          clearInterval(looks);
          looks = undefined;
        }
      }
    },
    /** Turns to work on large pages: from the first query until the JSON is written. */
    work: new Turns<number>({ ...WAITING, total: AT_WORK, each: 1, coolDownMs }),
    /** The same for previews: lists do not wait for the renderer. */
    previews: new Turns<number>({ ...WAITING, total: PREVIEWS, each: 1, coolDownMs }),
    rowBytes: rememberRowBytes(),
  };
}

export type ListShares = ReturnType<typeof createListShares>;

export type ListShare = ReturnType<typeof holdShare>;

/** A file is written one page at a time as its reader takes it, so it needs no share. */
export const UNSHARED: ListShare = Object.freeze({
  rowBytes: 2048,
  isSmall: () => false,
  take: async () => {},
  wrote: () => false,
  hasTurn: () => true,
  leave() {},
});

/**
 * The share of one list: for the page that it reads, writes or waits for the client to take. `signal` is called only if it has to wait.
 * `cut` ends the answer of a client that reads too slowly.
 */
export function holdShare(
  shares: Omit<ListShares, 'previews'>,
  userId: number,
  name: string,
  signal: () => AbortSignal,
  cut: (error: Error) => void,
  readMs = READ_MS,
) {
  let share: Share | null = null;
  let turn: Share | null = null;
  const list = `${userId} ${name}`;
  let timer: NodeJS.Timeout | undefined;
  let reader: CountedReader | null = null;

  function endWork(): void {
    turn?.leave();
    turn = null;
  }

  function leave(): void {
    clearTimeout(timer);
    if (reader) shares.readers.delete(reader);
    reader = null;
    endWork();
    share?.leave();
    share = null;
  }

  return {
    /** Releases the previous page's share and waits for `bytes`; for a large page or a `heavy` query, also for the account's turn. */
    async take(bytes: number, heavy = bytes > SMALL): Promise<void> {
      leave();
      const weight = Math.max(1, bytes);
      share = shares.bytes.enterNow(userId, weight) ?? (await shares.waitForBytes(userId, weight, signal()));
      if (heavy)
        turn = shares.work.enterNow(userId, 1) ?? (await shares.work.enter(userId, 1, { signal: signal() }));
    },
    /** Reports the actual size of a page. Returns whether it still counts; a small page does not. */
    wrote(characters: number, items: number): boolean {
      endWork();
      shares.rowBytes.learn(list, characters, items);
      if (characters <= SMALL) {
        leave();
        return false;
      }
      share?.weigh(characters);
      const ms = Math.max(1, characters / PAGE_BYTES) * readMs;
      const cutNow = (): void => cut(new Failure(408, 'Request Timeout'));
      timer = setTimeout(cutNow, ms);
      timer.unref();
      reader = { account: userId, hurriedAt: performance.now() + ms * HURRIED, cut: cutNow, isCut: false };
      shares.readers.add(reader);
      return true;
    },
    get rowBytes(): number {
      return shares.rowBytes.of(list) ?? ROW_BYTES;
    },
    /** Whether so many rows are likely a small page. False without a previous page. */
    isSmall: (rows: number, most = SMALL) =>
      rows * (shares.rowBytes.of(list) ?? Number.POSITIVE_INFINITY) <= most,
    hasTurn: () => turn !== null,
    leave,
  };
}
