// Loaded before a program (`node --import`). At SIGUSR2 the program collects all its garbage and prints, in bytes, how much
// memory objects and buffers still take. When V8 has returned the free pages, it also prints the other memory: code, stacks,
// allocations of native code. Leaks can only be in these two. The rest of resident memory is free room of V8's heap, which
// varies by tens of megabytes.
import { setTimeout as delay } from 'node:timers/promises';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds in which V8 returns free pages, in the background. */
const GIVEN_BACK_MS = 1500;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
process.on('SIGUSR2', async () => {
  // Buffers are freed by the collection after the one of the objects that hold them.
  collect();
  collect();
  const { heapUsed, external: buffers } = process.memoryUsage();
  await delay(GIVEN_BACK_MS, undefined, { ref: false });
  const { external, rss } = process.memoryUsage();
  const besides = rss - getHeapStatistics().total_physical_size - external;
  process.stderr.write(`held ${Date.now()} ${heapUsed + buffers} ${besides} ${rss}\n`);
});
