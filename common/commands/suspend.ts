import { parseArgs } from 'node:util';
import { REASON_MAX, suspendAccount } from '../quotas/change-standing.ts';
import { findAccount, tell } from './named-accounts.ts';
import { CommandMisuse, CommandRefusal, runCommand } from './run-command.ts';

const USAGE = `Usage: npm run suspend -- --account ID [--reason TEXT]
Nothing of the account is sent and its calls answer 403, until npm run unsuspend. Its owner reads TEXT on the account page.`;

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
    console.log(`Account ${_id} (${name}) is suspended: its calls answer 403, and its mails wait.`);
  },
});
