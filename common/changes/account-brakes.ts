import type { AccountBrakeReason } from '../../shared/hold-reasons.ts';
import { now } from '../clock.ts';
import type { Logger } from '../log.ts';
import { Account } from '../models/accounts.ts';
import { readReputation } from '../queries/reputation.ts';
import { note } from './notices.ts';

const DAY = 24 * 3600_000;

/**
 * Counts complaints and bounces of an account, tells its owner when they become too many, and pauses its campaigns and automation
 * emails by them. Returns why it now pauses; null: it is well, or paused already.
 */
export async function brakeAccount(
  userId: number,
  log: Pick<Logger, 'warn'>,
): Promise<AccountBrakeReason | null> {
  const account = await Account.findOne(
    { _id: userId },
    { projection: { brake_release: 1, 'reputation.level': 1 } },
  );
  if (!account) return null;
  const { rates, findings } = await readReputation(userId, account);
  const [worst] = findings;
  const highest = (count: 'complaints' | 'bounces'): number =>
    Math.max(...rates.map((rate) => (rate.accepted === 0 ? 0 : Math.min(1, rate[count] / rate.accepted))));
  const reputation = {
    level: worst?.level ?? 'well',
    complaints: highest('complaints'),
    bounces: highest('bounces'),
    at: now(),
  } as const;
  if (worst && account.reputation?.level !== worst.level) {
    const { reason, level, detail } = worst;
    // At most one a day, if the counts go up and down.
    const occasion = `${reason}-${level}-${Math.floor(reputation.at.getTime() / DAY)}`;
    await note(
      { kind: 'account-warned', user_id: userId, subject: userId, occasion, facts: { level, detail } },
      log,
    );
  }
  await Account.updateOne({ _id: userId }, { $set: { reputation } });
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
