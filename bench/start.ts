import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../local/ports.ts';
import { bundleBare } from './support/bare.ts';
import { type Figure, median, report } from './support/figures.ts';
import { type Program, usageOf } from './support/processes.ts';
import { startReady, startReadyWorker } from './support/ready-worker.ts';
import { startStack } from './support/stack.ts';

/**
 * CPU that the programs take until they are ready, and the time until the API's first answer, compared with bare programs (same connections
 * and queues) and Node alone.
 */
const STARTS = 5;
/** Of one program. */
const GOAL = { atMost: 0.35 };

const stack = await startStack();
try {
  const first = usageOf(stack.api.pid).cpu;
  const [api, worker, inbound, bareApi, bareWorker, node]: number[][] = [[], [], [], [], [], []];
  const answered: number[] = [];
  const receiver = { INBOUND_SMTP_PORT: String(await freePort()), BOUNCE_DOMAIN: 'bounces.example.com' };
  const startInbound = () => startReady((settings) => stack.startInbound({ ...receiver, ...settings }));
  const startBare = await bundleBare(stack);
  // The first starts compile the code that is kept for the others.
  for (const role of ['api', 'worker'] as const) await (await startBare(role)).stop();
  for (let start = 0; start < STARTS; start += 1) {
    await stack.replaceApi();
    api!.push(usageOf(stack.api.pid).cpu);
    answered.push(stack.answeredMs);
    worker!.push(await startOf(startReadyWorker(stack)));
    inbound!.push(await startOf(startInbound()));
    bareApi!.push(await startOf(startBare('api')));
    bareWorker!.push(await startOf(startBare('worker')));
    node!.push(await startOfNode());
  }
  const seconds = (values: readonly number[]): number => Number((median(values) / 1e6).toFixed(2));
  report(
    { what: 'the API', value: seconds(api!), unit: 's CPU', goal: GOAL },
    { what: 'a worker', value: seconds(worker!), unit: 's CPU', goal: GOAL },
    { what: 'an inbound', value: seconds(inbound!), unit: 's CPU', goal: GOAL },
    {
      what: 'the first answer of the API',
      value: Math.round(median(answered)),
      unit: 'ms',
      goal: { atMost: 500 },
    },
    { what: 'a bare API', value: seconds(bareApi!), unit: 's CPU' },
    { what: 'a bare worker', value: seconds(bareWorker!), unit: 's CPU' },
    beside('the API compared with a bare one', api!, bareApi!),
    beside('a worker compared with a bare one', worker!, bareWorker!),
    { what: 'the first start of the API, with every index to make', value: seconds([first]), unit: 's CPU' },
    { what: 'Node alone', value: seconds(node!), unit: 's CPU' },
  );
} finally {
  await stack.stop();
}

async function startOf(started: Promise<Program>): Promise<number> {
  const program = await started;
  const { cpu } = usageOf(program.pid);
  await program.stop();
  return cpu;
}

function beside(what: string, ours: readonly number[], bare: readonly number[]): Figure {
  return { what, value: Number((median(ours) / median(bare)).toFixed(2)), unit: '×', goal: { atMost: 2.5 } };
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
