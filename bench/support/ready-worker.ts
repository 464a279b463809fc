import { freePort } from '../../local/ports.ts';
import type { Program } from './processes.ts';
import type { Stack } from './stack.ts';

/** Milliseconds between two looks whether it is ready. */
const LOOK_MS = 20;

/** Starts a worker, and resolves when it is ready. */
export async function startReadyWorker({ startWorker }: Pick<Stack, 'startWorker'>): Promise<Program> {
  const port = await freePort();
  const worker = startWorker({ METRICS_PORT: String(port) });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  return worker;
}
