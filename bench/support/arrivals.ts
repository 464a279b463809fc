import type { Sink } from './sink.ts';

/** Milliseconds between two looks, and without a mail after which something is wrong. */
const LOOK_MS = 10;
const STUCK_MS = 60_000;

/**
 * Waits until a mail server has `count` mails more than `already`. When the first and the last of them were seen, by
 * `performance.now()`.
 */
export async function mailsArrived(
  sink: Sink,
  already: number,
  count: number,
): Promise<{ first: number; last: number }> {
  let [mails, first, last] = [0, 0, performance.now()];
  while (mails < count) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const seen = (await sink.count()) - already;
    if (seen > mails) {
      last = performance.now();
      first ||= last;
    } else if (performance.now() - last > STUCK_MS) throw new Error(`stuck at ${mails} of ${count}`);
    mails = seen;
  }
  return { first, last };
}
