import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { APART, COMMONJS } from '../../local/bundle.mjs';
import { READY } from './bare-ready.ts';
import { type Program, startProgram } from './processes.ts';
import type { Stack } from './stack.ts';

/** Milliseconds between two looks whether it is ready. */
const LOOK_MS = 20;

const MAIN = 'bench/support/bare-main.ts';

/**
 * Bundles the bare program like the service's own, into the folder of the build, once for each role: API and worker keep compiled code
 * apart, too. The answer starts one, and resolves when it is ready.
 */
export async function bundleBare(
  { build: folder, environment }: Pick<Stack, 'build' | 'environment'>,
  main = MAIN,
): Promise<(role: 'api' | 'worker') => Promise<Program>> {
  if (folder === undefined)
    throw new Error('the bare programs need a build next to them: run it by `npm run bench`');
  const outdir = (role: string): string => join(folder, `${basename(main, '.ts')}-${role}`);
  for (const role of ['api', 'worker']) {
    await build({
      entryPoints: [main],
      outdir: outdir(role),
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      external: APART,
      banner: { js: COMMONJS },
      logLevel: 'warning',
    });
  }
  return async (role) => {
    const program = startProgram(join(outdir(role), `${basename(main, '.ts')}.js`), {
      ...environment,
      ROLE: role,
    });
    while (!program.said().includes(READY)) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    return program;
  };
}
