import { timestamp } from '../../common/domain/times.ts';
import type { AuditEntryDocument } from '../../common/models/audit-entries.ts';
import type { AuditRecord } from '../services/queries/audit-records.ts';

export const presentAuditEntry = (
  found: AuditEntryDocument,
  /** By utr. */
  records: ReadonlyMap<string, AuditRecord>,
) => ({
  id: found._id,
  by: found.by,
  key: found.key,
  key_name: found.key_name,
  device: found.device,
  network: found.network,
  act: found.act,
  record_id: found.record_id,
  utr: found.utr,
  name: records.get(found.utr ?? '')?.name ?? null,
  automation_utr: records.get(found.utr ?? '')?.automation_utr ?? null,
  subject: found.subject,
  records: found.records,
  outcome: found.outcome,
  created_at: timestamp(found.at),
});
