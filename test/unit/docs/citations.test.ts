import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect } from 'chai';
import { anchorsOf } from '../../support/documents.ts';

const FOLDERS = [
  'api',
  'bench',
  'client',
  'common',
  'console',
  'docs',
  'inbound',
  'local',
  'shared',
  'test',
  'worker',
];
const files = [
  ...readdirSync('.'),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  ),
].filter((file) => !file.includes('node_modules'));
const sources = files.filter((file) => /\.(ts|tsx|mts|mjs|sh)$|^\.env\.example$/.test(file));
const documents = new Set(files.filter((file) => file.endsWith('.md')));
const names = new Set([...documents].map((file) => basename(file)));

const pages = readdirSync('docs/rules');
const numbers = pages.flatMap((page) =>
  [...readFileSync(join('docs/rules', page), 'utf8').matchAll(/^(?:##? |- \*\*)(\d+(?:\.\d+)?)/gm)].map(
    ([, number]) => number!,
  ),
);
const rules = new Set(numbers);
const decisions = new Set(readdirSync('docs/decisions').map((file) => file.slice(0, 3)));

/** The text of a file with its comments' line breaks folded, so that a citation may stand on two lines. */
const folded = (file: string): string => readFileSync(file, 'utf8').replace(/\n\s*(?:\*|\/\/|#) ?/g, ' ');

function unknown(pattern: RegExp, isKnown: (cited: string) => boolean): string[] {
  return sources.flatMap((file) =>
    [...folded(file).matchAll(pattern)]
      .map(([, cited]) => cited!)
      .filter((cited) => !isKnown(cited))
      .map((cited) => `${file}: ${cited}`),
  );
}

describe('a comment', () => {
  it('cites documents of this repository', () => {
    const isThere = (cited: string): boolean => documents.has(cited) || names.has(cited);
    expect(unknown(/(?<![\w/])([\w./-]+\.md)\b/g, isThere)).to.deep.equal([]);
  });

  it('cites rules that the pages of docs/rules.md have', () => {
    expect(unknown(/docs\/rules\.md (\d+(?:\.\d+)?)/g, (number) => rules.has(number))).to.deep.equal([]);
  });

  it('cites decisions that docs/decisions has', () => {
    expect(unknown(/decisions? (\d{3})\b/g, (number) => decisions.has(number))).to.deep.equal([]);
  });
});

describe('a document', () => {
  it('names files that exist', () => {
    const missing = [...documents]
      .filter((document) => !document.startsWith('test/') && document !== 'CHANGELOG.md')
      .flatMap((document) =>
        [...readFileSync(document, 'utf8').matchAll(/`([\w./-]+\.(?:ts|mjs))`/g)]
          .map(([, named]) => named!)
          .filter((named) => !files.some((file) => file === named || file.endsWith(`/${named}`)))
          .map((named) => `${document}: ${named}`),
      );
    expect(missing).to.deep.equal([]);
  });

  it('names no later version than that of its program', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const texts = [...documents, ...sources.filter((file) => file.startsWith('api/openapi/'))];
    const later = texts.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?<!-)\bversions? v?(\d+\.\d+\.\d+)/g)]
        .filter(([, named]) => named!.localeCompare(version, 'en', { numeric: true }) > 0)
        .map(([named]) => `${file}: ${named}`),
    );
    expect(later).to.deep.equal([]);
  });

  it('links to files that exist', () => {
    const missing = [...documents].flatMap((document) =>
      [...readFileSync(document, 'utf8').matchAll(/\]\(([\w@./-]+)(?:#[^)]*)?\)/g)]
        .map(([, linked]) => join(dirname(document), linked!))
        .filter((linked) => !existsSync(linked))
        .map((linked) => `${document}: ${linked}`),
    );
    expect(missing).to.deep.equal([]);
  });

  it('links to sections that exist', () => {
    const missing = [...documents].flatMap((document) =>
      [...readFileSync(document, 'utf8').matchAll(/\]\(((?:[\w./-]+\.md)?)#([^)]+)\)/g)]
        .map(([, linked = '', anchor = '']) => ({
          linked: linked === '' ? document : join(dirname(document), linked),
          anchor,
        }))
        .filter(({ linked, anchor }) => !anchorsOf(readFileSync(linked, 'utf8')).includes(anchor))
        .map(({ linked, anchor }) => `${document}: ${linked}#${anchor}`),
    );
    expect(missing).to.deep.equal([]);
  });
});

describe('docs/rules.md', () => {
  it('links to every page of rules', () => {
    const index = readFileSync('docs/rules.md', 'utf8');
    expect(pages.filter((page) => !index.includes(`](rules/${page})`))).to.deep.equal([]);
  });

  it('has each rule on one page only', () => {
    const single = numbers.filter((number) => number.includes('.'));
    expect(single.filter((number, at) => single.indexOf(number) !== at)).to.deep.equal([]);
  });
});
