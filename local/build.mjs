// `npm run build`: compiles the API, the worker and what they share into dist/, and copies beside it what is no TypeScript
// (reference data, templates, images). What is in dist/ runs on production packages alone.
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ROOT } from './servers.mjs';

const FOLDERS = ['api', 'common', 'worker'];
const OUT = join(ROOT, 'dist');

// A file that a former build made of a source that is gone must not be found by the program.
rmSync(OUT, { recursive: true, force: true });

const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
const compiled = spawnSync(
  process.execPath,
  [join(typescript, 'bin/tsc'), '-p', join(ROOT, 'tsconfig.build.json')],
  { stdio: 'inherit' },
);
if (compiled.status !== 0) process.exit(compiled.status ?? 1);

for (const folder of FOLDERS)
  cpSync(join(ROOT, folder), join(OUT, folder), {
    recursive: true,
    filter: (path) => statSync(path).isDirectory() || !path.endsWith('.ts'),
  });
