import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Config, readConfig } from '../common/config.ts';
import { type Embedded, startEmbedded } from './embedded.ts';
import { type Guarded, startGuarded } from './guard.ts';
import { isFree } from './ports.ts';
import { PROGRAM_ENVIRONMENT } from './program-environment.ts';
import { ROOT, SetupError } from './servers.mjs';

/** Seconds that the API and a worker have to end what they are at. */
const PATIENCE = 10;
/** The first start makes every index; a busy machine takes its time. */
const READY_MS = 60_000;

export interface Service {
  readonly config: Config;
  readonly mailboxUrl: string | undefined;
  /** What the programs were started with: the environment, and in it the embedded services. */
  readonly env: NodeJS.ProcessEnv;
  /** Resolves with a sentence when a part ends unasked. */
  readonly failed: Promise<string>;
  /** Stops the API and the worker, then the services; may be called twice. */
  readonly stop: () => Promise<void>;
}

/**
 * The whole service from this one process: embedded services for the URLs that are unset, the API and a worker.
 * Resolves when `/readyz` answers 200 on PORT, and on METRICS_PORT of both where it is set; throws, all stopped again,
 * when it does not come to that or `signal` aborts.
 */
export async function startService(
  given: NodeJS.ProcessEnv,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<Service> {
  const production = given['NODE_ENV'] === 'production';
  const embedded: Embedded | undefined = production ? undefined : await startEmbedded({ env: given, say });
  const programs: Promise<Guarded>[] = [];
  const stop = async (): Promise<void> => {
    const stops: Promise<void>[] = [];
    for (const one of await Promise.allSettled(programs))
      if (one.status === 'fulfilled') stops.push(one.value.stop());
    await Promise.all(stops);
    await embedded?.stop();
  };
  try {
    const env = { ...given, ...embedded?.environment };
    const config = readConfig(env);
    if (!(await isFree(config.port)))
      throw new SetupError(`Port ${config.port} is taken. Set PORT to another one.`);
    const failures = [embedded?.failed ?? new Promise<string>(() => {})];
    for (const name of ['api', 'worker']) {
      signal.throwIfAborted();
      const program = startProgram(name, { ...env, ...(name === 'worker' && ownMetricsPort(config)) });
      programs.push(program);
      const { exited } = await program;
      failures.push(exited.then((code) => `The ${name} ended (exit code ${code})`));
    }
    const failed = Promise.race(failures);
    await Promise.race([untilReady(config, signal), failed.then((reason) => fail(reason))]);
    return { config, env, mailboxUrl: embedded?.mailboxUrl, failed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The API has METRICS_PORT, and the worker beside it the next one. */
const ownMetricsPort = ({ metrics: { port } }: Config): NodeJS.ProcessEnv =>
  port === null || port === 0 ? {} : { METRICS_PORT: String(port + 1) };

/** Each under a guard of its own, so that neither outlives us nor hears a Ctrl-C that we pass on in order. */
const startProgram = (name: string, env: NodeJS.ProcessEnv): Promise<Guarded> =>
  startGuarded([process.execPath, '--import', join(ROOT, 'local/tsx.mjs'), join(ROOT, name, 'main.ts')], {
    env: { ...PROGRAM_ENVIRONMENT, ...env },
    patience: PATIENCE,
  });

async function untilReady(config: Config, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + READY_MS;
  for (const [name, url] of readyAddresses(config))
    while (!(await answersOk(url))) {
      signal.throwIfAborted();
      if (Date.now() > deadline) fail(`The ${name} was not ready within ${READY_MS / 1000} s.`);
      await delay(50);
    }
}

/** Without a METRICS_PORT only the API has an address to ask at. */
function* readyAddresses({ host, port, metrics }: Config): Generator<[name: string, url: string]> {
  const url = (at: string | null, on: number) =>
    `http://${at === null || ['0.0.0.0', '::'].includes(at) ? '127.0.0.1' : at}:${on}/readyz`;
  yield ['API', url(host, port)];
  if (metrics.port === null || metrics.port === 0) return;
  yield ['API', url(metrics.host, metrics.port)];
  yield ['worker', url(metrics.host, metrics.port + 1)];
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
