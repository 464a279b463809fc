import { commandOf } from '../common/commands/list.ts';
import { isQuestion } from '../common/config/program-options.ts';
import type { UrlName } from './embedded.ts';
import { readEnvFile } from './env-file.ts';
import { useOrStartServices, useRunningServices } from './environment.ts';
import { SetupError } from './servers.mjs';

/**
 * `run.ts api|worker|inbound|cli|COMMAND [arguments]`: fills the environment, then runs that program, or a command for operators.
 */
const PROGRAMS: Readonly<Record<string, () => Promise<unknown>>> = {
  api: () => import('../api/main.ts'),
  worker: () => import('../worker/main.ts'),
  inbound: () => import('../inbound/main.ts'),
  cli: () => cli(),
  seed: () => command(() => import('./seed.ts')),
};

/** Whether the typed command uses the store: help and version do not. */
const asksStore = ([name]: readonly string[]): boolean =>
  name !== undefined && commandOf(name) !== null && !isQuestion(process.argv);

function cli(): Promise<unknown> {
  const run = () => import('../common/commands/cli.ts');
  // These use the running services, like the programs themselves.
  const [name = ''] = process.argv.slice(2);
  if (Object.hasOwn(PROGRAMS, name) || name === 'check') {
    if (!isQuestion(process.argv)) useRunningServices();
    return run();
  }
  return asksStore(process.argv.slice(2)) ? command(run) : run();
}

/** The only URL that commands use. The configuration requires the others too, so they get placeholders. */
const COMMANDS_NEED: readonly UrlName[] = ['MONGODB_URL'];
const UNUSED = { REDIS_URL: 'redis://unused.invalid', SMTP_URL: 'smtp://unused.invalid' };

/** A command ends by itself, so when no services run it starts them for itself. */
async function command(run: () => Promise<unknown>): Promise<unknown> {
  if (process.argv.includes('--help')) return run();
  const services = await useOrStartServices(process.env, COMMANDS_NEED);
  try {
    if (process.env['NODE_ENV'] !== 'production') {
      for (const [name, url] of Object.entries(UNUSED)) process.env[name] ||= url;
    }
    return await run();
  } finally {
    await services.stop();
  }
}

try {
  // Removes the program's name, so that the program finds its arguments in their usual places.
  const [name = ''] = process.argv.splice(2, 1);
  const program = PROGRAMS[name];
  if (!program) throw new SetupError(`Usage: run.ts ${Object.keys(PROGRAMS).join('|')} [arguments]`);
  readEnvFile();
  // With an argument they only answer it.
  if (['api', 'worker', 'inbound'].includes(name) && process.argv.length === 2) useRunningServices();
  await program();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
