import type { AccountBrakeReason } from '../../shared/hold-reasons.ts';
import { now } from '../clock.ts';
import { Account } from '../models/accounts.ts';
import { reputationOf } from '../queries/reputation.ts';

/** Pauses campaigns and automation emails of an account by its complaints and bounces. Returns why; null: it is well, or paused already. */
export async function brakeAccount(userId: number): Promise<AccountBrakeReason | null> {
  const [worst] = await reputationOf(userId);
  if (worst?.level !== 'paused') return null;
  const { reason, detail } = worst;
  const { modifiedCount } = await Account.updateOne(
    { _id: userId, brake: null },
    { $set: { brake: { reason, detail, at: now() } } },
  );
  return modifiedCount === 1 ? reason : null;
}

/** Ends the pause. False: there is none, or the account has used its own release. */
export async function releaseAccount(
  userId: number,
  by: 'account' | 'operator',
  reason: string,
): Promise<boolean> {
  const { modifiedCount } = await Account.updateOne(
    { _id: userId, brake: { $type: 'object' }, ...(by === 'account' && { released_itself: { $ne: true } }) },
    {
      $set: {
        brake: null,
        brake_release: { at: now(), by, reason },
        ...(by === 'account' && { released_itself: true }),
      },
    },
  );
  return modifiedCount === 1;
}
