// Loaded before a program (`node --import`): at SIGUSR2 it collects all its garbage and says when that was, in
// milliseconds, and what is left, in bytes: objects and buffers, and resident memory.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
process.on('SIGUSR2', () => {
  // Buffers go with the collection after that of the objects that hold them.
  collect();
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.stderr.write(`held ${Date.now()} ${heapUsed + external} ${rss}\n`);
});
