import { randomUUID } from 'node:crypto';
import { now } from '../common/clock.ts';
import type { Logger } from '../common/log.ts';
import { WorkerPresence } from '../common/models/workers.ts';
import { warnOf } from '../common/outages.ts';
import { livingWorkers } from '../common/queries/living-workers.ts';

const BEAT_MS = 5000;

export interface Presence {
  /** The worker's id, for as long as it runs. */
  readonly id: string;
  /** The number of living workers when it was last counted, this one included. */
  workers(): number;
  leave(): Promise<void>;
}

/** Records that this worker lives, and how many slices it works on in parallel, so that sends are rung for on as many lanes. */
export async function announce(slices: number, log: Logger): Promise<Presence> {
  const id = randomUUID();
  let living = 1;
  const beat = async (): Promise<void> => {
    const row = { slices, knows_walking: true, seen_at: now() };
    await WorkerPresence.updateOne({ _id: id }, { $set: row }, { upsert: true });
    living = (await livingWorkers()).length;
  };
  await beat();
  const timer = setInterval(() => {
    beat().catch((error: unknown) => warnOf(error, log, 'could not say that this worker lives'));
  }, BEAT_MS);
  return {
    id,
    workers: () => Math.max(1, living),
    async leave() {
      clearInterval(timer);
      await WorkerPresence.deleteOne({ _id: id });
    },
  };
}
