import { audited, OPERATOR } from '../changes/audit-entries.ts';
import { now } from '../clock.ts';
import { QUOTA_NAMES, type QuotaName } from '../domain/quotas.ts';
import { Account } from '../models/accounts.ts';

// Operators' changes of an account, each with an entry in its audit log. The caller then notifies every process
// (accounts/changes.ts).

export const REASON_MAX = 500;

/** Stops all sending of the account; its calls answer 403, and its owner reads `reason`. */
export async function suspendAccount(id: number, reason: string): Promise<void> {
  const at = now();
  await audited({ userId: id, actor: OPERATOR, act: 'account_suspended' }, () =>
    Account.updateOne({ _id: id }, { $set: { suspended: { at, reason }, updated_at: at } }),
  );
}

/** False: it was not suspended. */
export const unsuspendAccount = (id: number): Promise<boolean> =>
  audited({ userId: id, actor: OPERATOR, act: 'account_unsuspended' }, async () => {
    const { modifiedCount } = await Account.updateOne(
      { _id: id, suspended: { $type: 'object' } },
      { $set: { suspended: null, updated_at: now() } },
    );
    return modifiedCount === 1;
  });

/** New limits: 0 for none, null for the configured one. */
export type QuotaChanges = Readonly<Partial<Record<QuotaName, number | null>>>;

export async function changeQuotas(id: number, changes: QuotaChanges): Promise<void> {
  const named = QUOTA_NAMES.filter((name) => changes[name] !== undefined);
  if (named.length === 0) return;
  const set = named.filter((name) => changes[name] !== null);
  const unset = named.filter((name) => changes[name] === null);
  const limits = Object.fromEntries(set.map((name) => [`quotas.${name}`, changes[name]!]));
  await audited({ userId: id, actor: OPERATOR, act: 'quotas_changed' }, () =>
    Account.updateOne(
      { _id: id },
      {
        $set: { ...limits, updated_at: now() },
        $unset: Object.fromEntries(unset.map((name) => [`quotas.${name}`, '' as const])),
      },
    ),
  );
}
