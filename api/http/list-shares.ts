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

/** What all lists of a process hold together, by account. */
export type ListShares = Turns<number>;

/** `total` is bytes of rows; JSON and what it is written from take some four times as much. An account has half of it. */
export const createListShares = (total: number): ListShares =>
  createTurns<number>({ total, each: () => total / 2, line: LINE, patienceMs: PATIENCE_MS });

/** One list's share of what all may hold: of the page that it reads, writes or waits to have taken. */
export interface Hold {
  /** Gives the share of the page before back, and waits for one for a page of so many bytes. */
  take(bytes: number): Promise<void>;
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
  let rowBytes = ROW_BYTES;
  let timer: NodeJS.Timeout | undefined;

  function leave(): void {
    clearTimeout(timer);
    share?.leave();
    share = null;
  }

  return {
    async take(bytes) {
      leave();
      share = await shares.enter(userId, Math.max(1, bytes), signal).catch((error: unknown) => {
        throw error instanceof LineFull ? tooMany(AGAIN) : error;
      });
    },
    wrote(characters, rows) {
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
