import { collection, model } from '../store/collection.ts';

/** A worker that runs: it renews its row every few seconds, and removes it when it stops. */
export interface WorkerDocument {
  _id: string;
  /** Slices of sends it works on at a time. */
  slices: number;
  /** It ends no mailing whose audience is still being walked. Absent in workers of version 0.1.0. */
  knows_walking?: boolean;
  seen_at: Date;
}

const schema = collection<WorkerDocument>('workers');
schema.index({ seen_at: 1 }, { expireAfterSeconds: 3600 });

export const WorkerPresence = model<WorkerDocument>('WorkerPresence', schema);
