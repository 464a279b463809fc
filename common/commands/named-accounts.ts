import { tellOfAccount } from '../accounts/changes.ts';
import type { Config } from '../config.ts';
import { Account, type AccountDocument } from '../models/accounts.ts';
import { connectProducer } from '../redis/redis.ts';
import { CommandRefusal } from './run-command.ts';

/** The account that an operator's command names by its id. */
export async function findAccount(id: string): Promise<AccountDocument> {
  const account = /^\d{1,15}$/.test(id) ? await Account.findOne({ _id: Number(id) }) : null;
  if (!account) throw new CommandRefusal(`There is no account ${id}.`);
  return account;
}

/** Has every process forget what it knows of an account, before the command says that it is done. */
export async function tell({ redisUrl }: Pick<Config, 'redisUrl'>, userId: number): Promise<void> {
  const redis = connectProducer(redisUrl);
  try {
    // A Redis that is away fails what is asked of it once its first try has ended.
    await new Promise((resolve) => redis.once('ready', resolve).once('close', resolve));
    await tellOfAccount(redis, userId);
  } finally {
    redis.disconnect();
  }
}
