import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Config, readConfig } from '../common/config.ts';
import { configuredReceivers } from '../inbound/configured.ts';
import { buildConsole } from './console.mjs';
import { type EmbeddedServices, startEmbedded } from './embedded.ts';
import { type GuardedServer, startGuarded } from './guard.ts';
import { isFree } from './ports.ts';
import { PROGRAM_ENVIRONMENT } from './program-environment.ts';
import { ROOT, SetupError } from './servers.mjs';

const PATIENCE = 10;
/** Milliseconds until the service must be ready: the first start makes every index, and a machine may be busy. */
const READY_MS = 60_000;

export interface RunningService {
  readonly config: Config;
  readonly mailboxUrl: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  /** Resolves with a sentence when a part ends unexpectedly. */
  readonly failed: Promise<string>;
  readonly stop: () => Promise<void>;
}

/**
 * Runs the whole service from this process: embedded services for unset URLs, the API, a worker, and configured receivers. Resolves
 * when `/readyz` answers 200 on PORT and, if set, on METRICS_PORT of each program. Throws if this fails or `signal` aborts; then
 * all parts are stopped again.
 */
export async function startService(
  given: NodeJS.ProcessEnv,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<RunningService> {
  const production = given['NODE_ENV'] === 'production';
  const built = buildConsole(ROOT, say);
  const embedded: EmbeddedServices | undefined = production
    ? undefined
    : await startEmbedded({ env: given, say });
  const programs: Promise<GuardedServer>[] = [];
  const stop = async (): Promise<void> => {
    const stops: Promise<void>[] = [];
    for (const one of await Promise.allSettled(programs))
      if (one.status === 'fulfilled') stops.push(one.value.stop());
    await Promise.all(stops);
    await embedded?.stop();
  };
  try {
    await built;
    const env = { ...given, ...embedded?.environment };
    const config = readConfig(env);
    if (!(await isFree(config.port)))
      throw new SetupError(`Port ${config.port} is in use. Set PORT to another port.`);
    const failures = [embedded?.failed ?? new Promise<string>(() => {})];
    for (const [at, name] of programsOf(config).entries()) {
      signal.throwIfAborted();
      const program = startProgram(name, { ...env, ...ownMetricsPort(config, at) });
      programs.push(program);
      const { exited } = await program;
      failures.push(exited.then((code) => `The ${name} process exited with code ${code}.`));
    }
    const failed = Promise.race(failures);
    await Promise.race([untilReady(config, signal), failed.then((reason) => fail(reason))]);
    return { config, env, mailboxUrl: embedded?.mailboxUrl, failed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The receivers run only if one is configured. */
const programsOf = (config: Config): readonly string[] => [
  'api',
  'worker',
  ...(configuredReceivers(config).length > 0 ? ['inbound'] : []),
];

/** The API uses METRICS_PORT, the worker the next port, and the receivers the one after it. */
const ownMetricsPort = ({ metrics: { port } }: Config, at: number): NodeJS.ProcessEnv =>
  port === null || port === 0 ? {} : { METRICS_PORT: String(port + at) };

/** Starts each program under its own guard, so that it ends with this process and does not get a Ctrl-C directly. */
const startProgram = (name: string, env: NodeJS.ProcessEnv): Promise<GuardedServer> =>
  startGuarded(
    [process.execPath, '--import', join(ROOT, 'local/typescript.mjs'), join(ROOT, name, 'main.ts')],
    {
      env: { ...PROGRAM_ENVIRONMENT, ...env },
      patience: PATIENCE,
    },
  );

async function untilReady(config: Config, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + READY_MS;
  for (const [name, url] of readyAddresses(config))
    while (!(await answersOk(url))) {
      signal.throwIfAborted();
      if (Date.now() > deadline) fail(`The ${name} was not ready within ${READY_MS / 1000} s.`);
      await delay(50);
    }
}

/** Without a METRICS_PORT only the API can be asked. */
function* readyAddresses(config: Config): Generator<[name: string, url: string]> {
  const { host, port, metrics } = config;
  const url = (at: string | null, on: number) =>
    `http://${at === null || ['0.0.0.0', '::'].includes(at) ? '127.0.0.1' : at}:${on}/readyz`;
  yield ['API', url(host, port)];
  if (metrics.port === null || metrics.port === 0) return;
  for (const [at, name] of programsOf(config).entries()) yield [name, url(metrics.host, metrics.port + at)];
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

function fail(reason: string): never {
  throw new SetupError(reason);
}
