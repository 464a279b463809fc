import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { sourcesOf } from '../../../local/rooms/imports.ts';

const SERVICE = ['api', 'common', 'worker', 'inbound', 'local', 'shared'];
const CONSOLE = ['console/src', 'shared'];

/** Types that several files declare together: each file adds fields to one interface (`declare module`). */
const SHARED_TYPES: Readonly<Record<string, string>> = {
  WorkerParts: 'the list of all parts adds their names and types',
  Service: 'each service of the API adds itself',
};

/** Files that export values of one name, and why. */
const SHARED_VALUES: readonly { readonly files: RegExp; readonly reason: string }[] = [
  {
    files: /^api\/(?:resources|present|openapi\/entries)\//,
    reason: 'a resource has one name in every layer',
  },
  {
    files: /^api\/http\/(?:typed-input|inputs)\.ts$|^api\/openapi\/shapes\.ts$|^common\/domain\/times\.ts$/,
    reason: 'an input, and a value of an answer, are called by the same word of the contract',
  },
  { files: /^console\/src\/texts\//, reason: 'a text has one name in every language' },
];

const PARTICIPLE =
  /^(?:\w+ed|Begun|Bound|Chosen|Drawn|Found|Given|Gone|Heard|Held|Hidden|Kept|Known|Left|Lost|Made|Meant|Met|Rung|Said|Seen|Sent|Shown|Sold|Spent|Taken|Told|Torn|Understood|Written)$/;

const TYPE =
  /^[ \t]*(?:export )?(?:declare )?(?:abstract )?(?:type|interface|class|enum) ([A-Z]\w*)(?=<| =| \{| extends | implements |$)/gm;
const VALUE = /^export (?:async )?(?:function\*? ?|const )(\w+)/gm;

const GLOSSARY = ['docs/glossary.md', 'docs/glossary-outcomes.md', 'docs/glossary-code.md'];

describe('names of the code', () => {
  for (const [title, roots] of [
    ['the service', SERVICE],
    ['the console', CONSOLE],
  ] as const) {
    it(`declares each type of ${title} in one file`, () => {
      const repeated = repeatedIn(declarations(roots, TYPE)).filter(([name]) => !(name in SHARED_TYPES));
      expect(Object.fromEntries(repeated)).to.deep.equal({});
    });

    it(`names each type of ${title} by a noun, not by a participle alone`, () => {
      const names = [...declarations(roots, TYPE).keys()];
      expect(names.filter((name) => PARTICIPLE.test(name))).to.deep.equal([]);
    });
  }

  for (const roots of [['api'], ['worker'], ['inbound'], ['local'], CONSOLE])
    it(`exports each function and constant that ${roots[0]} can import from one file`, () => {
      const values = declarations(roots === CONSOLE ? roots : [...roots, 'common', 'shared'], VALUE);
      const repeated = repeatedIn(values).filter(([, files]) => !isShared(files));
      expect(Object.fromEntries(repeated)).to.deep.equal({});
    });

  it('needs each of its exceptions', () => {
    const types = repeatedIn(declarations(SERVICE, TYPE)).map(([name]) => name);
    expect(types).to.include.members(Object.keys(SHARED_TYPES));
    const values = repeatedIn(declarations([...SERVICE, ...CONSOLE], VALUE));
    for (const { files, reason } of SHARED_VALUES)
      expect(
        values.some(([, found]) => found.filter((file) => files.test(file)).length > 1),
        reason,
      ).to.equal(true);
  });
});

describe('the glossary', () => {
  const text = GLOSSARY.map((page) => readFileSync(page, 'utf8')).join('\n');

  it('explains each word once', () => {
    const words = text
      .split('\n')
      .map((line) => /^- \*\*(.+?)\*\*:/.exec(line)?.[1])
      .flatMap((cell) => cell?.replace(/ \(.*\)/, '').split(', ') ?? []);
    expect(words.length).to.be.above(0);
    expect(words.filter((word, at) => words.indexOf(word) !== at)).to.deep.equal([]);
  });

  it('names types that exist', () => {
    const types = declarations([...SERVICE, ...CONSOLE], TYPE);
    const named = [...text.matchAll(/`([A-Z][a-z]+(?:[A-Z][a-z]+)*)`/g)].map(([, name]) => name!);
    expect(named.length).to.be.above(0);
    expect(named.filter((name) => !types.has(name))).to.deep.equal([]);
  });
});

/** The files that declare each name. */
function declarations(roots: readonly string[], declaration: RegExp): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of roots.flatMap(sourcesOf).filter((one) => !one.endsWith('.d.ts')))
    for (const [, name] of readFileSync(file, 'utf8').matchAll(declaration))
      found.set(name!, (found.get(name!) ?? new Set()).add(file));
  return found;
}

const repeatedIn = (found: ReadonlyMap<string, ReadonlySet<string>>): [string, string[]][] =>
  [...found].filter(([, files]) => files.size > 1).map(([name, files]) => [name, [...files]]);

/** Whether all these files have a reason to share a name. */
const isShared = (files: readonly string[]): boolean =>
  SHARED_VALUES.some((shared) => files.every((file) => shared.files.test(file)));
