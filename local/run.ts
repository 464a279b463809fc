import type { UrlName } from './embedded.ts';
import { readEnvFile } from './env-file.ts';
import { useOrStartServices, useRunningServices } from './environment.ts';
import { SetupError } from './servers.mjs';

/** `run.ts api|worker|account|indexes|backup|restore|rotate|release-holds|quotas|suspend|unsuspend|stop-sending|resume-sending [arguments]`: fills the environment, then runs that program. */
const PROGRAMS: Readonly<Record<string, () => Promise<unknown>>> = {
  api: () => import('../api/main.ts'),
  worker: () => import('../worker/main.ts'),
  account: () => command(() => import('../common/account-command.ts')),
  indexes: () => command(() => import('../common/indexes-command.ts')),
  backup: () => command(() => import('../common/backup-command.ts')),
  restore: () => command(() => import('../common/restore-command.ts')),
  rotate: () => command(() => import('../common/rotate-command.ts')),
  'release-holds': () => command(() => import('../common/release-holds-command.ts')),
  quotas: () => command(() => import('../common/quotas-command.ts')),
  suspend: () => command(() => import('../common/suspend-command.ts')),
  unsuspend: () => command(() => import('../common/unsuspend-command.ts')),
  'stop-sending': () => command(() => import('../common/stop-sending-command.ts')),
  'resume-sending': () => command(() => import('../common/resume-sending-command.ts')),
};

/** What the commands use; the configuration asks for the other URLs too, so these stand in their place. */
const COMMANDS_NEED: readonly UrlName[] = ['MONGODB_URL'];
const UNUSED = { REDIS_URL: 'redis://unused.invalid', SMTP_URL: 'smtp://unused.invalid' };

/** A command that ends by itself also runs where no service does. */
async function command(run: () => Promise<unknown>): Promise<void> {
  const services = await useOrStartServices(process.env, COMMANDS_NEED);
  try {
    if (process.env['NODE_ENV'] !== 'production') {
      for (const [name, url] of Object.entries(UNUSED)) process.env[name] ||= url;
    }
    await run();
  } finally {
    await services.stop();
  }
}

try {
  // The program reads its own arguments as if it had been started itself.
  const [name = ''] = process.argv.splice(2, 1);
  const program = PROGRAMS[name];
  if (!program) throw new SetupError(`Usage: run.ts ${Object.keys(PROGRAMS).join('|')} [arguments]`);
  readEnvFile();
  if (name === 'api' || name === 'worker') useRunningServices();
  await program();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
