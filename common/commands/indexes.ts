import { parseArgs } from 'node:util';
import { commandLine } from '../config/command-line.ts';
import { createLogger } from '../log.ts';
import { releaseIndexes } from '../migrations/indexes.ts';
import { migrate } from '../migrations/migrate.ts';
import { useOwnRules } from '../replies/classify.ts';
import { readOwnRules } from '../replies/own-rules.ts';
import { runCommand } from './run-command.ts';

/** A release runs this before new code starts: migrations, then missing or changed indexes. */
await runCommand({
  usage: `Usage: ${commandLine('migrate')}

Migrates the store and creates its indexes. Run it in each release, before new code starts, and once more when no process of the
version before runs: it then drops indexes that only that version used. It writes JSON log lines.

Example:
  ${commandLine('migrate')}`,
  read: () => parseArgs(),
  async run(_, { logLevel, replyRulesFile }) {
    const log = createLogger('indexes', logLevel);
    // A migration classifies replies once more.
    useOwnRules(readOwnRules(replyRulesFile));
    await migrate(log);
    await releaseIndexes(log);
    log.info('indexes created');
  },
});
