import { parseArgs } from 'node:util';
import { releaseAccount } from '../changes/account-brakes.ts';
import { commandLine } from '../config/command-line.ts';
import { unsuspendAccount } from '../quotas/change-standing.ts';
import { findAccount, tell } from './named-accounts.ts';
import { CommandMisuse, runCommand } from './run-command.ts';

await runCommand({
  usage: `Usage: ${commandLine('unsuspend')} --account ACCOUNT

Ends the suspension of an account, and its pause for complaints or bounces. Its mails continue where they stopped.

  --account ACCOUNT  id or address of the account

Example:
  ${commandLine('unsuspend --account 7')}`,
  read() {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { account: { type: 'string' } },
    });
    if (positionals.length > 0 || values.account === undefined) throw new CommandMisuse();
    return values.account;
  },
  async run(id, config) {
    const { _id, name } = await findAccount(id);
    const wasSuspended = await unsuspendAccount(_id);
    const wasBraked = await releaseAccount(_id, 'operator', 'unsuspend');
    await tell(config, _id);
    const done =
      wasSuspended || wasBraked
        ? 'is no longer suspended: its mails continue where they stopped'
        : 'was not suspended';
    console.log(`Account ${_id} (${name}) ${done}.`);
  },
});
