import { now } from '../clock.ts';
import { type WorkerDocument, WorkerPresence } from '../models/workers.ts';

/** A worker that was not seen for this long is gone. */
const ALIVE_MS = 15_000;

/** Workers that were seen of late. */
export const livingWorkers = (): Promise<WorkerDocument[]> =>
  WorkerPresence.find({ seen_at: { $gt: new Date(now().getTime() - ALIVE_MS) } }).toArray();
