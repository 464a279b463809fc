import type { AccountBrakeReason } from '../../shared/hold-reasons.ts';
import type { QuotaName } from '../domain/quotas.ts';
import { collection, model } from '../store/collection.ts';

/** By an operator: nothing is sent, and calls answer 403. `reason` is for the owner. */
export interface Suspension {
  at: Date;
  reason: string;
}

/** Campaigns and automation emails wait because of complaints or bounces in all mail of the account (docs/rules.md 9.22). */
export interface AccountBrake {
  reason: AccountBrakeReason;
  detail: string;
  at: Date;
}

/** The end of a brake: earlier mails no longer count. The account ends one itself, once. */
interface BrakeRelease {
  at: Date;
  by: 'account' | 'operator';
  reason: string;
}

/** paused: its campaigns would be paused; a released account with newer mails may be `warned` again. */
export type ReputationLevel = 'well' | 'warned' | 'paused';

/** The highest shares of accepted mails in 24 hours and in 7 days, as last counted. */
export interface AccountReputation {
  level: ReputationLevel;
  complaints: number;
  bounces: number;
  at: Date;
}

/** Nothing is sent, and calls answer 403. Can be reopened until `until`, then its data are deleted (decision 037). */
export interface Closure {
  at: Date;
  until: Date;
  /** When a worker next announces the deletion by mail, or deletes. */
  next_at: Date;
  /** It cannot be reopened any more. */
  deleting?: true;
}

/** Codes of an authenticator app (RFC 6238), and recovery codes. */
interface SecondFactor {
  id: string;
  sealed: string;
  /** The time step of the last used code: that code and earlier ones are refused. */
  last_step: number;
  /** Keyed hashes of the unused codes. */
  recovery: string[];
  turned_on_at: Date;
}

/** The owner of all other documents: `user_id` everywhere is this `_id`. */
export interface AccountDocument {
  _id: number;
  name: string;
  email: string;
  email_norm: string;
  /** `scrypt$N$r$p$salt$hash`, base64url. */
  password: string;
  /** Set when the same password is hashed again at today's cost: the mark of the old hash, and the SHA-256 of the new hash. */
  password_mark?: { of: string; mark: string } | null;
  second_factor?: SecondFactor | null;
  /** IANA name; the contract's times without a zone are in this zone. */
  timezone: string;
  /** False: mails have no pixel, and links are not rewritten. */
  tracking?: boolean;
  /** Limits set by an operator; the other limits come from the configuration. */
  quotas?: Partial<Record<QuotaName, number>>;
  suspended?: Suspension | null;
  closed?: Closure | null;
  brake?: AccountBrake | null;
  /** Absent without mails since this version. */
  reputation?: AccountReputation;
  /** The last one. */
  brake_release?: BrakeRelease;
  /** The account has used its own release. */
  released_itself?: boolean;
  /** Rises with each insert of what has a limit of number, so that two processes that insert one conflict. */
  bounded_inserts?: number;
  created_at: Date;
  updated_at: Date;
}

const schema = collection<AccountDocument>('accounts');
schema.index({ email_norm: 1 }, { unique: true });
schema.index({ 'suspended.at': 1 }, { partialFilterExpression: { 'suspended.at': { $type: 'date' } } });

schema.index(
  { 'reputation.level': 1 },
  { partialFilterExpression: { 'reputation.level': { $exists: true } } },
);
schema.index({ 'brake.at': 1 }, { partialFilterExpression: { 'brake.at': { $type: 'date' } } });
schema.index({ 'closed.next_at': 1 }, { partialFilterExpression: { 'closed.next_at': { $type: 'date' } } });

export const Account = model<AccountDocument>('Account', schema);
