import module from 'node:module';
import { basename, dirname, extname, join } from 'node:path';

/** Node has it from 22 on; the types are of the oldest that we support. */
const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown };

// V8 refuses code that was compiled with other flags, and Node then compiles and keeps it again: API and worker set different ones
// (`heap.ts`), so they would do this at every start if they kept their code in one place.
const program = basename(dirname(process.argv[1] ?? ''));

// Keeps what Node compiled beside the built programs, so that they start sooner the next time. Where the folder can not be
// written, nothing is kept. From the sources, what runs TypeScript keeps its own (`local/typescript.mjs`).
if (extname(import.meta.url) === '.js')
  enableCompileCache?.(join(import.meta.dirname, '../compiled', program));
