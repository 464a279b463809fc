import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { contract, type Row, scopeOf } from '../../../api/contract.ts';
import { FACTS } from '../../support/specification.ts';

const STALE = 'docs/contract.md is stale: npm run docs:contract';
const root = new URL('../../../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');

interface Line {
  endpoint: string;
  scope: string;
  success: string;
  statuses: number[];
  file: string;
  titles: string[];
}

const plain = (text: string): string => text.replace(/\\(.)/g, '$1');

/** Parses a line of the table; null for other lines. */
function lineOf(text: string): Line | null {
  const cells = /^\| `([A-Z]+ [^`]+)`[^|]* \| (\w+) \| (.*?) \| ([\d ]*) \| (.*) \|$/.exec(text);
  if (!cells) return null;
  const [, endpoint = '', scope = '', success = '', statuses = '', tests = ''] = cells;
  const [, file = '', titles = ''] = /^\[[^\]]+\]\(\.\.\/([^)]+)\): (.*?)(?:<br>.*)?$/.exec(tests) ?? [];
  return {
    endpoint,
    scope,
    success: plain(success),
    statuses: statuses.split(' ').filter(Boolean).map(Number),
    file,
    titles: titles
      .split(' · ')
      .filter((title) => title !== '' && !/^… \(\d+ more\)$/.test(title))
      .map(plain),
  };
}

/** Whether a file has a test of this title. Some titles are composed, and some come from a table. */
function titlesOf(file: string): (title: string) => boolean {
  const source = read(file);
  const patterns = [
    ...source.matchAll(/\bit\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`|[\w.]+)/g),
  ].map(([, single, double, template]) => {
    const text = single ?? double ?? template;
    if (text === undefined) return /./;
    const parts = plain(text).split(/\$\{[^}]*\}/);
    return new RegExp(
      `^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`,
      's',
    );
  });
  return (title) => patterns.some((pattern) => pattern.test(title));
}

describe('docs/contract.md', () => {
  let lines: Line[];

  before(() => {
    lines = read('docs/contract.md')
      .split('\n')
      .map(lineOf)
      .filter((line) => line !== null);
  });

  it('lists every endpoint and no other, with the scope that it needs', () => {
    const rows = Object.values<Row>(contract).flatMap((row) =>
      row.methods.map((method) => `${method} ${row.path.slice(1)}: ${scopeOf(row, method)}`),
    );
    expect(
      lines.map(({ endpoint, scope }) => `${endpoint}: ${scope}`),
      STALE,
    ).to.have.members(rows);
  });

  it('shows the success of the published contract', () => {
    for (const { methods, path, success } of FACTS) {
      for (const method of methods) {
        const line = lines.find(({ endpoint }) => endpoint === `${method} ${path}`);
        if (success !== null) expect(line?.success, `${method} ${path}. ${STALE}`).to.equal(success);
      }
    }
  });

  it('shows the failures of the published contract', () => {
    for (const { methods, path, failure, validation, query, body } of FACTS) {
      const isNamed = query.length + body.length > 0;
      const wanted = [
        // A plain list with nothing in it is a success (docs/rules.md 2.5).
        ...(isNamed && failure?.startsWith('Record') ? [404] : []),
        ...(validation.length > 0 ? [422] : []),
      ];
      for (const method of methods) {
        const { statuses = [] } = lines.find(({ endpoint }) => endpoint === `${method} ${path}`) ?? {};
        expect(statuses, `${method} ${path}. ${STALE}`).to.include.members(wanted);
      }
    }
  });

  it('names existing tests for every endpoint, which saw it succeed', () => {
    const known = new Map<string, (title: string) => boolean>();
    for (const { endpoint, statuses, file, titles } of lines) {
      expect(titles.length, endpoint).to.be.above(0);
      expect(statuses, endpoint).to.include(200);
      const isTitle = known.get(file) ?? titlesOf(file);
      known.set(file, isTitle);
      expect(
        titles.filter((title) => !isTitle(title)),
        `${endpoint} in ${file}. ${STALE}`,
      ).to.deep.equal([]);
    }
  });

  it('links to existing files', () => {
    const files = [...read('docs/contract.md').matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, file]) => file!);
    for (const file of new Set(files)) expect(() => read(file), `${file}. ${STALE}`).to.not.throw();
  });
});
