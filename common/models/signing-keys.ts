import { collection, model } from '../store/collection.ts';

/** The id of a signing secret that this store ever used: links of sent mails may need it at any time. */
interface SigningKeyDocument {
  _id: string;
  first_used_at: Date;
  /** False: APP_SECRETS listed the secret, never in first place. Absent in old documents, which may have signed. */
  signs?: boolean;
}

const schema = collection<SigningKeyDocument>('signing_keys');

export const SigningKey = model<SigningKeyDocument>('SigningKey', schema);
