import { parseArgs } from 'node:util';
import { writeBackup } from '../backup/write-backup.ts';
import { commandLine } from '../config/command-line.ts';
import { noteBackup } from '../migrations/store-state.ts';
import { livingWorkers } from '../queries/living-workers.ts';
import { CommandMisuse, CommandRefusal, runCommand } from './run-command.ts';

const USAGE = `Usage: ${commandLine('backup')} FILE [--stopped]

Writes a backup of the whole store into FILE. The service may run. All documents are of one instant, which MongoDB
keeps for 5 minutes (minSnapshotHistoryWindowInSeconds).

  --stopped  no time limit; API and workers must be stopped

Example:
  ${commandLine('backup mailing-2026-03-01.backup')}`;

/** MongoDB's codes: the instant has expired, or it is older than a collection or index. */
const SNAPSHOT_TOO_OLD = 239;
const SNAPSHOT_UNAVAILABLE = 246;

await runCommand({
  usage: USAGE,
  read() {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { stopped: { type: 'boolean', default: false } },
    });
    const [file] = positionals;
    if (!file || positionals.length > 1) throw new CommandMisuse();
    return { file, stopped: values.stopped };
  },
  async run({ file, stopped }, { signingSecrets }) {
    if (stopped && (await livingWorkers()).length > 0)
      throw new CommandRefusal('Workers run on this store. Stop API and workers, or leave out --stopped.');
    try {
      const consistency = stopped ? 'stopped' : 'snapshot';
      const { sha256, documents, taken_at } = await writeBackup({
        file,
        consistency,
        appSecret: signingSecrets[0]!,
      });
      // The backup is complete, also for a user of MongoDB who may only read.
      await noteBackup(taken_at).catch((error: unknown) =>
        console.error(
          `The time of the backup could not be stored for the alert BackupIsOld: ${String(error)}`,
        ),
      );
      const count = Object.values(documents).reduce((sum, one) => sum + one, 0);
      console.log(
        `${file}: ${count} documents of ${Object.keys(documents).length} collections, as of ${taken_at.toISOString()}\n` +
          `SHA-256 of its documents: ${sha256}\n` +
          'The file contains personal data and hashes of keys and passwords. It does not contain APP_SECRET or APP_SECRETS: keep them in another place.',
      );
    } catch (error) {
      const { code } = error as { code?: number };
      if (code === SNAPSHOT_UNAVAILABLE)
        throw new CommandRefusal(
          'A collection or an index was created during the backup. Try again in a minute.',
        );
      if (code !== SNAPSHOT_TOO_OLD) throw error;
      throw new CommandRefusal(
        'The backup took longer than MongoDB keeps its snapshot. Raise minSnapshotHistoryWindowInSeconds\n' +
          '(db.adminCommand({ setParameter: 1, minSnapshotHistoryWindowInSeconds: 3600 })), or stop API and workers and use --stopped.',
      );
    }
  },
});
