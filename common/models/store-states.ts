import { collection, model } from '../store/collection.ts';

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
  /** The lease of the process that migrates or restores. */
  lease_token: string | null;
  lease_until: Date;
}

const schema = collection<StoreStateDocument>('store_states');

export const StoreState = model<StoreStateDocument>('StoreState', schema);
