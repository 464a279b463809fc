import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { median, report } from './support/figures.ts';
import { usageOf } from './support/processes.ts';
import { startReadyWorker } from './support/ready-worker.ts';
import { startStack } from './support/stack.ts';

/** CPU that the API and a worker take until they are ready, beside Node that does nothing. */
const STARTS = 5;

const stack = await startStack();
try {
  const first = usageOf(stack.api.pid).cpu;
  const [api, worker, node]: number[][] = [[], [], []];
  for (let start = 0; start < STARTS; start += 1) {
    await stack.replaceApi();
    api!.push(usageOf(stack.api.pid).cpu);
    worker!.push(await startOfWorker());
    node!.push(await startOfNode());
  }
  const seconds = (values: readonly number[]): number => Number((median(values) / 1e6).toFixed(2));
  report(
    { what: 'the API', value: seconds(api!), unit: 's CPU', goal: { atMost: 0.6 } },
    { what: 'a worker', value: seconds(worker!), unit: 's CPU', goal: { atMost: 0.6 } },
    { what: 'the first start of the API, with every index to make', value: seconds([first]), unit: 's CPU' },
    { what: 'Node alone', value: seconds(node!), unit: 's CPU' },
  );
} finally {
  await stack.stop();
}

async function startOfWorker(): Promise<number> {
  const worker = await startReadyWorker(stack);
  const { cpu } = usageOf(worker.pid);
  await worker.stop();
  return cpu;
}

/** What Node takes before it runs anything. */
async function startOfNode(): Promise<number> {
  const child = spawn(
    process.execPath,
    ['-e', 'process.stdout.write("ready"); setInterval(() => {}, 1000)'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  await once(child.stdout, 'data');
  const { cpu } = usageOf(child.pid!);
  child.kill();
  await once(child, 'exit');
  return cpu;
}
