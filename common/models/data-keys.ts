import { model, Schema } from 'mongoose';

/** A random key that protects data in this store, sealed by APP_SECRET: the secret can change while the data stay. */
export interface DataKeyDocument {
  /** What it protects. */
  _id: string;
  /** AES-256-GCM of the key, in base64: nonce (12 bytes), the sealed key (32), tag (16). */
  sealed: string;
  /** The id of the secret that sealed it (`keyIdOf`). */
  sealed_by: string;
  created_at: Date;
  sealed_at: Date;
}

const schema = new Schema<DataKeyDocument>(
  {
    _id: String,
    sealed: { type: String, required: true },
    sealed_by: { type: String, required: true },
    created_at: { type: Date, required: true },
    sealed_at: { type: Date, required: true },
  },
  { collection: 'data_keys', versionKey: false, strict: 'throw' },
);

export const DataKey = model<DataKeyDocument>('DataKey', schema);
