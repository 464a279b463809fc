import type { Config } from '../../../common/config.ts';
import type { FetchClient } from '../../../common/domain/fetches.ts';
import { hmacKey } from '../../../common/domain/hmac-key.ts';
import { network } from '../../../common/domain/network.ts';
import { quickHmac } from '../../../common/domain/quick-hmac.ts';
import { PRIVATE } from '../../http/networks.ts';
import type { PageRequest } from '../../http/quick-pages.ts';
import { clientOf, MOST_AGENT } from '../domain/fetch-clients.ts';
import { readPrefetchNetworks } from './prefetch-networks.ts';

export interface Visitor {
  readonly client: FetchClient;
  /** Bits of keyed hashes: they tell the visitors of one mail apart, but do not reveal an address (`common/domain/fetches.ts`). */
  readonly network: number;
  readonly agent: number;
  /** The network itself, kept in memory for seconds; null for our own proxies and this machine. */
  readonly from: string | null;
}

export type Visitors = (request: PageRequest, deliveryId: number) => Visitor;

const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Reads the client of a request. Its address and user agent do not leave the process. */
export function createVisitors(config: Pick<Config, 'appSecret' | 'prefetchNetworksFile'>): Visitors {
  const prefetchers = readPrefetchNetworks(config.prefetchNetworksFile);
  const hash = quickHmac(hmacKey(config.appSecret, 'visitors of mails'));
  return ({ headers, ip }, deliveryId) => {
    const userAgent = (headers['user-agent'] ?? '').slice(0, MOST_AGENT);
    const purpose = PURPOSES.map((name) => headers[name] ?? '').join(' ');
    const from = network(ip);
    const bits = hash(`${deliveryId} ${from}\n${deliveryId} ${userAgent}`, 'binary');
    return {
      client: clientOf({
        userAgent,
        purpose: purpose.slice(0, 100),
        isPrefetchNetwork: () => prefetchers.has(ip),
      }),
      network: bits.charCodeAt(0) * 256 + bits.charCodeAt(1),
      agent: bits.charCodeAt(2),
      from: PRIVATE.has(ip) ? null : from,
    };
  };
}
