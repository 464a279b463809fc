import type { WorkerContext } from '../../runtime/context.ts';
import { claimNext } from './claim-batch.ts';
import { asFound } from './close-batches.ts';
import { finish } from './finish-slice.ts';
import { handOverRows } from './hand-over-rows.ts';
import { load } from './load-slice.ts';
import { isBatchLeft } from './ring-slices.ts';
import { skipBatch } from './skip-rows.ts';
import { takesLong } from './tails.ts';

interface SliceOptions {
  /** The mailing was just opened: while other sends are being started, its first mails go at once, and other sends yield. */
  readonly isFirst?: boolean;
  readonly ringNext?: () => Promise<void>;
}

/** Delivers a batch, or as much of it as fits into a slice, then rings for the next batch or the end. Returns false if there was no batch. */
export async function deliverNext(
  userId: number,
  key: string,
  worker: WorkerContext,
  { isFirst = false, ringNext = async () => {} }: SliceOptions = {},
): Promise<boolean> {
  const claimed = await claimNext(userId, key, worker);
  if (!claimed) return false;
  const { held, mailing, compiled } = claimed;
  const isMoreAfter = async (work: Promise<unknown>): Promise<boolean> => {
    await work.finally(() => held.lease.end());
    await worker.mailingOwners.of(mailing).sliceEnded(mailing, worker);
    return isBatchLeft(worker.ring, mailing);
  };
  if (!compiled) {
    if (await isMoreAfter(skipBatch(held, worker.config))) await ringNext();
    return true;
  }
  const slice = await asFound(held, () => load(claimed, compiled, worker, isFirst));
  const handedOver = handOverRows(slice);
  const isMore = isMoreAfter(handedOver.then(() => finish(slice)));
  if (await takesLong(slice, handedOver)) {
    worker.tails.add(isMore, worker.log);
    await ringNext();
  } else if (await isMore) await ringNext();
  return true;
}
