import type { QuotaName } from '../domain/quotas.ts';
import { collection, model } from '../store/collection.ts';

/** Since when an account is suspended, and why, in words for its owner. */
export interface Suspension {
  at: Date;
  reason: string;
}

/** Its owner closed it. Until `until` the owner can reopen it; then a worker deletes everything of it (docs/decisions/037-closing-an-account.md). */
export interface Closure {
  at: Date;
  until: Date;
  /** When a worker has something to do: to tell the owner by mail that the deletion is near, or to delete. */
  next_at: Date;
  /** A worker deletes it: it can not be reopened any more. */
  deleting?: true;
}

/** A second factor that is turned on: codes that an app makes of a secret (RFC 6238), and recovery codes. */
export interface SecondFactor {
  /** Another each time it is turned on. */
  id: string;
  /** The secret, sealed by a data key. */
  sealed: string;
  /** The time step of the last code that was used: that code and earlier ones are refused. */
  last_step: number;
  /** Keyed hashes of the recovery codes that are left. */
  recovery: string[];
  turned_on_at: Date;
}

/** The owner of all other documents: `user_id` everywhere is this `_id`. A person signs in to it. */
export interface AccountDocument {
  _id: number;
  name: string;
  email: string;
  /** The address as it compares: unique. */
  email_norm: string;
  /** `scrypt$N$r$p$salt$hash`, base64url. */
  password: string;
  /** After the same password was hashed again at today's cost: the mark of the old hash, and the SHA-256 of the new hash. */
  password_mark?: { of: string; mark: string } | null;
  /** Asked for after the password; null or absent where the password is enough. */
  second_factor?: SecondFactor | null;
  /** IANA name; the contract's times without a zone are in it. */
  timezone: string;
  /** False: its mails have no pixel, and their links are not rewritten. */
  tracking?: boolean;
  /** Limits of its own, set by an operator; all others are as configured. */
  quotas?: Partial<Record<QuotaName, number>>;
  /** An operator stopped it: nothing of it is sent, and its calls answer 403. */
  suspended?: Suspension | null;
  /** Its owner closed it: nothing of it is sent, and its calls answer 403. */
  closed?: Closure | null;
  /** Rises with each notification recipient that is added, so that adds in two processes conflict: their number has a limit. */
  recipients_added?: number;
  created_at: Date;
  updated_at: Date;
}

const schema = collection<AccountDocument>('accounts');
schema.index({ email_norm: 1 }, { unique: true });
// Workers read the suspended accounts.
schema.index({ 'suspended.at': 1 }, { partialFilterExpression: { 'suspended.at': { $type: 'date' } } });

// And those that are closed, of which the next thing to do is found by its time.
schema.index({ 'closed.next_at': 1 }, { partialFilterExpression: { 'closed.next_at': { $type: 'date' } } });

export const Account = model<AccountDocument>('Account', schema);
