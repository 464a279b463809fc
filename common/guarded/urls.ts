import { isIP } from 'node:net';
import { mayConnect } from './addresses.ts';

/** Lower ports belong to other services, which may read a request as commands. */
const FREE_PORTS = 1024;
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);

export const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);

export const isPortAllowed = (port: number): boolean => WEB_PORTS.has(port) || port >= FREE_PORTS;

/** Names that no public DNS has (RFC 6761, RFC 6762, RFC 9476 and ICANN's `internal`). */
const INSIDE = /(?:^|\.)(?:localhost|local|internal|invalid|test|alt|home\.arpa)$/;

/** `address`, also a name: it leads nowhere, or inside. */
export type RefusedPart = 'scheme' | 'login' | 'fragment' | 'port' | 'address';

/**
 * The part of a URL that a guarded request refuses for any answer of the DNS; null: none. `loopback`: the loopback is allowed, also
 * over http.
 */
export function refusedPartOf(url: URL, { loopback }: { readonly loopback: boolean }): RefusedPart | null {
  // URL has made `0x7f.1` and `127.1` an IPv4 address, and names lower-case.
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const address = isIP(host) !== 0;
  const isLocal = address
    ? mayConnect(host, { loopback: true }) && !mayConnect(host, { loopback: false })
    : /(?:^|\.)localhost$/.test(host);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback && isLocal)) return 'scheme';
  if (url.username !== '' || url.password !== '') return 'login';
  if (url.hash !== '') return 'fragment';
  if (!isPortAllowed(portOf(url))) return 'port';
  if (loopback && isLocal) return null;
  const leadsOut = address ? mayConnect(host, { loopback: false }) : host.includes('.') && !INSIDE.test(host);
  return leadsOut ? null : 'address';
}

const LOOPBACK = /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Outside of production a loopback URL needs no TLS. */
export const mayBePlain = (url: URL, production: boolean): boolean =>
  !production && LOOPBACK.test(url.hostname);
