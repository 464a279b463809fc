import { model, Schema } from 'mongoose';

/** The id of a signing secret that this store was ever used with: links of mails may need it for ever. */
export interface SigningKeyDocument {
  _id: string;
  first_used_at: Date;
}

const schema = new Schema<SigningKeyDocument>(
  { _id: String, first_used_at: { type: Date, required: true } },
  { collection: 'signing_keys', versionKey: false, strict: 'throw' },
);

export const SigningKey = model<SigningKeyDocument>('SigningKey', schema);
