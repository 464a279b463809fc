import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildPrograms, cacheFolder } from '../../../bench/support/build.ts';

/** An earlier version, named by a tag. */
export interface Release {
  readonly build: string;
  /** How platforms start its programs. */
  readonly procfile: string;
  /** Whether both versions have the same schema, so that it is possible to go back. */
  readonly sameSchema: boolean;
}

const SCHEMA = 'common/migrations/list.ts';

/** The commits of the tags: not every clone has the tags. */
const COMMITS: Readonly<Record<string, string>> = { 'v0.1.0': '6548cdb629b723fa02e557571f8e316630759d73' };

const hasCommit = (commit: string): boolean =>
  spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`]).status === 0;

/** Why an earlier version can't be run here; null when it can. */
export const noRelease = (tag: string): string | null =>
  hasCommit(COMMITS[tag] ?? tag) ? null : `this clone has no commit of ${tag}`;

/** The packages of a lock file as text, without what this repository itself asks for. */
function packagesOf(folder: string): string {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  return JSON.stringify({ ...packages, '': null });
}

/** The bundle of an earlier version, by its own bundler: ours knows where the files that programs load by name are today. */
async function bundleOf(sources: string): Promise<string> {
  const bundler = join(sources, 'local/bundle.mjs');
  // 0.1.0 has none.
  if (!existsSync(bundler)) return buildPrograms(sources);
  const { bundlePrograms }: { bundlePrograms: (from: string, into: string) => Promise<void> } = await import(
    pathToFileURL(bundler).href
  );
  const folder = cacheFolder('build-');
  await bundlePrograms(sources, folder);
  return folder;
}

/** Builds the programs of a tag of this repository. */
export async function buildRelease(tag: string): Promise<Release> {
  const sources = cacheFolder('release-');
  const archive = execFileSync('git', ['archive', COMMITS[tag] ?? tag], { maxBuffer: 2 ** 28 });
  execFileSync('tar', ['-x', '-C', sources], { input: archive });
  // It has no packages of its own, so it finds ours.
  if (packagesOf(sources) !== packagesOf('.'))
    execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--silent'], {
      cwd: sources,
    });
  // Git does not keep what is made of other files.
  if (existsSync(join(sources, 'local/generated.mjs')))
    execFileSync(process.execPath, ['local/generated.mjs'], { cwd: sources });
  const schema = (folder: string): string => readFileSync(join(folder, SCHEMA), 'utf8');
  return {
    build: await bundleOf(sources),
    procfile: readFileSync(join(sources, 'Procfile'), 'utf8'),
    sameSchema: schema(sources) === schema('.'),
  };
}
