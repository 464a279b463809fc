import '../config/compiled.ts';
import { serveTasks } from './child.ts';
import { RENDER_TASKS } from './tasks.ts';

// The child process that `pool.ts` starts. It renders designs, and compiles mails that are too large to compile in a program itself.
serveTasks(RENDER_TASKS);
