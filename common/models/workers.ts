import { collection, model } from '../store/collection.ts';

/** A running worker: it renews its row every few seconds, and removes it when it stops. */
export interface WorkerDocument {
  _id: string;
  /** Slices of sends that it processes at a time. */
  slices: number;
  /** It never ends a mailing whose audience is still being walked. Absent in workers of version 0.1.0. */
  knows_walking?: boolean;
  seen_at: Date;
}

const schema = collection<WorkerDocument>('workers');
schema.index({ seen_at: 1 }, { expireAfterSeconds: 3600 });

export const WorkerPresence = model<WorkerDocument>('WorkerPresence', schema);
