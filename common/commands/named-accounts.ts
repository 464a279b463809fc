import { accountByAddress, accountById } from '../accounts/accounts.ts';
import { tellOfAccount } from '../accounts/changes.ts';
import type { Config } from '../config.ts';
import type { AccountDocument } from '../models/accounts.ts';
import { connectProducer } from '../redis/redis.ts';
import { CommandRefusal } from './run-command.ts';

/** `named`: the id or the address of an account. */
export async function findAccount(named: string): Promise<AccountDocument> {
  const isId = /^\d{1,15}$/.test(named);
  const account = isId ? await accountById(Number(named)) : await accountByAddress(named);
  if (!account) throw new CommandRefusal(`No account has the ${isId ? 'id' : 'address'} ${named}.`);
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
