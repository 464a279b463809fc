import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { startMongod } from '../../../local/mongod.ts';
import { startRedis } from '../../../local/redis.ts';

/** A process that runs both servers in the given folder and prints their process ids. A test ends it. */
const folder = process.argv[2] ?? '';
const [mongod, redis] = await Promise.all([
  startMongod({ folder: join(folder, 'mongodb'), cacheGb: 0.25 }),
  startRedis({ folder: join(folder, 'redis') }),
]);
if (process.argv[3] === 'guards') {
  // The processes between us and the servers: the shells, and the shells that they forked.
  const table = execFileSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' });
  const guards = table.split('\n').filter((line) => line.includes('guard.sh') && line.includes(folder));
  console.log(`guards ${guards.map((line) => line.trim().split(' ')[0]).join(' ')}`);
}
console.log(`pids ${mongod.pid} ${redis.pid}`);
await mongod.exited;
