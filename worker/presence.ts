import { randomUUID } from 'node:crypto';
import { now } from '../common/clock.ts';
import type { Logger } from '../common/log.ts';
import { WorkerPresence } from '../common/models/workers.ts';
import { rows } from '../common/mongo.ts';

const BEAT_MS = 5000;

/** Says that this worker lives and how many slices it works on, so that sends are rung for as many lanes as there are. */
export async function announce(slices: number, log: Logger): Promise<{ leave(): Promise<void> }> {
  const id = randomUUID();
  const beat = async (): Promise<void> => {
    await rows(WorkerPresence).updateOne({ _id: id }, { $set: { slices, seen_at: now() } }, { upsert: true });
  };
  await beat();
  const timer = setInterval(() => {
    beat().catch((error: unknown) => log.warn({ err: error }, 'could not say that this worker lives'));
  }, BEAT_MS);
  return {
    async leave() {
      clearInterval(timer);
      await rows(WorkerPresence).deleteOne({ _id: id });
    },
  };
}
