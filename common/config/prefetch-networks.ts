import { readFileSync, statSync } from 'node:fs';
import { type Networks, networksOf, spanOf } from '../domain/networks.ts';
import { ConfigurationError } from './configuration-error.ts';

/** Apple's list has about 300,000 lines in 15 MB. */
const MOST_BYTES = 64 * 2 ** 20;
const MOST_NAMED = 5;

/**
 * Networks of Apple's Mail Privacy Protection: its own, and in large blocks the relays of https://mask-api.icloud.com/egress-ip-ranges.csv.
 */
const APPLE = [
  '17.0.0.0/8',
  '104.28.0.0/16',
  '140.248.0.0/16',
  '146.75.0.0/16',
  '172.224.0.0/12',
  '2606:54c0::/30',
  '2620:149::/32',
  '2a02:26f7::/32',
  '2a04:4e41::/32',
];

/**
 * The networks of Apple's prefetching proxy, from a file (`PREFETCH_NETWORKS_FILE`) or the blocks above. A line is a network, or begins
 * with one and a comma, as in Apple's list; blank lines and # lines are skipped. Throws a {@link ConfigurationError} for wrong lines.
 */
export function readPrefetchNetworks(path: string | null): Networks {
  if (path === null) return networksOf(APPLE.map((network) => spanOf(network)!));
  const wrong: string[] = [];
  const spans = textOf(path)
    .split('\n')
    .flatMap((line, index) => {
      const network = line.split(',', 1)[0]!.trim();
      if (network === '' || network.startsWith('#')) return [];
      const span = spanOf(network);
      if (!span && wrong.length < MOST_NAMED)
        wrong.push(
          `PREFETCH_NETWORKS_FILE: line ${index + 1} must begin with a network such as 192.0.2.0/24 or 2001:db8::/32`,
        );
      return span ?? [];
    });
  if (wrong.length > 0) throw new ConfigurationError(wrong);
  return networksOf(spans);
}

function textOf(path: string): string {
  try {
    if (statSync(path).size > MOST_BYTES) throw new Error(`${path} has more than ${MOST_BYTES} bytes`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigurationError([
      `PREFETCH_NETWORKS_FILE: ${error instanceof Error ? error.message : String(error)}`,
    ]);
  }
}
