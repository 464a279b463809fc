import { randomUUID } from 'node:crypto';
import { now } from '../../common/clock.ts';
import type { Logger } from '../../common/log.ts';
import { WorkerPresence } from '../../common/models/workers.ts';
import { livingWorkers } from '../../common/queries/living-workers.ts';
import { isOutage } from '../../common/store/outages.ts';

const BEAT_MS = 5000;

export type Presence = ReturnType<typeof createPresence>;

export function createPresence(slices: number, log: Logger) {
  const id = randomUUID();
  let living = 1;
  let timer: NodeJS.Timeout | undefined;
  const beat = async (): Promise<void> => {
    const row = { slices, knows_walking: true, seen_at: now() };
    await WorkerPresence.updateOne({ _id: id }, { $set: row }, { upsert: true });
    living = (await livingWorkers()).length;
  };
  return {
    id,
    /** The last count of living workers, including this one. */
    workers: () => Math.max(1, living),
    /** Records that this worker is alive and its number of slices, so that sends are rung on as many lanes. */
    async announce(): Promise<void> {
      await beat();
      timer = setInterval(() => {
        beat().catch((error: unknown) => {
          if (!isOutage(error, log))
            log.warn({ err: error }, 'presence of this worker not stored; it is stored again soon');
        });
      }, BEAT_MS);
    },
    async leave(): Promise<void> {
      if (!timer) return;
      clearInterval(timer);
      await WorkerPresence.deleteOne({ _id: id });
    },
  };
}
