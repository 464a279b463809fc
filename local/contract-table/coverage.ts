import { type ContractRow, contract } from '../../api/contract.ts';
import type { RecordedCall } from './record.ts';

/** A file of tests that call an endpoint. */
export interface CoveringFile {
  readonly file: string;
  readonly tests: number;
}

export interface Coverage {
  readonly statuses: readonly number[];
  /** The file about this endpoint comes first. Files that call most endpoints are left out. */
  readonly files: readonly CoveringFile[];
}

/** A test that calls more endpoints is about all of them, as is a file whose tests call twice as many. */
const WALK = 15;

const endpointOf = ({ method, path }: RecordedCall): string => `${method} ${path}`;

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** Files whose tests call most endpoints, and so show little about any of them. */
export function walksOf(calls: readonly RecordedCall[]): readonly string[] {
  const paths = (some: readonly RecordedCall[]) => new Set(some.map(({ path }) => path)).size;
  return [...grouped(calls, ({ file }) => file)]
    .filter(
      ([, some]) =>
        paths(some) > 2 * WALK ||
        [...grouped(some, ({ title }) => title).values()].some((ofTest) => paths(ofTest) > WALK),
    )
    .map(([file]) => file);
}

export function coverageOf(calls: readonly RecordedCall[]): ReadonlyMap<string, Coverage> {
  const walks = walksOf(calls);
  const table = new Map<string, Coverage>();
  for (const [endpoint, some] of grouped(calls, endpointOf)) {
    const files = [...grouped(some, ({ file }) => file)]
      .filter(([file]) => !walks.includes(file))
      .map(([file, ofFile]) => ({ file, tests: new Set(ofFile.map(({ title }) => title)).size }));
    const noun = nounOf(endpoint);
    const rank = ({ file, tests }: CoveringFile): number => 1000 * nearness(file, noun) + tests;
    table.set(endpoint, {
      statuses: [...new Set(some.map(({ status }) => status))].sort((a, b) => a - b),
      files: files.sort((a, b) => rank(b) - rank(a) || a.file.localeCompare(b.file)),
    });
  }
  return table;
}

/** `unsubscribe-group-list` for `GET /unsubscribes-groups`: the name of the row in the style of file names. */
function nounOf(endpoint: string): string {
  const [, path] = endpoint.split(' ');
  const [name = ''] = Object.entries<ContractRow>(contract).find(([, row]) => row.path === path) ?? [];
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** How well a file's name fits the noun of an endpoint; the longest common part wins. */
function nearness(file: string, noun: string): number {
  const [, folder, about = ''] = /^test\/\w+\/(\w+)\/([\w-]+?)s?\.test\.ts$/.exec(file) ?? [];
  if (folder !== 'contract') return 0;
  return noun.startsWith(`${about}-`) ? 1 + about.length : 1;
}
