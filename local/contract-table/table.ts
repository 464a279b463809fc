import { contract, type EndpointName, type Row, scopeOf } from '../../api/contract.ts';
import { entryOf } from '../../api/openapi/entries/all.ts';
import { FACTS, type Fact } from '../../test/support/specification.ts';
import { type Coverage, coverageOf, walksOf } from './coverage.ts';
import type { RecordedCall } from './record.ts';

const HEAD = `# The contract and its tests

Made by \`npm run docs:contract\`: it runs the tests and writes down which endpoint each of them called and what came back. Do not edit.

Every answer that a test gets is held against the API's own document (\`test/support/documented.ts\`), and the document
against the published contract, typed by hand (\`test/support/specification.ts\`). The scope is what a key needs at least ([rules 18.2](rules.md)).
`;

const COLUMNS = `| endpoint | scope | success | answers seen | tests |
|---|---|---|---|---|
`;

const specified = new Map(FACTS.map((fact) => [`/${fact.path}`, fact]));

/** Tests of one file that are listed at most. */
const MOST = 10;

const escaped = (text: string): string => text.replace(/[|<>*_\\]/g, '\\$&');
const link = (file: string): string =>
  `[${file.replace(/^test\//, '').replace(/\.test\.ts$/, '')}](../${file})`;

/** A success as the published contract writes it; of an additive endpoint, as api/contract.ts has it. */
function successOf({ done }: Row, fact: Fact | undefined): string {
  if (fact?.success) return fact.success;
  if ('text' in done) return `message: ${done.text}`;
  if ('errorsText' in done) return `errors: ${done.errorsText}`;
  if ('raw' in done) return done.raw;
  return `message.${'key' in done ? done.key : done.list}`;
}

function testsOf({ files }: Coverage): string {
  const [own, ...others] = files;
  if (!own) return '';
  const also = others.length > 0 ? `<br>also ${others.map(({ file }) => link(file)).join(', ')}` : '';
  const titles = own.titles.slice(0, MOST).map(escaped);
  const more = own.titles.length - titles.length;
  return `${link(own.file)}: ${titles.join(' · ')}${more > 0 ? ` · … (${more} more)` : ''}${also}`;
}

const NOTHING: Coverage = { statuses: [], files: [] };

function lineOf(method: string, row: Row, coverage: Coverage): string {
  const fact = specified.get(row.path);
  const mark = fact ? '' : ' (additive)';
  return `| \`${method} ${row.path.slice(1)}\`${mark} | ${scopeOf(row, method)} | ${escaped(successOf(row, fact))} | ${coverage.statuses.join(' ')} | ${testsOf(coverage)} |\n`;
}

/** The text of the file: every endpoint under its heading, in the order of the contract. */
export function tableOf(recorded: readonly RecordedCall[]): string {
  const coverage = coverageOf(recorded);
  const sections = new Map<string, string>();
  for (const [name, row] of Object.entries<Row>(contract)) {
    const heading = entryOf(name as EndpointName).tag.name;
    const lines = row.methods.map((method) =>
      lineOf(method, row, coverage.get(`${method} ${row.path}`) ?? NOTHING),
    );
    sections.set(heading, (sections.get(heading) ?? '') + lines.join(''));
  }
  const bodies = [...sections].map(([heading, lines]) => `\n## ${heading}\n\n${COLUMNS}${lines}`);
  return `${HEAD}\nOver most or all endpoints go ${walksOf(recorded).map(link).join(', ')}: they are not named once more below.\n${bodies.join('')}`;
}
