import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Config } from '../../common/config.ts';
import { freePort } from '../../local/ports.ts';
import { nodeProgram } from './built.ts';
import { storeEnvironment } from './store-environment.ts';
import { until } from './until.ts';

/** The API in a process of its own. */
export interface ApiProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** Its output so far. */
  said(): string;
  /** Sends a signal, and waits until the process has ended. It may have ended already. */
  end(signal: NodeJS.Signals): Promise<void>;
}

interface Options {
  /** Options of Node, such as the limit of its heap. */
  readonly node?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts an API on the stores of a configuration and on a free port, and waits until it is ready. */
export async function startApiProcess(
  config: Config,
  { node = [], environment = {} }: Options = {},
): Promise<ApiProcess> {
  const port = await freePort();
  const { options, script } = nodeProgram('api/main.ts');
  const child = spawn(process.execPath, [...options, ...node, script], {
    env: storeEnvironment(config, { LOG_LEVEL: 'warn', RATE_PAGES: '0', PORT: String(port), ...environment }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const url = `http://127.0.0.1:${port}`;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (hasEnded()) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  try {
    await until(
      () => {
        if (hasEnded()) throw new Error(`the API ended: ${said}`);
        return fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
      },
      'the API process',
      60_000,
    );
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
  return { child, url, said: () => said, end };
}
