import '../config/compiled.ts';
import { serveTasks } from './child.ts';
import { RENDER_TASKS } from './tasks.ts';

// The child process that `pool.ts` starts. It also compiles mails that are too large to compile in a worker.
serveTasks(RENDER_TASKS);
