import { parseArgs } from 'node:util';
import { Refused, runCommand } from './backup/command.ts';
import { now } from './clock.ts';
import { Account } from './models/accounts.ts';
import { rows } from './mongo.ts';
import { findAccount, tell } from './named-accounts.ts';

const USAGE = `Usage: npm run suspend -- --account ID [--reason TEXT]
Nothing of the account is sent and its calls answer 403, until npm run unsuspend. Its owner reads TEXT on the account page.`;

/** Characters of a reason. */
const REASON_MAX = 500;

/** `npm run suspend`. */
await runCommand(async (config) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { account: { type: 'string' }, reason: { type: 'string', default: '' } },
  });
  if (positionals.length > 0 || values.account === undefined) throw new Refused(USAGE);
  if (values.reason.length > REASON_MAX) throw new Refused(`A reason has at most ${REASON_MAX} characters.`);
  const { _id, name } = await findAccount(values.account);
  const at = now();
  await rows(Account).updateOne(
    { _id },
    { $set: { suspended: { at, reason: values.reason.trim() }, updated_at: at } },
  );
  await tell(config, _id);
  console.log(`Account ${_id} (${name}) is suspended: its calls answer 403, and its mails wait.`);
});
