import {
  areRowsFull,
  countedDerivedRows,
  countedOptOuts,
  countedScheduledMessages,
} from '../../common/quotas/rows.ts';
import { outsideTransaction } from '../../common/store/transactions.ts';
import type { Account } from '../http/account.ts';
import { quotaReached } from '../http/failures.ts';

/** Throws a 409 if the account may have no more rows of segments and automations. */
export async function checkDerivedRows({ id, quotas }: Account): Promise<void> {
  if (await outsideTransaction(() => areRowsFull(id, quotas.derived_rows)))
    throw quotaReached('derived_rows');
}

/** Throws a 409 if the account would have too many unsubscribed and suppressed addresses. */
export async function addWithinOptOuts<Answer>(
  { id, quotas }: Account,
  addresses: readonly string[],
  write: () => Promise<Answer>,
): Promise<Answer> {
  const added = await countedOptOuts.within({ id, limit: quotas.opt_outs }, addresses.length, write);
  if (!added) throw quotaReached('opt_outs');
  return added.answer;
}

/** Throws a 409 if the account would have too many rows of segments and automations. */
export async function addWithinDerivedRows<Answer>(
  { id, quotas }: Account,
  wanted: number,
  write: () => Promise<Answer>,
): Promise<Answer> {
  const added = await countedDerivedRows.within({ id, limit: quotas.derived_rows }, wanted, write);
  if (!added) throw quotaReached('derived_rows');
  return added.answer;
}

/** Throws a 409 if the account would have too many messages that wait for their time. */
export async function addWithinScheduled<Answer>(
  { id, quotas }: Account,
  wanted: number,
  write: () => Promise<Answer>,
): Promise<Answer> {
  const limit = quotas.scheduled_messages;
  const added = await countedScheduledMessages.within({ id, limit }, wanted, write);
  if (!added) throw quotaReached('scheduled_messages');
  return added.answer;
}
