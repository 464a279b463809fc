import type { AccountBrakeReason } from '../../shared/hold-reasons.ts';
import type { Config } from '../config.ts';
import { accountStatus } from './account-status.ts';
import { hasMailPlace } from './mails.ts';

/** Suspended by an operator, closed by its owner, or out of today's quota. */
type MailingBar = 'suspended' | 'quota';

export async function mayMail(userId: number, config: Pick<Config, 'quotas'>): Promise<MailingBar | null> {
  const { stopped, limits } = await accountStatus(userId, config);
  if (stopped) return 'suspended';
  return (await hasMailPlace(userId, limits.mails_per_day)) ? null : 'quota';
}

/** The same for campaigns and automation emails, which also wait while complaints or bounces brake the account. */
export async function mayCampaign(
  userId: number,
  config: Pick<Config, 'quotas'>,
): Promise<MailingBar | AccountBrakeReason | null> {
  const { brake } = await accountStatus(userId, config);
  return (await mayMail(userId, config)) ?? brake;
}

/** For the account's owner. */
export const MAILS_HELD =
  'The quota mails_per_day is used up. Sending resumes at 00:00 UTC, or once the quota is raised.';
