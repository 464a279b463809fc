import { setTimeout as delay } from 'node:timers/promises';
import { dataDir, InUse, keptSecret, runningServices, type Services } from './data-dir.ts';
import { type EmbeddedServices, startEmbedded, URLS, type UrlName } from './embedded.ts';
import { SetupError } from './servers.mjs';

const SERVICE: Readonly<Record<UrlName, keyof Services>> = {
  MONGODB_URL: 'mongodbUrl',
  REDIS_URL: 'redisUrl',
  SMTP_URL: 'smtpUrl',
};

/** Milliseconds to wait for another command, which ends soon, or for an `npm start` that is still starting. */
const WAIT_MS = 60_000;

/**
 * Sets unset URLs in `env` to the embedded services that a running `npm start` keeps for the same `DATA_DIR`; throws a SetupError
 * if none run. In production it does nothing: the check of the configuration lists unset URLs.
 */
export function useRunningServices(
  env: NodeJS.ProcessEnv = process.env,
  wanted: readonly UrlName[] = URLS,
): void {
  if (env['NODE_ENV'] === 'production') return;
  const folder = dataDir(env);
  const missing = wanted.filter((name) => !env[name]);
  const services = missing.length > 0 ? runningServices(folder) : {};
  const without = missing.filter((name) => !services?.[SERVICE[name]]);
  if (without.length > 0) {
    const verb = without.length === 1 ? 'is' : 'are';
    throw new SetupError(
      `${without.join(', ')} ${verb} not set, and no embedded services run on ${folder}.\n` +
        `Run \`npm start\` with the same DATA_DIR, or set ${without.join(', ')}.`,
    );
  }
  for (const name of missing) env[name] = services?.[SERVICE[name]];
  if (!env['APP_SECRETS']) env['APP_SECRET'] ||= keptSecret(folder);
}

/** Like `useRunningServices`, but when none run it starts the wanted services for this command only. */
export async function useOrStartServices(
  env: NodeJS.ProcessEnv,
  wanted: readonly UrlName[],
): Promise<Pick<EmbeddedServices, 'stop'>> {
  const nothing = { stop: async () => {} };
  if (env['NODE_ENV'] === 'production') return nothing;
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    try {
      if (wanted.every((name) => env[name]) || runningServices(dataDir(env))) {
        useRunningServices(env, wanted);
        return nothing;
      }
      const embedded = await startEmbedded({ env, wanted, publish: false });
      Object.assign(env, embedded.environment);
      return embedded;
    } catch (error) {
      if (!(error instanceof InUse) || Date.now() > deadline) throw error;
      await delay(200);
    }
  }
}
