import type { Config } from '../config.ts';
import { accountStatus } from './account-status.ts';
import { hasMailPlace } from './mails.ts';

/** Why an account may not send a mail now: an operator suspended it or its owner closed it, or it has sent its quota of today. */
export type MailingBar = 'suspended' | 'quota';

export async function mayMail(userId: number, config: Pick<Config, 'quotas'>): Promise<MailingBar | null> {
  const { stopped, limits } = await accountStatus(userId, config);
  if (stopped) return 'suspended';
  return (await hasMailPlace(userId, limits.mails_per_day)) ? null : 'quota';
}

/** The reason as a text for the account's owner. */
export const MAILS_HELD =
  'The quota mails_per_day is used up. It goes on by itself when the day turns (00:00 UTC), or once the quota is raised.';
