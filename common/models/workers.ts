import { model } from 'mongoose';
import { collection } from './collection.ts';

/** A worker that runs: it renews its row every few seconds, and removes it when it stops. */
export interface WorkerDocument {
  _id: string;
  /** Slices of sends it works on at a time. */
  slices: number;
  seen_at: Date;
}

const schema = collection<WorkerDocument>('workers');
schema.index({ seen_at: 1 }, { expireAfterSeconds: 3600 });

export const WorkerPresence = model<WorkerDocument>('WorkerPresence', schema);
