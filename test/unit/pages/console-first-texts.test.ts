import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect } from 'chai';
import { en } from '../../../console/src/texts/en/en.ts';
import { rest } from '../../../console/src/texts/en/rest.ts';
import { ROOT } from '../../../local/servers.mjs';

const SOURCES = join(ROOT, 'console/src');
const ROUTES = join(SOURCES, 'routes.tsx');
const isRead = (file: string): boolean => /\.tsx?$/.test(file) && !/\/texts\//.test(file) && existsSync(file);

/** The sources that these load before their page is drawn. */
function sourcesOf(files: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  const left = [...files];
  for (const file of left) {
    if (found.has(file)) continue;
    const source = readFileSync(file, 'utf8');
    found.set(file, source);
    const imports = source.matchAll(/^(?:import|export) (?!type\b)[^;]*?'(\.[^']+)';/gm);
    left.push(...[...imports].map(([, path]) => resolve(dirname(file), path!)).filter(isRead));
  }
  return found;
}

type Group = Readonly<Record<string, unknown>>;

/** Texts of the other pages that a source reads: whole groups, and those parts of a group that only they have. */
function restIn(source: string): string[] {
  const isGroup = (name: string): boolean =>
    new RegExp(`(?:[tT]exts|\\b[tT]exts(?:Now)?\\(\\)|\\ball)\\.${name}\\b`).test(source) ||
    new RegExp(`\\{[^{}]*\\b${name}\\b[^{}]*\\} = (?:\\w*[tT]exts(?:Now)?(?:\\(\\))?|all);`).test(source);
  return Object.entries(rest as Group).flatMap(([name, group]) => {
    if (!isGroup(name)) return [];
    const first = (en as Group)[name];
    if (first === undefined) return [name];
    const inBoth = Object.entries(group as Group).filter(
      ([part, text]) => typeof text === 'object' && part in (first as object),
    );
    expect(inBoth, `${name}: only whole parts of a group load later`).to.deep.equal([]);
    const called = [
      name,
      ...[...source.matchAll(new RegExp(`\\b${name}: (\\w+)`, 'g'))].map(([, as]) => as!),
    ];
    return Object.keys(group as object)
      .filter((part) => !(part in (first as object)))
      .filter((part) =>
        called.some(
          (as) =>
            new RegExp(`\\b${as}\\.${part}\\b`).test(source) ||
            new RegExp(`\\{[^{}]*\\b${part}\\b[^{}]*\\} = [\\w.()]*\\b${as};`).test(source),
        ),
      )
      .map((part) => `${name}.${part}`);
  });
}

describe('a page of the console', () => {
  const pages = [
    ...readFileSync(ROUTES, 'utf8').matchAll(/(loading|withTexts)\(\(\) => import\('([^']+)'\)/g),
  ].map(([, how, path]) => ({ isFirst: how === 'loading', file: resolve(SOURCES, path!) }));
  const first = sourcesOf([
    join(SOURCES, 'main.tsx'),
    join(SOURCES, 'app/later-parts.tsx'),
    ...pages.filter(({ isFirst }) => isFirst).map(({ file }) => file),
  ]);

  it('reads the first texts alone, unless the others load with it', () => {
    expect(first.size).to.be.above(90);
    const wrong = [...first].flatMap(([file, source]) =>
      restIn(source).map((text) => `${relative(SOURCES, file)}: ${text}`),
    );
    expect(wrong).to.deep.equal([]);
  });

  it('loads the others where it reads them', () => {
    const others = pages.filter(({ isFirst }) => !isFirst);
    expect(others).to.have.length.above(30);
    const without = others.filter(({ file }) =>
      [...sourcesOf([file])].every(([one, source]) => first.has(one) || restIn(source).length === 0),
    );
    expect(without.map(({ file }) => relative(SOURCES, file))).to.deep.equal([]);
  });
});
