import { collection, model } from '../store/collection.ts';

/** State of the whole store: one row. */
export interface StoreStateDocument {
  _id: 'store';
  schema_version: number;
  /** The migration under way, and its own note of its progress. */
  migrating: { version: number; after: unknown } | null;
  /** A backup is being restored: no process may run on the store. */
  restoring: boolean;
  /** The last restored backup: when it was taken and restored. */
  restored: { taken_at: Date; at: Date } | null;
  /** The instant of the last backup that the command wrote. */
  backed_up_at?: Date;
  /** The schema version whose indexes a release has created to the end: a later one drops those that they replace. */
  indexed?: number;
  /** The schema version whose migrations have run again where they must (`Migration.again`). */
  repeated?: number;
  sending_stopped?: { at: Date; reason: string } | null;
  lease_token: string | null;
  lease_until: Date;
}

const schema = collection<StoreStateDocument>('store_states');

export const StoreState = model<StoreStateDocument>('StoreState', schema);
