import { parseArgs } from 'node:util';
import { heldByRestore, reportText } from '../backup/report.ts';
import { restoreBackup } from '../backup/restore.ts';
import { secretMark } from '../backup/secret-mark.ts';
import { SCHEMA_VERSION } from '../migrations/list.ts';
import { useErasureSecrets } from '../secrets/erasure-key.ts';
import { CommandMisuse, runCommand } from './run-command.ts';

const USAGE = `Usage: npm run restore -- FILE [--replace] [--erasures FILE]
  With API and workers stopped. Reads FILE into an empty store; --replace clears it first. All that would be sent is
  held: \`npm run release-holds\` lists it, and lets it go. What was erased after the backup is erased again: the store
  that is cleared knows it, or a file of \`npm run erasures\`.`;

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
    console.log(`Restored as of ${taken_at.toISOString()}.`);
    if (erased > 0)
      console.log(`${erased} address(es) were erased since. Workers erase them again when they start.`);
    if (deleted > 0) console.log(`${deleted} account(s) were deleted since. Workers delete them again.`);
    if (!signingSecrets.some((secret) => secretMark(secret) === secret_mark)) {
      console.log(
        'APP_SECRET is another than it was: the links of mails that are out do not work, opting out included. Start the\n' +
          'service with the one of then (DATA_DIR/app-secret where it was made by itself), or add it at the end of APP_SECRETS.',
      );
    }
    if (schema_version < SCHEMA_VERSION) console.log('Run `npm run indexes` before the service starts.');
    console.log(
      'Lost is what came after: who unsubscribed since, and which keys were revoked since, must be told to it again.',
    );
    console.log(reportText(await heldByRestore()));
  },
});
