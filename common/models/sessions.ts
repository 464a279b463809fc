import { model, Schema } from 'mongoose';

/** Somebody who is signed in. The cookie's token itself is kept nowhere. */
export interface SessionDocument {
  /** SHA-256 of the token, in hexadecimal. */
  _id: string;
  user_id: number;
  /** SHA-256 of the password as it was kept: with another one, the session is over. */
  password_hash: string;
  created_at: Date;
  expires_at: Date;
}

const schema = new Schema<SessionDocument>(
  {
    _id: String,
    user_id: { type: Number, required: true },
    password_hash: { type: String, required: true },
    created_at: { type: Date, required: true },
    expires_at: { type: Date, required: true },
  },
  { collection: 'sessions', versionKey: false, strict: 'throw' },
);
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });

export const Session = model<SessionDocument>('Session', schema);
