/** Mails of a sending domain from one source, and their treatment by a receiver (RFC 9990, RFC 7489). */
export interface DmarcRow {
  ip: string;
  mails: number;
  disposition: string;
  aligned_spf: boolean;
  aligned_dkim: boolean;
  /** Null: the mails had no signature. */
  selector: string | null;
  dkim_domain: string | null;
  dkim_result: string | null;
  spf_domain: string | null;
  spf_result: string | null;
  /** Why the receiver did not apply the policy, such as `forwarded`. */
  reason: string | null;
}

/** Connections by TLS to the servers of a domain (RFC 8460). */
export interface TlsRow {
  policy_type: string;
  policy_domain: string;
  successes: number;
  failures: number;
  details: { result_type: string; receiving_mx: string | null; sessions: number }[];
}

interface ReportHead {
  /** The name that the reporter gives itself. */
  readonly reporter: string;
  readonly report_id: string;
  /** The domain of the reporter's address, whose signature proves the report; null: none is given. */
  readonly reporter_domain: string | null;
  readonly begin: Date;
  readonly end: Date;
}

export type DomainReport = ReportHead &
  (
    | { readonly kind: 'dmarc'; readonly domain: string; readonly rows: DmarcRow[] }
    | { readonly kind: 'tls'; readonly rows: TlsRow[] }
  );
