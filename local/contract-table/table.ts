import { type ContractRow, contract, type EndpointName, scopeOf } from '../../api/contract.ts';
import { entryOf } from '../../api/openapi/entries/all.ts';
import { FACTS, type Fact } from '../../test/support/specification.ts';
import { type Coverage, coverageOf, walksOf } from './coverage.ts';
import type { RecordedCall } from './record.ts';

const HEAD = `# The contract and its tests

Made by \`npm run docs:contract\`: it runs the tests and records the endpoint and the status of each call. Do not edit.

The tests compare every answer with the API's own document (\`test/support/documented.ts\`). They compare the document with
the published contract, which is typed by hand (\`test/support/specification.ts\`). "Scope" is the smallest scope that a key needs
([rules 18.2](rules.md)). "Statuses" are those that tests got. "Tests" names the file about the endpoint first.
`;

const COLUMNS = `| endpoint | scope | success | statuses | tests |
|---|---|---|---|---|
`;

const specified = new Map(FACTS.map((fact) => [`/${fact.path}`, fact]));

const MOST = 4;

const escaped = (text: string): string => text.replace(/[|<>*_\\]/g, '\\$&');
const link = (file: string): string =>
  `[${file.replace(/^test\/\w+\//, '').replace(/\.test\.ts$/, '')}](../${file})`;

/** A success as the published contract writes it; for an additive endpoint, as api/contract.ts has it. */
function successOf({ done }: ContractRow, fact: Fact | undefined): string {
  if (fact?.success) return fact.success;
  if ('text' in done) return `message: ${done.text}`;
  if ('errorsText' in done) return `errors: ${done.errorsText}`;
  if ('raw' in done) return done.raw;
  return `message.${'key' in done ? done.key : done.list}`;
}

function testsOf({ files }: Coverage): string {
  const named = files.slice(0, MOST).map(({ file }) => link(file));
  const more = files.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

const NOTHING: Coverage = { statuses: [], files: [] };

function lineOf(method: string, row: ContractRow, coverage: Coverage): string {
  const fact = specified.get(row.path);
  const mark = fact ? '' : ' (additive)';
  return `| \`${method} ${row.path.slice(1)}\`${mark} | ${scopeOf(row, method)} | ${escaped(successOf(row, fact))} | ${coverage.statuses.join(' ')} | ${testsOf(coverage)} |\n`;
}

export function tableOf(recorded: readonly RecordedCall[]): string {
  const coverage = coverageOf(recorded);
  const sections = new Map<string, string>();
  for (const [name, row] of Object.entries<ContractRow>(contract)) {
    const heading = entryOf(name as EndpointName).tag.name;
    const lines = row.methods.map((method) =>
      lineOf(method, row, coverage.get(`${method} ${row.path}`) ?? NOTHING),
    );
    sections.set(heading, (sections.get(heading) ?? '') + lines.join(''));
  }
  const bodies = [...sections].map(([heading, lines]) => `\n## ${heading}\n\n${COLUMNS}${lines}`);
  return `${HEAD}\nThese files call most or all endpoints, and are not repeated in the tables: ${walksOf(recorded).map(link).join(', ')}.\n${bodies.join('')}`;
}
