import { freePort } from '../../local/ports.ts';
import type { Program } from './processes.ts';
import type { Stack } from './stack.ts';

/** Milliseconds between two looks whether it is ready. */
const LOOK_MS = 20;

/** Starts a worker, and resolves when it is ready. */
export const startReadyWorker = ({ startWorker }: Pick<Stack, 'startWorker'>): Promise<Program> =>
  startReady(startWorker);

/** Starts a program that is asked on its own port, and resolves when it is ready. */
export async function startReady(
  start: (settings: Readonly<Record<string, string>>) => Program,
): Promise<Program> {
  const port = await freePort();
  const program = start({ METRICS_PORT: String(port) });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  return program;
}
