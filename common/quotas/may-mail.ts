import type { Config } from '../config.ts';
import { hasMailPlace } from './mails.ts';
import { standingOf } from './standing.ts';

/** What keeps an account from sending a mail now: an operator, or that it has sent as many today as it may. */
export type KeptBack = 'suspended' | 'quota';

export async function mayMail(userId: number, config: Pick<Config, 'quotas'>): Promise<KeptBack | null> {
  const { suspended, limits } = await standingOf(userId, config);
  if (suspended) return 'suspended';
  return (await hasMailPlace(userId, limits.mails_per_day)) ? null : 'quota';
}

/** The hold in words, for its owner. */
export const MAILS_HELD =
  'The quota mails_per_day is used up. It goes on by itself when the day turns (00:00 UTC), or once the quota is raised.';
