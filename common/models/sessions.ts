import { collection, model } from '../store/collection.ts';

/** A signed-in person. The cookie's token is not stored. */
export interface SessionDocument {
  /** SHA-256 of the token, in hexadecimal. */
  _id: string;
  user_id: number;
  /** The account's `accessMark` at the session's start: a new password or second factor ends the session. */
  password_hash: string;
  /** Browser and system; absent in old sessions. */
  device?: string;
  address?: string;
  /** The sealed secret of a second factor that this session was shown and may confirm by a code. */
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
