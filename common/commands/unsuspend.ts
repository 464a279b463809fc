import { parseArgs } from 'node:util';
import { audited, OPERATOR } from '../audit/entries.ts';
import { now } from '../clock.ts';
import { Account } from '../models/accounts.ts';
import { rows } from '../mongo/connection.ts';
import { findAccount, tell } from './named-accounts.ts';
import { Misused, runCommand } from './run-command.ts';

await runCommand({
  usage: 'Usage: npm run unsuspend -- --account ID',
  read() {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { account: { type: 'string' } },
    });
    if (positionals.length > 0 || values.account === undefined) throw new Misused();
    return values.account;
  },
  async run(id, config) {
    const { _id, name } = await findAccount(id);
    const lifted = await audited({ userId: _id, actor: OPERATOR, act: 'account_unsuspended' }, async () => {
      const { modifiedCount } = await rows(Account).updateOne(
        { _id, suspended: { $type: 'object' } },
        { $set: { suspended: null, updated_at: now() } },
      );
      return modifiedCount === 1;
    });
    await tell(config, _id);
    const done = lifted ? 'goes on where it stood' : 'was not suspended';
    console.log(`Account ${_id} (${name}) ${done}.`);
  },
});
