import { collection, model } from '../store/collection.ts';

/** person: signed in, or with a link of a mail · key: a key pair · operator: by a command. */
export const ACTORS = ['person', 'key', 'operator'] as const;
export type ActorKind = (typeof ACTORS)[number];

/** begun: under way; after a crash it may or may not be done · refused: nothing changed. */
export const AUDIT_OUTCOMES = ['begun', 'done', 'refused'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** An act in an account. It has no contents and no address of a person, so erasures skip it. */
export interface AuditEntryDocument {
  _id: number;
  user_id: number;
  by: ActorKind;
  /** The first characters of the public key, and its name then; null where no key acted. */
  key: string | null;
  key_name: string | null;
  /** Browser and system; null where no person acted. */
  device: string | null;
  /** In CIDR notation; null for an operator. */
  network: string | null;
  /** The name of a row of the contract, or of an act on the account itself, such as `password_changed`. */
  act: string;
  record_id: number | null;
  utr: string | null;
  /** The first characters of the public key of the pair that was changed. */
  subject: string | null;
  records: number | null;
  outcome: AuditOutcome;
  at: Date;
}

export const AUDIT_BY_ACT = Object.freeze({ user_id: 1, act: 1, _id: 1 } as const);
export const AUDIT_BY_ACTOR = Object.freeze({ user_id: 1, by: 1, key: 1, _id: 1 } as const);
/** With the id, so that the ids of some days are read without the entries. */
export const AUDIT_BY_TIME = Object.freeze({ user_id: 1, at: 1, _id: 1 } as const);

const schema = collection<AuditEntryDocument>('audit_entries');
schema.index({ user_id: 1, _id: 1 });
// Filters of the list: by kind of act, by actor, and by day.
schema.index(AUDIT_BY_ACT);
schema.index(AUDIT_BY_ACTOR);
schema.index(AUDIT_BY_TIME);
schema.index({ at: 1 });

export const AuditEntry = model<AuditEntryDocument>('AuditEntry', schema);
