import { contract, type Row } from '../../api/contract.ts';
import type { RecordedCall } from './record.ts';

/** The tests of one file that call an endpoint, in their order. */
export interface CoveringFile {
  readonly file: string;
  readonly titles: readonly string[];
}

/** What the tests asked an endpoint, and what they got. */
export interface Coverage {
  /** HTTP statuses, ascending. */
  readonly statuses: readonly number[];
  /** The file that is about it comes first. Those that go over most endpoints are not among them. */
  readonly files: readonly CoveringFile[];
}

/** A test that calls more endpoints than this walks over them; so does a file of tests that calls twice as many. */
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

/** Files whose tests go over most endpoints, and so say little about a certain one. */
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

/** What is known of each endpoint, by its method and path (`GET /senders`). */
export function coverageOf(calls: readonly RecordedCall[]): ReadonlyMap<string, Coverage> {
  const walks = walksOf(calls);
  const table = new Map<string, Coverage>();
  for (const [endpoint, some] of grouped(calls, endpointOf)) {
    const files = [...grouped(some, ({ file }) => file)]
      .filter(([file]) => !walks.includes(file))
      .map(([file, ofFile]) => ({ file, titles: [...new Set(ofFile.map(({ title }) => title))] }));
    const noun = nounOf(endpoint);
    const rank = ({ file, titles }: CoveringFile): number => 1000 * nearness(file, noun) + titles.length;
    table.set(endpoint, {
      statuses: [...new Set(some.map(({ status }) => status))].sort((a, b) => a - b),
      files: files.sort((a, b) => rank(b) - rank(a) || a.file.localeCompare(b.file)),
    });
  }
  return table;
}

/** `unsubscribe-group-list` for `GET /unsubscribes-groups`: the row's name as a file would be called. */
function nounOf(endpoint: string): string {
  const [, path] = endpoint.split(' ');
  const [name = ''] = Object.entries<Row>(contract).find(([, row]) => row.path === path) ?? [];
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A file has the name of the noun that it is about (the longest that fits); others only pass by. */
function nearness(file: string, noun: string): number {
  const [, folder, about = ''] = /^test\/(\w+)\/([\w-]+?)s?\.test\.ts$/.exec(file) ?? [];
  if (folder !== 'contract') return 0;
  return noun.startsWith(`${about}-`) ? 1 + about.length : 1;
}
