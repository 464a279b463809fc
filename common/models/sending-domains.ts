import type { Slot } from '../domain/dkim-rotation.ts';
import { collection, model } from '../store/collection.ts';

/** All receivers check RSA, some check Ed25519 too (RFC 8463). */
export const DKIM_KINDS = ['rsa', 'ed25519'] as const;
export type DkimKind = (typeof DKIM_KINDS)[number];

/** A key pair that signs mails (RFC 6376). */
export interface SendingKey {
  /** A random label for each account, so that the record of one account proves nothing for another. */
  selector: string;
  /** The tag `p` of the DNS record, base64. */
  public_key: string;
  /** The private key in PKCS #8, sealed (`common/secrets/dkim-keys.ts`). */
  sealed: string;
}

export const RECORD_PURPOSES = [
  'dkim_rsa',
  'dkim_ed25519',
  'return_path_mx',
  'return_path_spf',
  'dmarc',
  'link_host',
  'return_path_host',
  'dmarc_reports',
  'bimi',
  'dkim_cname_1',
  'dkim_cname_2',
] as const;
export type RecordPurpose = (typeof RECORD_PURPOSES)[number];

/** unknown: the DNS gave no answer · unchecked: not queried yet. */
export const RECORD_STATUSES = ['ok', 'missing', 'wrong', 'unknown', 'unchecked'] as const;
export type RecordStatus = (typeof RECORD_STATUSES)[number];

export interface RecordFinding {
  status: RecordStatus;
  /** The values in the DNS, cut to a bounded length. */
  found: string[];
  problem: string | null;
  /** Of another check than the last one, which had no answer about this record; absent: of the last one. */
  at?: Date;
}

export type RecordFindings = Partial<Record<RecordPurpose, RecordFinding>>;

interface DomainCheck {
  at: Date;
  records: Partial<Record<RecordPurpose, RecordFinding>>;
}

/** Keys that change without the owner (`common/changes/dkim-rotation.ts`). */
export interface DkimRotation {
  /** Whether the last check found both CNAMEs. */
  cnames: boolean;
  /** That of the key that signs; absent: the first key, whose record the owner set. */
  slot?: Slot | null;
  /** Made, but not seen in the DNS yet. */
  next?: SendingKey | null;
  switched_at?: Date | null;
  previous?: Pick<SendingKey, 'selector' | 'public_key'> | null;
}

/** A change that a check found, or that a person or rotation made: a failure that receivers report may begin with it. */
export interface DomainChange {
  at: Date;
  purpose: RecordPurpose;
  /** The new status of its record. */
  status: RecordStatus | 'changed';
}

export const MOST_CHANGES = 50;

/** Hosts of a sending domain that replace those of the service in its mails. */
export const OWN_NAMES = ['link_host', 'return_path_host'] as const;
export type OwnName = (typeof OWN_NAMES)[number];

/** A domain that an account sends from, with its signing keys. Its deletion removes them. */
export interface SendingDomainDocument {
  _id: number;
  user_id: number;
  /** A-labels, lower case. */
  domain: string;
  keys: Record<DkimKind, SendingKey>;
  /** Kinds whose DNS record a check has seen: only these keys sign. A check without a DNS answer changes nothing. */
  proven: DkimKind[];
  /** Below the domain, A-labels; a CNAME to the host of `PUBLIC_URL` and to `BOUNCE_DOMAIN`. Absent, null: not asked for. */
  link_host?: string | null;
  return_path_host?: string | null;
  /** Those whose CNAME a check has seen. Only these are used. */
  own_names?: OwnName[];
  check: DomainCheck | null;
  /** The newest {@link MOST_CHANGES}, the oldest first. */
  changes?: DomainChange[];
  rotation?: DkimRotation;
  /** Of keys that no longer sign. */
  former_selectors?: string[];
  created_at: Date;
  updated_at: Date;
}

const schema = collection<SendingDomainDocument>('sending_domains');
schema.index({ user_id: 1, domain: 1 }, { unique: true });
schema.index({ link_host: 1 }, { partialFilterExpression: { link_host: { $gt: '' } } });

export const SendingDomain = model<SendingDomainDocument>('SendingDomain', schema);
