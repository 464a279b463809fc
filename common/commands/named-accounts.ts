import { tellOfAccount } from '../accounts/changes.ts';
import type { Config } from '../config.ts';
import { Account, type AccountDocument } from '../models/accounts.ts';
import { connectProducer } from '../redis/redis.ts';
import { CommandRefusal } from './run-command.ts';

export async function findAccount(id: string): Promise<AccountDocument> {
  const account = /^\d{1,15}$/.test(id) ? await Account.findOne({ _id: Number(id) }) : null;
  if (!account) throw new CommandRefusal(`No account has the id ${id}.`);
  return account;
}

/** Makes every process drop its cached account before the command reports success. */
export async function tell({ redisUrl }: Pick<Config, 'redisUrl'>, userId: number): Promise<void> {
  const redis = connectProducer(redisUrl);
  try {
    // An unreachable Redis fails commands after its first connection attempt.
    await new Promise((resolve) => redis.once('ready', resolve).once('close', resolve));
    await tellOfAccount(redis, userId);
  } finally {
    redis.disconnect();
  }
}
