import { withBytes, withDesignBytes } from '../../common/quotas/bytes.ts';
import type { Account } from '../http/account.ts';
import { quotaReached } from '../http/failures.ts';

interface SizedRecord {
  readonly design_bytes?: number;
}

/** Stores `bytes` more by `write`; throws a 409 if that exceeds the quota. */
export async function storeBytes<Answer>(
  { id, quotas }: Account,
  bytes: number,
  write: () => Promise<Answer>,
): Promise<Answer> {
  const stored = await withBytes({ id, limit: quotas.stored_bytes }, bytes, write);
  if (!stored) throw quotaReached('stored_bytes');
  return stored.answer;
}

/** Stores a document that counts with its bytes, exactly over all processes. A design that is not larger than `before` is always stored. */
export async function storeDesign<Answer>(
  { id, quotas }: Account,
  design: SizedRecord,
  before: SizedRecord | null,
  write: () => Promise<Answer>,
): Promise<Answer> {
  const bytes = (design.design_bytes ?? 0) - (before?.design_bytes ?? 0);
  const stored = await withDesignBytes({ id, limit: quotas.stored_bytes }, bytes, write);
  if (!stored) throw quotaReached('stored_bytes');
  return stored.answer;
}
