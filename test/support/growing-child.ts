import { setTimeout as delay } from 'node:timers/promises';
import { type ChildTask, serveTasks } from '../../common/rendering/child.ts';

/** The megabytes that a task takes; what `keep` takes stays taken. */
interface Megabytes {
  readonly mb: number;
}

const kept: Buffer[] = [];
const filled = (mb: number): Buffer => Buffer.alloc(mb * 2 ** 20, 1);

/** Memory is looked at every 20 ms, so what a task takes must stay for a while. */
const take: ChildTask = async ({ mb }: Megabytes, begin) => {
  begin();
  const taken = filled(mb);
  await delay(200);
  return taken.length;
};

const keep: ChildTask = async ({ mb }: Megabytes, begin) => {
  begin();
  kept.push(filled(mb));
  return process.pid;
};

serveTasks({ take, keep });
