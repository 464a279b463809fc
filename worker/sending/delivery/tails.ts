import { isLate } from '../../../common/batching/late.ts';
import type { Logger } from '../../../common/log.ts';
import { mayBegin, type Slice } from './slice.ts';

/** Milliseconds between two checks whether a slice only waits for its last mails. If two checks in a row find this, its job ends. */
const LAST_MS = 1000;

/** Slices whose jobs ended before their last mails did, so that the next slice gets the lane. The semaphore bounds their number. */
export class Tails {
  readonly #underWay = new Set<Promise<unknown>>();

  add(end: Promise<unknown>, log: Logger): void {
    const logged = end.catch((error: unknown) =>
      log.error({ err: error }, 'last mails of a slice failed; the batch is retried when its lease expires'),
    );
    this.#underWay.add(logged);
    void logged.then(() => this.#underWay.delete(logged));
  }

  async ended(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }
}

/** Whether only late last mails are under way. Other slices yield to a first slice until its mails are handed over, not until they are written. */
export async function takesLong(slice: Slice, handedOver: Promise<void>): Promise<boolean> {
  const { worker, mailing, isFirst, progress } = slice;
  const isOut = isFirst ? worker.starts.beginFirst(mailing.user_id) : () => {};
  // The job of a message has only one mail to deliver.
  const isMessage = mailing.message_id !== undefined;
  let wasLast = false;
  try {
    while (await isLate(handedOver, LAST_MS)) {
      const isLast = !isMessage && progress.underWay.length > 0 && !mayBegin(slice);
      if (isLast && wasLast) return true;
      wasLast = isLast;
    }
    return false;
  } finally {
    isOut();
  }
}
