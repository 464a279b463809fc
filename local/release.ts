import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where a version is written: one of the service, and one of the API with its clients, which the first release makes one. */
export const VERSION_PLACES: Readonly<
  Record<'service' | 'api', readonly (readonly [file: string, version: RegExp])[]>
> = {
  service: [
    ['package.json', /^ {2}"version": "(.*)",$/m],
    ['package-lock.json', /^ {2}"version": "(.*)",$/m],
    ['package-lock.json', /^ {4}"": \{\n {6}"name": ".*",\n {6}"version": "(.*)",$/m],
    ['deploy/helm/Chart.yaml', /^version: (.*)$/m],
    ['deploy/helm/Chart.yaml', /^appVersion: (.*)$/m],
  ],
  api: [
    ['api/openapi/document.ts', /^const API_VERSION = '(.*)';$/m],
    ['api/pages/docs/changes.ts', /^ {4}edition: '(.*)',$/m],
    ['client/package.json', /^ {2}"version": "(.*)",$/m],
    ['client/python/pyproject.toml', /^version = "(.*)"$/m],
    ['README.md', /mailing_service-(.*)-py3-none-any\.whl/],
    ['client/python/README.md', /mailing_service-(.*)-py3-none-any\.whl/],
  ],
};

const PLACES = Object.values(VERSION_PLACES).flat();

/** The version in each place of a group. Throws where there is none. */
export const versionsIn = (
  root: string,
  places: (typeof VERSION_PLACES)[keyof typeof VERSION_PLACES],
): string[] =>
  places.map(([file, version]) => {
    const found = version.exec(readFileSync(join(root, file), 'utf8'))?.[1];
    if (found === undefined) throw new Error(`${file} has no version where a release writes it`);
    return found;
  });

/** The problems of a tree for a tag of this version, in words. */
export function misfitsOf(root: string, version: string): string[] {
  const found = versionsIn(root, PLACES);
  const log = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  return [
    ...PLACES.flatMap(([file], at) =>
      found[at] === version ? [] : `${file} has version ${found[at]}, not ${version}`,
    ),
    ...(log.includes(`\n## ${version} — `) ? [] : [`CHANGELOG.md has no section ${version}`]),
  ];
}

/** Writes the version into each place, and gives it the changes that have no version yet. `day`: 2026-11-30. */
export function release(root: string, version: string, day: string): void {
  const change = (file: string, to: (text: string) => string): void => {
    const path = join(root, file);
    writeFileSync(path, to(readFileSync(path, 'utf8')));
  };
  versionsIn(root, PLACES);
  for (const [file, pattern] of PLACES)
    change(file, (text) => text.replace(pattern, (place, old: string) => place.replace(old, version)));
  change('CHANGELOG.md', (text) =>
    text.replace('\n## Unreleased\n', `\n## Unreleased\n\n## ${version} — ${day}\n`),
  );
  change('docs/upgrading.md', (text) => text.replace('\n## Unreleased\n', `\n## ${version}\n`));
}

/** `npm run release -- 1.2.3` prepares a tag; with `--check` it only says whether the tree fits it (docs/releasing.md). */
function main([version = '', option]: readonly string[]): void {
  const root = fileURLToPath(new URL('../', import.meta.url));
  if (!/^\d+\.\d+\.\d+$/.test(version) || (option !== undefined && option !== '--check')) {
    console.error('Usage: npm run release -- VERSION [--check]');
    process.exitCode = 1;
    return;
  }
  if (option === undefined) release(root, version, new Date().toISOString().slice(0, 10));
  for (const problem of misfitsOf(root, version)) {
    console.error(problem);
    process.exitCode = 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
