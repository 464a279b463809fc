import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPrograms, cacheFolder } from '../../../bench/support/build.ts';

/** A version of before, as a tag names it. */
export interface Release {
  readonly build: string;
  /** Whether what it left in the store and what we leave is the same, so that it can be gone back to. */
  readonly sameSchema: boolean;
}

const SCHEMA = 'common/migrations/list.ts';

const hasTag = (tag: string): boolean =>
  spawnSync('git', ['rev-parse', '--verify', '--quiet', `refs/tags/${tag}`]).status === 0;

/** Why a version of before cannot be run here; null where it can. */
export const noRelease = (tag: string): string | null => (hasTag(tag) ? null : `no tag ${tag} in this clone`);

/** Builds the programs of a tag of this repository. */
export async function buildRelease(tag: string): Promise<Release> {
  const sources = cacheFolder('release-');
  const archive = execFileSync('git', ['archive', tag], { maxBuffer: 2 ** 28 });
  execFileSync('tar', ['-x', '-C', sources], { input: archive });
  const lock = (folder: string): string => readFileSync(join(folder, 'package-lock.json'), 'utf8');
  // Without packages of its own it finds ours.
  if (lock(sources) !== lock('.'))
    execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts', '--silent'], { cwd: sources });
  const schema = (folder: string): string => readFileSync(join(folder, SCHEMA), 'utf8');
  return { build: await buildPrograms(sources), sameSchema: schema(sources) === schema('.') };
}
