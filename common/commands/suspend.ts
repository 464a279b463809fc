import { parseArgs } from 'node:util';
import { commandLine } from '../config/command-line.ts';
import { REASON_MAX, suspendAccount } from '../quotas/change-standing.ts';
import { findAccount, tell } from './named-accounts.ts';
import { CommandMisuse, CommandRefusal, runCommand } from './run-command.ts';

const USAGE = `Usage: ${commandLine('suspend')} --account ACCOUNT [--reason TEXT]

Suspends an account until unsuspend: its calls are answered with 403, and its mails wait.

  --account ACCOUNT  id or address of the account
  --reason TEXT      shown to the owner on the account page

Example:
  ${commandLine('suspend --account 7 --reason "Too many complaints"')}`;

await runCommand({
  usage: USAGE,
  anySecret: true,
  read() {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { account: { type: 'string' }, reason: { type: 'string', default: '' } },
    });
    if (positionals.length > 0 || values.account === undefined) throw new CommandMisuse();
    if (values.reason.length > REASON_MAX)
      throw new CommandRefusal(`A reason has at most ${REASON_MAX} characters.`);
    return { id: values.account, reason: values.reason.trim() };
  },
  async run({ id, reason }, config) {
    const { _id, name } = await findAccount(id);
    await suspendAccount(_id, reason);
    await tell(config, _id);
    console.log(
      `Account ${_id} (${name}) is suspended: its calls are answered with 403, and its mails wait.`,
    );
  },
});
