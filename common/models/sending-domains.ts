import { collection, model } from '../store/collection.ts';

/** The kinds of keys of a domain: receivers check RSA, some check Ed25519 too (RFC 8463). */
export const DKIM_KINDS = ['rsa', 'ed25519'] as const;
export type DkimKind = (typeof DKIM_KINDS)[number];

/** A key pair that signs mails (RFC 6376). */
export interface SendingKey {
  /** A label that is random for each account, so the record of one account proves nothing for another. */
  selector: string;
  /** The tag `p` of the DNS record, base64. */
  public_key: string;
  /** The private key in PKCS #8, sealed (`common/secrets/dkim-keys.ts`). */
  sealed: string;
}

/** What a DNS record of a sending domain is for. */
export const RECORD_PURPOSES = [
  'dkim_rsa',
  'dkim_ed25519',
  'return_path_mx',
  'return_path_spf',
  'dmarc',
] as const;
export type RecordPurpose = (typeof RECORD_PURPOSES)[number];

/** unknown: the DNS gave no answer. unchecked: it was not asked yet. */
export const RECORD_STATUSES = ['ok', 'missing', 'wrong', 'unknown', 'unchecked'] as const;
export type RecordStatus = (typeof RECORD_STATUSES)[number];

/** What the DNS said about one record. */
export interface RecordFinding {
  status: RecordStatus;
  /** The values that the DNS has, cut to a bounded length. */
  found: string[];
  /** What is wrong with them, in a few words; null where nothing is. */
  problem: string | null;
}

/** The findings of the last check, by record. */
export type RecordFindings = Partial<Record<RecordPurpose, RecordFinding>>;

export interface DomainCheck {
  /** When the DNS was asked. */
  at: Date;
  records: Partial<Record<RecordPurpose, RecordFinding>>;
}

/** A domain from which an account sends, with the keys that sign its mails. It is removed with its keys when it is deleted. */
export interface SendingDomainDocument {
  _id: number;
  user_id: number;
  /** In the form of the DNS: A-labels, lower case. */
  domain: string;
  keys: Record<DkimKind, SendingKey>;
  /** The kinds whose DNS record a check has seen. Only these keys sign. A check without an answer of the DNS changes nothing. */
  proven: DkimKind[];
  /** The last check; null before the first. */
  check: DomainCheck | null;
  created_at: Date;
  updated_at: Date;
}

const schema = collection<SendingDomainDocument>('sending_domains');
schema.index({ user_id: 1, domain: 1 }, { unique: true });

export const SendingDomain = model<SendingDomainDocument>('SendingDomain', schema);
