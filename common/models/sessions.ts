import { collection, model } from '../store/collection.ts';

/** A person who is signed in. The cookie's token itself is kept nowhere. */
export interface SessionDocument {
  /** SHA-256 of the token, in hexadecimal. */
  _id: string;
  user_id: number;
  /** The account's `accessMark` when the session began: with another password or second factor, the session is over. */
  password_hash: string;
  /** The browser and its system in words; absent in sessions from before they were noted. */
  device?: string;
  /** The client's address when it was last seen. */
  address?: string;
  /** A second factor's secret, sealed, that was shown to this session and that it may confirm by a code. */
  offered_factor?: string;
  created_at: Date;
  /** To the minute. */
  last_seen_at?: Date;
  expires_at: Date;
}

const schema = collection<SessionDocument>('sessions');
schema.index({ user_id: 1 });
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });

export const Session = model<SessionDocument>('Session', schema);
