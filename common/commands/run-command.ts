import { BadBackup } from '../backup/format.ts';
import { RestoreRefusal } from '../backup/restore.ts';
import { answersQuestion } from '../config/program-options.ts';
import { StartRefusal } from '../config/start-refusal.ts';
import { type Config, readConfig } from '../config.ts';
import { startFailure } from '../start/failure.ts';
import { lookAtSecrets, wrongSecrets } from '../start/secrets.ts';
import { connectMongo, disconnectMongo } from '../store/connection.ts';

export class CommandRefusal extends Error {}

export class CommandMisuse extends Error {}

export interface Command<Given> {
  readonly usage: string;
  /** Runs with a wrong secret too: it repairs secrets, replaces the store, or stops mail in an emergency. */
  readonly anySecret?: true;
  read(): Given | Promise<Given>;
  run(given: Given, config: Config): Promise<void>;
}

export async function runCommand<Given>({ usage, anySecret, read, run }: Command<Given>): Promise<void> {
  if (answersQuestion(usage)) return;
  try {
    const given = await read();
    const config = readConfig();
    await connectMongo(config.mongodbUrl);
    try {
      if (!anySecret) await refuseWrongSecrets(config);
      await run(given, config);
    } finally {
      await disconnectMongo();
    }
  } catch (error) {
    console.error(inWords(error, usage));
    process.exitCode = 1;
  }
}

/** The same check as when a program starts. */
async function refuseWrongSecrets(config: Config): Promise<void> {
  const problem = wrongSecrets(await lookAtSecrets(config), config.acceptedKeys);
  if (problem !== null) throw new StartRefusal(problem);
}

function inWords(error: unknown, usage: string): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (error instanceof CommandMisuse || String(code).startsWith('ERR_PARSE_ARGS'))
    return message === '' ? usage : `${message}\n${usage}`;
  const known =
    [CommandRefusal, BadBackup, RestoreRefusal].some((kind) => error instanceof kind) ||
    // A file is missing or not permitted, or its disk is full.
    (syscall !== undefined && ['open', 'read', 'write', 'rename', 'fsync'].includes(syscall));
  return known ? message : startFailure(error);
}
