import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbedded } from '../../../local/embedded.ts';

/** A process that runs the embedded services and prints the process ids of the stores. A test ends it. */
const embedded = await startEmbedded();
const pids = ['mongodb', 'redis'].map((name) =>
  readFileSync(join(process.env['DATA_DIR'] ?? '', name, 'server.pid'), 'utf8').split(' ', 1),
);
console.log(`pids ${pids.join(' ')}`);
await embedded.failed;
