import { model, Schema } from 'mongoose';

/** A worker that lives: it writes its row anew every few seconds, and is gone when it stops. */
export interface WorkerDocument {
  _id: string;
  /** Slices of sends it works on at a time. */
  slices: number;
  seen_at: Date;
}

const schema = new Schema<WorkerDocument>(
  { _id: String, slices: { type: Number, required: true }, seen_at: { type: Date, required: true } },
  { collection: 'workers', versionKey: false, strict: 'throw' },
);
schema.index({ seen_at: 1 }, { expireAfterSeconds: 3600 });

export const WorkerPresence = model<WorkerDocument>('WorkerPresence', schema);
