import { createHmac } from 'node:crypto';
import type { Context } from 'koa';
import type { Config } from '../../../common/config.ts';
import type { FetchClient } from '../../../common/domain/fetches.ts';
import { hmacKey } from '../../../common/domain/hmac-key.ts';
import { network } from '../../../common/domain/network.ts';
import { PRIVATE } from '../../http/networks.ts';
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

export type Visitors = (ctx: Context, deliveryId: number) => Visitor;

/** Reads the client of a request. Its address and user agent do not leave the process. */
export function createVisitors(config: Pick<Config, 'appSecret' | 'prefetchNetworksFile'>): Visitors {
  const prefetchers = readPrefetchNetworks(config.prefetchNetworksFile);
  const key = hmacKey(config.appSecret, 'visitors of mails');
  return (ctx, deliveryId) => {
    const userAgent = ctx.get('User-Agent').slice(0, MOST_AGENT);
    const { ip } = ctx;
    const purpose = [ctx.get('Sec-Purpose'), ctx.get('Purpose'), ctx.get('X-Purpose'), ctx.get('X-Moz')];
    const from = network(ip);
    const hash = createHmac('sha256', key).update(`${deliveryId} ${from}\n${deliveryId} ${userAgent}`);
    const bits = hash.digest();
    return {
      client: clientOf({
        userAgent,
        purpose: purpose.join(' ').slice(0, 100),
        isPrefetchNetwork: () => prefetchers.has(ip),
      }),
      network: bits.readUInt16BE(0),
      agent: bits[2]!,
      from: PRIVATE.has(ip) ? null : from,
    };
  };
}
