import '../start/compiled.ts';
import { serveTasks } from './child.ts';
import { RENDER_TASKS } from './tasks.ts';

// The child process that `pool.ts` starts in programs that only render and do not compile mails.
serveTasks(RENDER_TASKS);
