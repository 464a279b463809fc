import { type ContractRow, contract, type EndpointName } from '../../api/contract.ts';
import { entryOf } from '../../api/openapi/entries/all.ts';
import { FACTS } from '../../test/support/specification.ts';
import { type Coverage, coverageOf, walksOf } from './coverage.ts';
import type { RecordedCall } from './record.ts';

const HEAD = `# The contract and its tests

Made by \`npm run docs:contract\`: it runs the tests and records the endpoint and the status of each call. Do not edit.

A link names the file about the endpoints below it. \`+\` marks an endpoint that the published contract lacks. Lines list the
statuses that tests got besides 200, 401 and 422, and besides those of any call: 400, 403 and 431.
`;

const specified = new Set(FACTS.map(({ path }) => `/${path}`));

/** Statuses of nearly every endpoint: a success, a call without keys, invalid inputs. */
const USUAL = [200, 401, 422];
/** Statuses of a wrong body, scope or header of any call, so they say nothing about an endpoint. */
const OF_ANY_CALL = [400, 403, 431];

const link = (file: string): string =>
  `[${file.replace(/^test\/\w+\//, '').replace(/\.test\.ts$/, '')}](../${file})`;

function statusesOf({ statuses }: Coverage): string {
  const missing = USUAL.filter((status) => !statuses.includes(status)).map((status) => `no ${status}`);
  const named = statuses.filter((status) => ![...USUAL, ...OF_ANY_CALL].includes(status));
  return [...missing, ...named].join(' ');
}

const NOTHING: Coverage = { statuses: [], files: [] };

function lineOf(method: string, row: ContractRow, coverage: Coverage): string {
  const mark = specified.has(row.path) ? '' : '+';
  const statuses = statusesOf(coverage);
  return `- \`${method} ${row.path.slice(1)}\`${mark}${statuses && `: ${statuses}`}\n`;
}

/** The lines of a heading, by the file that tests them. */
type Lines = Map<string, string>;

const sectionOf = ([heading, lines]: [string, Lines]): string =>
  `\n## ${heading}\n${[...lines].map(([file, text]) => `\n${file && `${link(file)}\n\n`}${text}`).join('')}`;

/** The text of the file: every endpoint under its heading, in the order of the contract. */
export function tableOf(recorded: readonly RecordedCall[]): string {
  const coverage = coverageOf(recorded);
  const sections = new Map<string, Lines>();
  for (const [name, row] of Object.entries<ContractRow>(contract)) {
    const heading = entryOf(name as EndpointName).tag.name;
    const lines = sections.get(heading) ?? new Map<string, string>();
    sections.set(heading, lines);
    for (const method of row.methods) {
      const covered = coverage.get(`${method} ${row.path}`) ?? NOTHING;
      const { file } = covered.files[0] ?? { file: '' };
      lines.set(file, (lines.get(file) ?? '') + lineOf(method, row, covered));
    }
  }
  return `${HEAD}\nThese files call most or all endpoints: ${walksOf(recorded).map(link).join(', ')}.\n${[...sections].map(sectionOf).join('')}`;
}
