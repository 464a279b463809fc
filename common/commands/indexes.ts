import { parseArgs } from 'node:util';
import { commandLine } from '../config/command-line.ts';
import { createLogger } from '../log.ts';
import { createIndexes, dropChangedIndexes, dropReplacedIndexes } from '../migrations/indexes.ts';
import { SCHEMA_VERSION } from '../migrations/list.ts';
import { migrate } from '../migrations/migrate.ts';
import { readStoreState } from '../migrations/store-state.ts';
import { runCommand } from './run-command.ts';

/** A release runs this before new code starts: migrations, then missing or changed indexes. */
await runCommand({
  usage: `Usage: ${commandLine('indexes')}

Migrates the store and creates its indexes. Run it in each release, before new code starts, and once more when no process of the
version before runs: it then drops indexes that only that version used. It writes JSON log lines.

Example:
  ${commandLine('indexes')}`,
  read: () => parseArgs(),
  async run(_, { logLevel }) {
    const log = createLogger('indexes', logLevel);
    const { schema_version: before } = await readStoreState();
    await migrate(log);
    const found = await dropChangedIndexes();
    // Right after a migration, processes of the version before still run.
    if (before === SCHEMA_VERSION) await dropReplacedIndexes(found);
    await createIndexes();
    log.info('indexes created');
  },
});
