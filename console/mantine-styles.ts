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

/** Without the variables of colours that nothing names: there are fourteen, with some 38 variables each. */
function withUsedColors(variables: string, users: readonly string[]): string {
  const ofColor = (color: string): RegExp => new RegExp(`\\s*--mantine-color-${color}-[\\w-]+:[^;]+;`, 'g');
  const colors = [...variables.matchAll(/--mantine-color-([a-z]+)-0:/g)].map(([, color = '']) => color);
  const unused = [...new Set(colors)].filter((color) => {
    const named = new RegExp(`['"]${color}\\b|--mantine-color-${color}-`);
    return ![variables.replaceAll(ofColor(color), ''), ...users].some((text) => named.test(text));
  });
  return variables.replaceAll(ofColor(`(?:${unused.join('|')})`), '');
}

/** The styles of Mantine's components that the console uses, in the order of its own file of all, which has twice the bytes. */
export function usedStyles(sources: string): string {
  const files = [...filesIn(sources, /\.tsx?$/), ...filesIn(join(MANTINE, 'spotlight/esm'), /\.mjs$/)];
  const used = sheetsOf(new Set(files.flatMap((file) => importedNames(read(file)))));
  const all = read(join(MANTINE, 'core/styles.css'));
  const place = (name: string): number => all.indexOf(/\.m_\w+/.exec(read(styleFile(name)))?.[0] ?? '');
  const ordered = [...used].toSorted((a, b) => place(a) - place(b));
  const sheets = ordered.map((name) => read(styleFile(name)));
  const own = filesIn(sources, /\.(?:tsx?|css)$/).map(read);
  const base = BASE.map((name) => read(styleFile(name))).join('\n');
  return [withUsedColors(base, [...sheets, ...own]), ...sheets].join('\n');
}
