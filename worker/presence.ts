import { randomUUID } from 'node:crypto';
import { now } from '../common/clock.ts';
import type { Logger } from '../common/log.ts';
import { type WorkerDocument, WorkerPresence } from '../common/models/workers.ts';
import { rows } from '../common/mongo.ts';
import { warnOf } from '../common/outages.ts';

const BEAT_MS = 5000;

/** A worker that was not seen for this long is gone. */
const ALIVE_MS = 15_000;

export interface Presence {
  /** Workers that live, this one among them, as last looked. */
  workers(): number;
  leave(): Promise<void>;
}

/** Workers that were seen of late. */
export const livingWorkers = (): Promise<WorkerDocument[]> =>
  rows(WorkerPresence)
    .find({ seen_at: { $gt: new Date(now().getTime() - ALIVE_MS) } })
    .toArray();

/** Says that this worker lives and how many slices it works on, so that sends are rung for as many lanes as there are. */
export async function announce(slices: number, log: Logger): Promise<Presence> {
  const id = randomUUID();
  let living = 1;
  const beat = async (): Promise<void> => {
    await rows(WorkerPresence).updateOne({ _id: id }, { $set: { slices, seen_at: now() } }, { upsert: true });
    living = (await livingWorkers()).length;
  };
  await beat();
  const timer = setInterval(() => {
    beat().catch((error: unknown) => warnOf(error, log, 'could not say that this worker lives'));
  }, BEAT_MS);
  return {
    workers: () => Math.max(1, living),
    async leave() {
      clearInterval(timer);
      await rows(WorkerPresence).deleteOne({ _id: id });
    },
  };
}
