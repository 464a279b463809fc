import type { DmarcRow, TlsRow } from '../domain/domain-reports.ts';
import { collection, model } from '../store/collection.ts';

/** A report of a receiver about a day of a sending domain. */
export interface DomainReportDocument {
  /** The domain's id, the kind, whether it is verified, and a hash of reporter and report id: a report that comes twice is stored once. */
  _id: string;
  user_id: number;
  sending_domain_id: number;
  kind: 'dmarc' | 'tls';
  reporter: string;
  /** Signed by the domain of the reporter's address (DKIM). */
  verified: boolean;
  /** The day on which its period begins, UTC. */
  day: string;
  received_day: string;
  expires_at: Date;
  /** Those of the kind `dmarc`. */
  rows: DmarcRow[];
  tls: TlsRow[];
}

const schema = collection<DomainReportDocument>('domain_reports');
schema.index({ user_id: 1, sending_domain_id: 1, day: 1 });
schema.index({ user_id: 1, sending_domain_id: 1, received_day: 1, verified: 1 });
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });

export const StoredDomainReport = model<DomainReportDocument>('DomainReport', schema);
