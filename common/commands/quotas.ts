import { parseArgs } from 'node:util';
import { commandLine } from '../config/command-line.ts';
import { QUOTA_NAMES, QUOTAS, type QuotaName, quotaLimitsOf } from '../domain/quotas.ts';
import { changeQuotas } from '../quotas/change-standing.ts';
import { storedUse } from '../quotas/use.ts';
import { findAccount, tell } from './named-accounts.ts';
import { CommandMisuse, runCommand } from './run-command.ts';

const USAGE = `Usage: ${commandLine('quotas')} --account ACCOUNT [--set NAME=NUMBER …]

Shows the quotas of an account and how much of each it uses, after changes by --set. Each API process counts
the calls under way itself.

  --account ACCOUNT   id or address of the account
  --set NAME=NUMBER   sets a quota; 0: no limit
  --set NAME=default  restores the configured quota

Names: ${QUOTA_NAMES.join(', ')}

Examples:
  ${commandLine('quotas --account 7')}
  ${commandLine('quotas --account 7 --set contacts=50000 --set calls=default')}`;

/** Null restores the configured limit. */
function readChange(text: string): [QuotaName, number | null] {
  const [name = '', value = ''] = text.split('=');
  if (!Object.hasOwn(QUOTAS, name)) throw new CommandMisuse(`Unknown quota ${name}.`);
  if (value === 'default') return [name as QuotaName, null];
  if (!/^\d{1,15}$/.test(value)) throw new CommandMisuse(`${name} must be a whole number or default.`);
  return [name as QuotaName, Number(value)];
}

await runCommand({
  usage: USAGE,
  read() {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { account: { type: 'string' }, set: { type: 'string', multiple: true } },
    });
    if (positionals.length > 0 || values.account === undefined) throw new CommandMisuse();
    return { id: values.account, changes: (values.set ?? []).map(readChange) };
  },
  async run({ id, changes }, config) {
    const { _id, name } = await findAccount(id);
    if (changes.length > 0) {
      await changeQuotas(_id, Object.fromEntries(changes));
      await tell(config, _id);
    }
    const own = (await findAccount(id)).quotas ?? {};
    const limits = quotaLimitsOf(config.quotas, own);
    console.log(`Account ${_id} (${name})`);
    const used: Partial<Record<QuotaName, number>> = await storedUse(_id);
    for (const quota of QUOTA_NAMES) {
      const use = used[quota] === undefined ? '' : `  ${used[quota]} used`;
      const limit = limits[quota] === 0 ? 'no limit' : `${limits[quota]} ${QUOTAS[quota].unit}`;
      console.log(
        `  ${quota.padEnd(20)}${limit}${use}${own[quota] === undefined ? '' : '  (set for this account)'}`,
      );
    }
  },
});
