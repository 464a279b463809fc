// Loaded before a program (`node --import`): at SIGUSR2 it collects all its garbage and says, each in bytes, what is left
// of objects and buffers and, once the pages of what was collected are given back, what it takes besides: code, stacks,
// what native parts allocate. Between them they are what may leak; the rest of resident memory is room of V8's heap,
// which comes and goes by tens of megabytes.
import { setTimeout as delay } from 'node:timers/promises';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8 gives pages back beside the program. */
const GIVEN_BACK_MS = 1500;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
process.on('SIGUSR2', async () => {
  // Buffers go with the collection after that of the objects that hold them.
  collect();
  collect();
  const { heapUsed, external: buffers } = process.memoryUsage();
  await delay(GIVEN_BACK_MS, undefined, { ref: false });
  const { external, rss } = process.memoryUsage();
  const besides = rss - getHeapStatistics().total_physical_size - external;
  process.stderr.write(`held ${Date.now()} ${heapUsed + buffers} ${besides} ${rss}\n`);
});
