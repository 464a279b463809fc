import { rmSync } from 'node:fs';
import { cacheFolder } from '../../bench/support/build.ts';
import { bundlePrograms } from '../../local/bundle.mjs';
import { ROOT } from '../../local/servers.mjs';
import { BUILT, TEST_PROGRAMS } from './built.ts';

/** Builds the programs once for a test run: a process starts from a build in a third of the time. Mocha loads this file. */
export async function mochaGlobalSetup(): Promise<void> {
  const folder = cacheFolder('tests-');
  await bundlePrograms(ROOT, folder, TEST_PROGRAMS);
  process.env[BUILT] = folder;
}

export function mochaGlobalTeardown(): void {
  const folder = process.env[BUILT];
  if (folder) rmSync(folder, { recursive: true, force: true });
}
