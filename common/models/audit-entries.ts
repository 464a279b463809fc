import { collection, model } from '../store/collection.ts';

/** Who acted: a person who was signed in or had a link of a mail, a pair of keys, or an operator by a command. */
export const ACTORS = ['person', 'key', 'operator'] as const;
export type ActorKind = (typeof ACTORS)[number];

/**
 * How an act ended. `begun`: it is under way, or its process died or failed while it was: it may have been done. `refused`: it changed
 * nothing.
 */
export const AUDIT_OUTCOMES = ['begun', 'done', 'refused'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** An act in an account: who, when and what. It has no contents, and no address of a person: there is nothing to erase in it. */
export interface AuditEntryDocument {
  _id: number;
  user_id: number;
  by: ActorKind;
  /** The beginning of the public key, and its name at that time; null where no key acted. */
  key: string | null;
  key_name: string | null;
  /** The browser and system of a person; null where there is none. */
  device: string | null;
  /** The network of the client, in the notation of CIDR; null for an operator. */
  network: string | null;
  /** The name of the contract's row, or of an act on the account itself, such as `password_changed`. */
  act: string;
  /** The record that was acted on, or made. */
  record_id: number | null;
  utr: string | null;
  /** The beginning of the public key of a pair that was acted on. */
  subject: string | null;
  /** How many records a call named. */
  records: number | null;
  outcome: AuditOutcome;
  at: Date;
}

const schema = collection<AuditEntryDocument>('audit_entries');
schema.index({ user_id: 1, _id: 1 });
schema.index({ at: 1 });

export const AuditEntry = model<AuditEntryDocument>('AuditEntry', schema);
