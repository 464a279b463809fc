import { collection, model } from '../store/collection.ts';

const ACCESS_CHANGES = ['changed', 'factor_on', 'factor_off', 'closed', 'reopened', 'deletion_near'] as const;
export type AccessChange = (typeof ACCESS_CHANGES)[number];

/** `link` sets a new password; the others report a change. */
export const PASSWORD_MAILS = ['link', ...ACCESS_CHANGES] as const;

/** A mail about access to an account. Deleted when it is sent; with a link, when the link is used or expires. */
export interface PasswordMailDocument {
  /** SHA-256 of kind and address: an address has at most one of each kind. */
  _id: string;
  kind: (typeof PASSWORD_MAILS)[number];
  /** The normalized address of the request. A worker finds out whether an account has it, so that no answer tells. */
  email_norm: string;
  created_at: Date;
  /** When the mail is sent or retried; null: sent. */
  due_at: Date | null;
  attempts: number;
  /** SHA-256 of the link's token, in hexadecimal; null before the mail is sent. */
  token_hash: string | null;
  /** Of a link: the mark of the password to replace. Of a change: the account's `accessMark` before it. Null until known. */
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
