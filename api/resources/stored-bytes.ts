import { withBytes } from '../../common/quotas/bytes.ts';
import type { Account } from '../http/account.ts';
import { quotaReached } from '../http/failures.ts';

interface SizedRecord {
  readonly design_bytes?: number;
}

/** Stores `bytes` more with `write`; a 409 where the account would then have more than it may. */
export async function storeBytes<Answer>(
  { id, quotas }: Account,
  bytes: number,
  write: () => Promise<Answer>,
): Promise<Answer> {
  const stored = await withBytes({ id, limit: quotas.stored_bytes }, bytes, write);
  if (!stored) throw quotaReached('stored_bytes');
  return stored.answer;
}

/** Stores a design in the place of `before`. One that is no larger always passes. */
export const storeDesign = <Answer>(
  account: Account,
  design: SizedRecord,
  before: SizedRecord | null,
  write: () => Promise<Answer>,
): Promise<Answer> => storeBytes(account, (design.design_bytes ?? 0) - (before?.design_bytes ?? 0), write);
