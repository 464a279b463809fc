import { collection, model } from '../store/collection.ts';

/** A random key that protects data in this store, sealed by APP_SECRET: the secret can change while the data stay. */
export interface DataKeyDocument {
  /** The purpose of the key. */
  _id: string;
  /** AES-256-GCM of the key, in base64: nonce (12 bytes), the sealed key (32), tag (16). */
  sealed: string;
  /** The id of the secret (`keyIdOf`). */
  sealed_by: string;
  created_at: Date;
  sealed_at: Date;
}

const schema = collection<DataKeyDocument>('data_keys');

export const DataKey = model<DataKeyDocument>('DataKey', schema);
