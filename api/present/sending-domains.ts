import { timestamp } from '../../common/domain/times.ts';
import type {
  RecordFinding,
  RecordFindings,
  SendingDomainDocument,
} from '../../common/models/sending-domains.ts';
import type { BimiFinding } from '../services/dns/bimi.ts';
import type { DomainRecord } from '../services/dns/domain-records.ts';
import { domainWarnings } from '../services/domain/domain-warnings.ts';

/** No answer has private keys. */
export const presentSendingDomain = (found: SendingDomainDocument) => ({
  id: found._id,
  user_id: found.user_id,
  domain: found.domain,
  is_verified: found.proven.includes('rsa') ? (1 as const) : (0 as const),
  link_host: found.link_host ?? null,
  return_path_host: found.return_path_host ?? null,
  own_names: found.own_names ?? [],
  checked_at: timestamp(found.check?.at ?? null),
  created_at: timestamp(found.created_at),
  updated_at: timestamp(found.updated_at),
});

const UNCHECKED: RecordFinding = { status: 'unchecked', found: [], problem: null };

const presentRecord = (record: DomainRecord, { status, found, problem }: RecordFinding) => ({
  purpose: record.purpose,
  set_by: record.set_by,
  type: record.type,
  host: record.host,
  value: record.value,
  status,
  found,
  problem,
});

const presentRecords = (records: readonly DomainRecord[], findings: RecordFindings, optional: boolean) =>
  records
    .filter((record) => (record.optional ?? false) === optional)
    .map((record) => presentRecord(record, findings[record.purpose] ?? UNCHECKED));

export const presentDetailedSendingDomain = (
  found: SendingDomainDocument,
  records: readonly DomainRecord[],
  findings: RecordFindings,
  bimi: BimiFinding,
) => ({
  ...presentSendingDomain(found),
  records: presentRecords(records, findings, false),
  optional_records: presentRecords(records, findings, true),
  bimi: {
    host: bimi.host,
    status: bimi.status,
    logo: bimi.logo,
    certificate: bimi.certificate,
    policy_ok: bimi.policy_ok,
    problems: [...bimi.problems],
  },
  warnings: domainWarnings(found, records, findings),
});
