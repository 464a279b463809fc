import { parseArgs } from 'node:util';
import { writeBackup } from '../backup/write-backup.ts';
import { livingWorkers } from '../queries/living-workers.ts';
import { CommandMisuse, CommandRefusal, runCommand } from './run-command.ts';

const USAGE = `Usage: npm run backup -- FILE [--stopped]
  Reads all of one instant while the service runs, for as long as MongoDB keeps that instant (5 minutes, unless
  minSnapshotHistoryWindowInSeconds says more). --stopped takes as long as it takes, with API and workers stopped.`;

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
      throw new CommandRefusal('Workers run on this store: --stopped wants API and workers stopped.');
    try {
      const consistency = stopped ? 'stopped' : 'snapshot';
      const { sha256, documents, taken_at } = await writeBackup({
        file,
        consistency,
        appSecret: signingSecrets[0]!,
      });
      const count = Object.values(documents).reduce((sum, one) => sum + one, 0);
      console.log(
        `${file}: ${count} documents of ${Object.keys(documents).length} collections, as of ${taken_at.toISOString()}\n` +
          `SHA-256 of what it holds: ${sha256}\n` +
          'It holds personal data and hashes of keys and passwords, and not APP_SECRET or APP_SECRETS: keep those with it, apart.',
      );
    } catch (error) {
      const { code } = error as { code?: number };
      if (code === SNAPSHOT_UNAVAILABLE)
        throw new CommandRefusal('A collection or an index was being made: try again in a minute.');
      if (code !== SNAPSHOT_TOO_OLD) throw error;
      throw new CommandRefusal(
        'MongoDB does not keep an instant for as long as this backup takes. Raise minSnapshotHistoryWindowInSeconds\n' +
          '(db.adminCommand({ setParameter: 1, minSnapshotHistoryWindowInSeconds: 3600 })), or stop API and workers and give --stopped.',
      );
    }
  },
});
