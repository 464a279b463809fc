import { parseArgs } from 'node:util';
import { createLogger } from '../log.ts';
import { createIndexes, dropChangedIndexes } from '../migrations/indexes.ts';
import { migrate } from '../migrations/migrate.ts';
import { runCommand } from './run-command.ts';

/** What a release runs before new code starts: migrations, then the indexes that are missing or changed. */
await runCommand({
  usage: 'Usage: npm run indexes',
  read: () => parseArgs(),
  async run(_, { logLevel }) {
    const log = createLogger('indexes', logLevel);
    await migrate(log);
    await dropChangedIndexes();
    await createIndexes();
    log.info('indexes created');
  },
});
