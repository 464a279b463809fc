import { LRUCache } from 'lru-cache';
import { readPrefetchNetworks } from '../../../common/config/prefetch-networks.ts';
import type { Config } from '../../../common/config.ts';
import type { FetchClient } from '../../../common/domain/fetches.ts';
import { hmacKey } from '../../../common/domain/hmac-key.ts';
import { network } from '../../../common/domain/network.ts';
import { PRIVATE } from '../../../common/domain/networks.ts';
import { quickHmac } from '../../../common/domain/quick-hmac.ts';
import type { PageRequest } from '../../http/quick-pages.ts';
import { clientOf, MOST_AGENT } from '../domain/fetch-clients.ts';

export interface Visitor {
  readonly client: FetchClient;
  /** Bits of keyed hashes: they tell the visitors of one mail apart, but do not reveal an address (`common/domain/fetches.ts`). */
  readonly network: number;
  readonly agent: number;
  /** The network itself, kept in memory for seconds; null for our own proxies and this machine. */
  readonly from: string | null;
}

export type Visitors = (request: PageRequest, deliveryId: number) => Visitor;

/** Machines are kept for about 2 MB: one often fetches for many mails, and to read its address and user agent takes 5 µs. */
const MOST_MACHINES = 4000;

const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Reads the client of a request. Its address and user agent do not leave the process. */
export function createVisitors(config: Pick<Config, 'appSecret' | 'prefetchNetworksFile'>): Visitors {
  const prefetchers = readPrefetchNetworks(config.prefetchNetworksFile);
  const hash = quickHmac(hmacKey(config.appSecret, 'visitors of mails'));
  const machines = new LRUCache<string, Pick<Visitor, 'client' | 'from'> & { readonly network: string }>({
    max: MOST_MACHINES,
  });

  function machineOf(ip: string, userAgent: string, purpose: string) {
    const key = `${ip}\n${purpose}\n${userAgent}`;
    const known = machines.get(key);
    if (known) return known;
    const from = network(ip);
    const client = clientOf({ userAgent, purpose, isPrefetchNetwork: () => prefetchers.has(ip) });
    const machine = { client, network: from, from: PRIVATE.has(ip) ? null : from };
    machines.set(key, machine);
    return machine;
  }

  return ({ headers, ip }, deliveryId) => {
    const userAgent = (headers['user-agent'] ?? '').slice(0, MOST_AGENT);
    const purpose = PURPOSES.map((name) => headers[name] ?? '').join(' ');
    const { client, from, network: place } = machineOf(ip, userAgent, purpose.slice(0, 100));
    const bits = hash(`${deliveryId} ${place}\n${deliveryId} ${userAgent}`, 'binary');
    return {
      client,
      network: bits.charCodeAt(0) * 256 + bits.charCodeAt(1),
      agent: bits.charCodeAt(2),
      from,
    };
  };
}
