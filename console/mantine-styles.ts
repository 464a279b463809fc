import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const MANTINE = join(import.meta.dirname, '../node_modules/@mantine');
const CORE = join(MANTINE, 'core/esm/index.mjs');

/** Style sheets that every component needs. */
const BASE = ['baseline', 'default-css-variables', 'global'];

const read = (file: string): string => readFileSync(file, 'utf8');
const styleFile = (name: string): string => join(MANTINE, `core/styles/${name}.css`);

const filesIn = (folder: string, form: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => form.test(file))
    .map((file) => join(folder, file));

/** Names that a source imports from `@mantine/core`. */
const importedNames = (source: string): string[] =>
  [...source.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']@mantine\/core["']/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().replace(/\s.*/, '')),
  );

/** Files that a file of the components imports, by their paths. */
const importedFiles = (file: string): string[] =>
  [...read(file).matchAll(/from\s*"(\.[^"]+)"/g)].map(([, path = '']) => resolve(dirname(file), path));

/** Names of the style sheets of these components and of all components within them. */
function sheetsOf(components: ReadonlySet<string>): Set<string> {
  const index = new Map(
    [...read(CORE).matchAll(/import\s*\{([^}]*)\}\s*from\s*"(\.[^"]+)"/g)].flatMap(
      ([, names = '', path = '']) =>
        names
          .split(',')
          .map((name) => [name.trim().replace(/.*\s/, ''), resolve(dirname(CORE), path)] as const),
    ),
  );
  const left = [...components].flatMap((name) => index.get(name) ?? []);
  const seen = new Set(left);
  for (const file of left)
    for (const next of importedFiles(file))
      if (!seen.has(next)) {
        seen.add(next);
        left.push(next);
      }
  const sheets = left.flatMap((file) => /([^/]+)\.module\.mjs$/.exec(file)?.[1] ?? []);
  return new Set(sheets.filter((name) => existsSync(styleFile(name))));
}

/** The styles of Mantine's components that the console uses, in the order of its own file of all, which has twice the bytes. */
export function usedStyles(sources: string): string {
  const files = [...filesIn(sources, /\.tsx?$/), ...filesIn(join(MANTINE, 'spotlight/esm'), /\.mjs$/)];
  const used = sheetsOf(new Set(files.flatMap((file) => importedNames(read(file)))));
  const all = read(join(MANTINE, 'core/styles.css'));
  const place = (name: string): number => all.indexOf(/\.m_\w+/.exec(read(styleFile(name)))?.[0] ?? '');
  const ordered = [...used].toSorted((a, b) => place(a) - place(b));
  return [...BASE, ...ordered].map((name) => read(styleFile(name))).join('\n');
}
