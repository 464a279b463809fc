import { restAfter } from '../../common/rest.ts';
import { Failure, tooMany } from './failures.ts';
import { createTurns, LineFull, type Share, type Turns } from './turns.ts';

/** Characters of a page that counts only while it is read and written: there are as many as connections, at most. */
const SMALL = 512 * 1024;
/** Bytes that a row is taken to have until the list's first page is written. */
const ROW_BYTES = 4096;
/** Bytes that a page of rows is to have; a larger row is a page of its own. */
export const PAGE_BYTES = 2 ** 20;
/** Milliseconds that a client may take to read a page that counts: some 20 kB a second. */
const READ_MS = 60_000;
/** Milliseconds that a list waits for its share: longer than any other may hold one. */
const PATIENCE_MS = 2 * READ_MS;
const LINE = Object.freeze({ each: 100, total: 1000 });
const AGAIN = 5;

/** Large pages that are read and written at a time: of an account one, of all two. */
const AT_WORK = 2;
/**
 * Milliseconds of such a page after which its account's next one waits for as long as it took: large pages cost the event
 * loop and MongoDB tens of milliseconds each, and an account that always asks for some leaves half of both to others.
 */
const QUICK_MS = 20;
/** One that takes longer than this waited for a store that was away. */
const LONG_MS = 2000;
const restMs = restAfter(QUICK_MS, 1, LONG_MS);

/** What the lists of a process share, by account. */
export interface ListShares {
  /** Bytes of the pages that all hold together. */
  readonly bytes: Turns<number>;
  /** Work on large pages: from the first question about its rows until its JSON is written. */
  readonly work: Turns<number>;
}

/** `total` is bytes of rows; JSON and what it is written from take some four times as much. An account has half of it. */
export const createListShares = (total: number): ListShares => ({
  bytes: createTurns({ total, each: () => total / 2, line: LINE, patienceMs: PATIENCE_MS }),
  work: createTurns({ total: AT_WORK, each: () => 1, line: LINE, patienceMs: PATIENCE_MS, restMs }),
});

/** One list's share of what all may hold: of the page that it reads, writes or waits to have taken. */
export interface Hold {
  /**
   * Gives back what the page before had, and waits for a share for a page of so many bytes. Where that is large, or
   * `heavy` says that looking for it takes long, it waits for its account's turn to work on it as well.
   */
  take(bytes: number, heavy?: boolean): Promise<void>;
  /** Says what a page became. One that is small counts no longer; answers whether it does. */
  wrote(characters: number, rows: number): boolean;
  /** Bytes that a row is likely to have, by the page before. */
  readonly rowBytes: number;
  leave(): void;
}

/** `cut` ends the answer: its client takes too long to read a page, and others wait. */
export function holdShare(
  shares: ListShares,
  userId: number,
  signal: AbortSignal,
  cut: (error: Error) => void,
  readMs = READ_MS,
): Hold {
  let share: Share | null = null;
  let turn: Share | null = null;
  let rowBytes = ROW_BYTES;
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

  const enter = (turns: Turns<number>, weight: number): Promise<Share> =>
    turns.enter(userId, weight, signal).catch((error: unknown) => {
      throw error instanceof LineFull ? tooMany(AGAIN) : error;
    });

  return {
    async take(bytes, heavy = bytes > SMALL) {
      leave();
      share = await enter(shares.bytes, Math.max(1, bytes));
      if (heavy) turn = await enter(shares.work, 1);
    },
    wrote(characters, rows) {
      endWork();
      if (rows > 0) rowBytes = Math.ceil(characters / rows);
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
      return rowBytes;
    },
    leave,
  };
}
