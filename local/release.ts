import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments, refuseArguments } from '../common/config/program-options.ts';

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
    ['client/python/README.md', /mailing_service-(.*)-py3-none-any\.whl/],
  ],
};

const PLACES = Object.values(VERSION_PLACES).flat();
/** The date of the newest edition of the API. */
const EDITION_DATE = /^( {4}when: ')in preparation(',)$/m;

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
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const log = read('CHANGELOG.md');
  return [
    ...PLACES.flatMap(([file], at) =>
      found[at] === version ? [] : `${file} has version ${found[at]}, not ${version}`,
    ),
    ...(log.includes(`\n## ${version} — `) ? [] : [`CHANGELOG.md has no section ${version}`]),
    ...(EDITION_DATE.test(read('api/pages/docs/changes.ts'))
      ? ['api/pages/docs/changes.ts has an edition without a date']
      : []),
  ];
}

/**
 * Writes the version into each place, and gives it the changes that have no version yet. `day`: 2026-11-30. Throws, and changes nothing, where
 * the version was released already, or the changes for developers of clients have no new edition.
 */
export function release(root: string, version: string, day: string): void {
  const change = (file: string, to: (text: string) => string): void => {
    const path = join(root, file);
    writeFileSync(path, to(readFileSync(path, 'utf8')));
  };
  const problems = misfitsOf(root, version);
  if (!problems.includes(`CHANGELOG.md has no section ${version}`))
    throw new Error(`CHANGELOG.md has a section ${version} already`);
  if (!problems.some((one) => one.startsWith('api/pages/docs/changes.ts has an edition')))
    throw new Error("api/pages/docs/changes.ts needs a new edition, with when: 'in preparation'");
  for (const [file, pattern] of PLACES)
    change(file, (text) => text.replace(pattern, (place, old: string) => place.replace(old, version)));
  change('CHANGELOG.md', (text) =>
    text.replace('\n## Unreleased\n', `\n## Unreleased\n\n## ${version} — ${day}\n`),
  );
  const written = new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  change('docs/upgrading.md', (text) =>
    text.replace('\n## Unreleased\n', `\n## Unreleased\n\n## ${version}\n`),
  );
  change('api/pages/docs/changes.ts', (text) => text.replace(EDITION_DATE, `$1${written}$2`));
}

const USAGE = `Usage: npm run release -- VERSION [--check]

Prepares a tag; with --check it only says whether the tree fits it (docs/releasing.md).`;

function main(): void {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const { values, positionals } = readArguments(USAGE, {
    allowPositionals: true,
    options: { check: { type: 'boolean', default: false } },
  });
  const [version = '', more] = positionals;
  if (!/^\d+\.\d+\.\d+$/.test(version) || more !== undefined)
    refuseArguments('Write one version, such as 1.2.3');
  if (!values.check) release(root, version, new Date().toISOString().slice(0, 10));
  for (const problem of misfitsOf(root, version)) {
    console.error(problem);
    process.exitCode = 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
