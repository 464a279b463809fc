import { now } from '../clock.ts';
import { type WorkerDocument, WorkerPresence } from '../models/workers.ts';

/** A worker not seen for this long is gone. */
const ALIVE_MS = 15_000;

export const livingWorkers = (): Promise<WorkerDocument[]> =>
  WorkerPresence.find({ seen_at: { $gt: new Date(now().getTime() - ALIVE_MS) } }).toArray();
