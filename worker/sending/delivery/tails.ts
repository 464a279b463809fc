import { isLate } from '../../../common/batching/late.ts';
import type { Logger } from '../../../common/log.ts';
import { mayBegin, type Slice } from './slice.ts';

/** Milliseconds between two checks whether a slice only waits for its last mails. After two its job ends. */
const LAST_MS = 1000;

/** Their jobs have ended, so that the next slice gets the lane. The semaphore bounds their number: each has a mail under way. */
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

/** True: only late last mails are under way. Others yield to a send's first slice until its mails, not its writes, are done. */
export async function takesLong(slice: Slice, handedOver: Promise<void>): Promise<boolean> {
  const { worker, mailing, isFirst, progress } = slice;
  const isOut = isFirst ? worker.starts.beginFirst(mailing.user_id) : () => {};
  // The job of a message has nothing to do but its one mail.
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
