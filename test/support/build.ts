import { rmSync } from 'node:fs';
import { buildPrograms } from '../../bench/support/build.ts';
import { BUILT, TEST_PROGRAMS } from './built.ts';

let own: string | undefined;

/**
 * Builds the programs once for a test run, unless it was given a build: a process starts from one in a third of the time. Mocha loads this
 * file.
 */
export async function mochaGlobalSetup(): Promise<void> {
  if (process.env[BUILT]) return;
  own = await buildPrograms(undefined, TEST_PROGRAMS);
  process.env[BUILT] = own;
}

export function mochaGlobalTeardown(): void {
  if (own) rmSync(own, { recursive: true, force: true });
}
