import { type Config, readConfig } from '../config.ts';
import { connectMongo, disconnectMongo } from '../mongo.ts';
import { startFailure } from '../start/failure.ts';
import { BadBackup } from './format.ts';
import { RestoreRefused } from './restore.ts';

/** Ends a command with a line for the person who typed it. */
export class Refused extends Error {}

/** Runs a command on the store, and says in words what it is refused for. */
export async function runCommand(run: (config: Config) => Promise<void>): Promise<void> {
  try {
    const config = readConfig();
    await connectMongo(config.mongodbUrl);
    try {
      await run(config);
    } finally {
      await disconnectMongo();
    }
  } catch (error) {
    console.error(inWords(error));
    process.exitCode = 1;
  }
}

function inWords(error: unknown): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  const known =
    [Refused, BadBackup, RestoreRefused].some((kind) => error instanceof kind) ||
    String(code).startsWith('ERR_PARSE_ARGS') ||
    // Of a file: it is not there, may not be read, or its disk is full.
    (syscall !== undefined && ['open', 'read', 'write', 'rename', 'fsync'].includes(syscall));
  return known ? message : startFailure(error);
}
