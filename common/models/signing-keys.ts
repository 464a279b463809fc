import { collection, model } from '../store/collection.ts';

/** The id of a signing secret that this store was ever used with: links of mails may need it for ever. */
export interface SigningKeyDocument {
  _id: string;
  first_used_at: Date;
  /** False for a secret that APP_SECRETS listed and that never was the first. Older documents have no such field, and may have signed. */
  signs?: boolean;
}

const schema = collection<SigningKeyDocument>('signing_keys');

export const SigningKey = model<SigningKeyDocument>('SigningKey', schema);
