import { model } from 'mongoose';
import { collection } from './collection.ts';

/** A person who is signed in. The cookie's token itself is kept nowhere. */
export interface SessionDocument {
  /** SHA-256 of the token, in hexadecimal. */
  _id: string;
  user_id: number;
  /** SHA-256 of the password as it was kept: with another one, the session is over. */
  password_hash: string;
  /** The browser and its system in words; absent in sessions from before they were noted. */
  device?: string;
  /** The client's address when it was last seen. */
  address?: string;
  created_at: Date;
  /** To the minute. */
  last_seen_at?: Date;
  expires_at: Date;
}

const schema = collection<SessionDocument>('sessions');
schema.index({ user_id: 1 });
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });

export const Session = model<SessionDocument>('Session', schema);
