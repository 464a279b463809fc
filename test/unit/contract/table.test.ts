import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { type ContractRow, contract, scopeOf } from '../../../api/contract.ts';
import { FACTS } from '../../support/specification.ts';

const STALE = 'docs/contract.md is stale: npm run docs:contract';
const root = new URL('../../../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');

interface Line {
  endpoint: string;
  scope: string;
  /** Besides 200 and 401. */
  statuses: string[];
  /** The file about the endpoint. */
  file: string | undefined;
}

const filesIn = (text: string): string[] =>
  [...text.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, file]) => file!);

/** Parses the lines of the page. A file stands above the endpoints that it tests. */
function linesOf(page: string): Line[] {
  let file: string | undefined;
  return page.split('\n').flatMap((text) => {
    if (text.startsWith('[')) [file] = filesIn(text);
    if (text.startsWith('## ')) file = undefined;
    const [, endpoint = '', scope = '', statuses = ''] =
      /^- `([A-Z]+ [^`]+)`\+? (\w+)(?:: (.*))?$/.exec(text) ?? [];
    return endpoint ? [{ endpoint, scope, statuses: statuses.split(' ').filter(Boolean), file }] : [];
  });
}

/** Tests make these paths of parts. */
const COMPOSED: readonly string[] = [
  'single-send/links',
  'single-send/domains',
  'automations/duplicate',
  'automations/details',
  'automations/progress',
  'automations/pause',
  'automations/set-live',
  'automations/schedule/check',
  'automations/schedule/deliveries/download',
  'automations/schedule/links',
  'automations/schedule/timeline',
];

/** Whether a file of tests has an endpoint's path, as a whole or in parts, or calls the endpoint by its name in the typed client. */
function namesEndpoint(file: string, endpoint: string): boolean {
  const source = read(file);
  const [, path = ''] = endpoint.split(' ');
  const [name] = Object.entries<ContractRow>(contract).find(([, row]) => row.path === `/${path}`)!;
  if (source.includes(name) || source.includes(path)) return true;
  return COMPOSED.includes(path) && path.split('/').every((part) => source.includes(part));
}

describe('docs/contract.md', () => {
  let lines: Line[];

  before(() => {
    lines = linesOf(read('docs/contract.md'));
  });

  it('lists every endpoint and no other, with the scope that it needs', () => {
    const rows = Object.values<ContractRow>(contract).flatMap((row) =>
      row.methods.map((method) => `${method} ${row.path.slice(1)}: ${scopeOf(row, method)}`),
    );
    expect(
      lines.map(({ endpoint, scope }) => `${endpoint}: ${scope}`),
      STALE,
    ).to.have.members(rows);
  });

  it('shows the failures of the published contract', () => {
    for (const { methods, path, failure, validation, query, body } of FACTS) {
      const isNamed = query.length + body.length > 0;
      const wanted = [
        // A plain list with nothing in it is a success (docs/rules.md 2.5).
        ...(isNamed && failure?.startsWith('Record') ? ['404'] : []),
        ...(validation.length > 0 ? ['422'] : []),
      ];
      for (const method of methods) {
        const { statuses = [] } = lines.find(({ endpoint }) => endpoint === `${method} ${path}`) ?? {};
        expect(statuses, `${method} ${path}. ${STALE}`).to.include.members(wanted);
      }
    }
  });

  it('names for every endpoint a file whose tests call it, and no missing status', () => {
    for (const { endpoint, statuses, file } of lines) {
      expect(statuses, endpoint).not.to.include('no');
      expect(file, endpoint).to.match(/^test\/\w+\/.+\.test\.ts$/);
      expect(namesEndpoint(file!, endpoint), `${endpoint} in ${file}. ${STALE}`).to.equal(true);
    }
  });

  it('links to existing files', () => {
    const files = filesIn(read('docs/contract.md'));
    for (const file of new Set(files)) expect(() => read(file), `${file}. ${STALE}`).to.not.throw();
  });
});
