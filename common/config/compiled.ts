import module from 'node:module';
import { basename, dirname, extname, join } from 'node:path';

/** Node has it from 22 on; the types are of the oldest supported version. */
const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown };

// V8 refuses code that was compiled with other flags, and Node compiles and keeps it again: API and worker set different ones (`heap.ts`),
// so a common folder would make each recompile at every start.
const program = basename(dirname(process.argv[1] ?? ''));

// Keeps compiled code next to the built programs, so that later starts are faster. A read-only folder keeps nothing. When the sources run
// directly, the TypeScript loader has its own cache (`local/typescript.mjs`).
if (extname(import.meta.url) === '.js')
  enableCompileCache?.(join(import.meta.dirname, '../compiled', program));
