import { parseArgs } from 'node:util';
import { Refused, runCommand } from './backup/command.ts';
import { now } from './clock.ts';
import { Account } from './models/accounts.ts';
import { rows } from './mongo.ts';
import { findAccount, tell } from './named-accounts.ts';

/** `npm run unsuspend`. */
await runCommand(async (config) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { account: { type: 'string' } },
  });
  if (positionals.length > 0 || values.account === undefined) {
    throw new Refused('Usage: npm run unsuspend -- --account ID');
  }
  const { _id, name } = await findAccount(values.account);
  const { modifiedCount } = await rows(Account).updateOne(
    { _id, suspended: { $type: 'object' } },
    { $set: { suspended: null, updated_at: now() } },
  );
  await tell(config, _id);
  const done = modifiedCount === 1 ? 'goes on where it stood' : 'was not suspended';
  console.log(`Account ${_id} (${name}) ${done}.`);
});
