import { collection, model } from '../store/collection.ts';

/** A new password; a second factor that was turned on or off; an account that was closed or reopened, or is deleted in a day. */
export const ACCESS_CHANGES = [
  'changed',
  'factor_on',
  'factor_off',
  'closed',
  'reopened',
  'deletion_near',
] as const;
export type AccessChange = (typeof ACCESS_CHANGES)[number];

/** What these mails are about: `link`, to set a new password; the others tell of a change that was made. */
export const PASSWORD_MAILS = ['link', ...ACCESS_CHANGES] as const;

/** A mail about the password, the second factor or the end of an account, until it is out; of one with a link, until the link is used or over. */
export interface PasswordMailDocument {
  /** SHA-256 of kind and address: an address has at most one of each kind. */
  _id: string;
  kind: (typeof PASSWORD_MAILS)[number];
  /** The address that was asked for, as it compares. It may have no account: the worker finds out, so that no answer tells. */
  email_norm: string;
  created_at: Date;
  /** From here on the mail may be sent, or tried once more; null once it is out. */
  due_at: Date | null;
  /** How often it was tried. */
  attempts: number;
  /** SHA-256 of the link's token, in hexadecimal; null until the mail is being sent. */
  token_hash: string | null;
  /** Of a link: the mark of the password that it is to replace. Of a change: the account's `accessMark` before it. Null until known. */
  password_mark: string | null;
  expires_at: Date;
}

const schema = collection<PasswordMailDocument>('password_mails');
schema.index({ due_at: 1 }, { partialFilterExpression: { due_at: { $type: 'date' } } });
schema.index(
  { token_hash: 1 },
  { unique: true, partialFilterExpression: { token_hash: { $type: 'string' } } },
);
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });

export const PasswordMail = model<PasswordMailDocument>('PasswordMail', schema);
