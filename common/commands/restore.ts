import { parseArgs } from 'node:util';
import { heldByRestore, reportText } from '../backup/report.ts';
import { restoreBackup } from '../backup/restore.ts';
import { secretMark } from '../backup/secret-mark.ts';
import { commandLine } from '../config/command-line.ts';
import { SCHEMA_VERSION } from '../migrations/list.ts';
import { useErasureSecrets } from '../secrets/erasure-key.ts';
import { CommandMisuse, runCommand } from './run-command.ts';

const USAGE = `Usage: ${commandLine('restore')} FILE [--replace] [--erasures FILE]

Restores a backup into an empty store. Stop API and workers first. All sends, automations, messages and webhooks are then
held: release-holds lists and releases them. Addresses that were erased after the backup are erased again.

  --replace        clears the store first; its erasures are kept
  --erasures FILE  erasures of a store that is lost, from the command erasures

Example:
  ${commandLine('restore mailing.backup --replace')}`;

await runCommand({
  usage: USAGE,
  anySecret: true,
  read() {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { replace: { type: 'boolean', default: false }, erasures: { type: 'string' } },
    });
    const [file] = positionals;
    if (!file || positionals.length > 1) throw new CommandMisuse();
    return { file, replace: values.replace, erasures: values.erasures ?? null };
  },
  async run({ file, replace, erasures }, config) {
    const { signingSecrets } = config;
    useErasureSecrets(config);
    const { head, erased, deleted } = await restoreBackup(file, replace, erasures);
    const { taken_at, secret_mark, schema_version } = head;
    console.log(`Restored the backup of ${taken_at.toISOString()}.`);
    if (erased > 0)
      console.log(`${erased} address(es) were erased after the backup. Workers erase them again.`);
    if (deleted > 0)
      console.log(`${deleted} account(s) were deleted after the backup. Workers delete them again.`);
    if (!signingSecrets.some((secret) => secretMark(secret) === secret_mark)) {
      console.log(
        'APP_SECRET has changed since the backup: links in sent mails do not work, including unsubscribe links. Set the old\n' +
          'secret (a generated one is in DATA_DIR/app-secret), or add it at the end of APP_SECRETS.',
      );
    }
    if (schema_version < SCHEMA_VERSION)
      console.log(`Run \`${commandLine('migrate')}\` before the service starts.`);
    console.log(
      'Changes after the backup are lost. Enter later unsubscribes again, and revoke later revoked keys again.',
    );
    console.log(reportText(await heldByRestore()));
  },
});
