import { model, Schema } from 'mongoose';

/** What is so of the whole store: one row. */
export interface StoreStateDocument {
  _id: 'store';
  /** The last migration that this store has behind it. */
  schema_version: number;
  /** The migration under way, and what it noted of how far it is; null while there is none. */
  migrating: { version: number; after: unknown } | null;
  /** A backup is being read into it: nothing may run on it. */
  restoring: boolean;
  /** The last backup that was restored into it, taken when and restored when; null when none was. */
  restored: { taken_at: Date; at: Date } | null;
  /** An operator stopped all sending, since when and why; absent or null while mails go out. */
  sending_stopped?: { at: Date; reason: string } | null;
  /** Held by who migrates or restores. */
  lease_token: string | null;
  lease_until: Date;
}

const schema = new Schema<StoreStateDocument>(
  {
    _id: String,
    schema_version: { type: Number, required: true },
    migrating: { type: Schema.Types.Mixed, default: null },
    restoring: { type: Boolean, default: false },
    restored: { type: Schema.Types.Mixed, default: null },
    sending_stopped: Schema.Types.Mixed,
    lease_token: { type: String, default: null },
    lease_until: { type: Date, required: true },
  },
  { collection: 'store_states', versionKey: false, strict: 'throw' },
);

export const StoreState = model<StoreStateDocument>('StoreState', schema);
