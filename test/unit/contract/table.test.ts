import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { type ContractRow, contract } from '../../../api/contract.ts';
import { FACTS } from '../../support/specification.ts';

const STALE = 'docs/contract.md is stale: npm run docs:contract';
const root = new URL('../../../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');

interface Line {
  endpoint: string;
  statuses: string[];
  /** The file about the endpoint. */
  file: string | undefined;
}

const filesIn = (text: string): string[] =>
  [...text.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, file]) => file!);

/** A line names one of these only where it is missing. */
const USUAL = ['200', '401', '422'];

/** Parses the lines of the page. A file stands above the endpoints that it tests. */
function linesOf(page: string): Line[] {
  let file: string | undefined;
  return page.split('\n').flatMap((text) => {
    if (text.startsWith('[')) [file] = filesIn(text);
    if (text.startsWith('## ')) file = undefined;
    const [, endpoint = '', unusual = ''] = /^- `([A-Z]+ [^`]+)`\+?(?:: (.*))?$/.exec(text) ?? [];
    const usual = USUAL.filter((status) => !unusual.includes(`no ${status}`));
    return endpoint
      ? [{ endpoint, statuses: [...usual, ...unusual.replace(/no \d+/g, '').split(' ')], file }]
      : [];
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

  it('lists every endpoint and no other', () => {
    const rows = Object.values<ContractRow>(contract).flatMap(({ methods, path }) =>
      methods.map((method) => `${method} ${path.slice(1)}`),
    );
    expect(
      lines.map(({ endpoint }) => endpoint),
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

  it('names for every endpoint a file whose tests call it, with a success and without keys', () => {
    for (const { endpoint, statuses, file } of lines) {
      expect(statuses, endpoint).to.include.members(['200', '401']);
      expect(file, endpoint).to.match(/^test\/\w+\/.+\.test\.ts$/);
      expect(namesEndpoint(file!, endpoint), `${endpoint} in ${file}. ${STALE}`).to.equal(true);
    }
  });

  it('links to existing files', () => {
    const files = filesIn(read('docs/contract.md'));
    for (const file of new Set(files)) expect(() => read(file), `${file}. ${STALE}`).to.not.throw();
  });
});
