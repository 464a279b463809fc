import { timestamp } from '../../common/domain/times.ts';
import type { AuditEntryDocument } from '../../common/models/audit-entries.ts';

export const presentAuditEntry = (found: AuditEntryDocument) => ({
  id: found._id,
  by: found.by,
  key: found.key,
  key_name: found.key_name,
  device: found.device,
  network: found.network,
  act: found.act,
  record_id: found.record_id,
  utr: found.utr,
  subject: found.subject,
  records: found.records,
  outcome: found.outcome,
  created_at: timestamp(found.at),
});
