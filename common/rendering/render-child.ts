import { serveTasks } from './child.ts';
import { RENDER_TASKS } from './tasks.ts';

// The process that `pool.ts` starts, for those who render and compile nothing.
serveTasks(RENDER_TASKS);
