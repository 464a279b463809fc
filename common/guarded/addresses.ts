import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** RFC 4291, 2.4. Other addresses are special, or embed an IPv4 address. */
const GLOBAL_IPV6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Public addresses at which a cloud configures its own machines. The others of this kind are in private or reserved ranges. */
const OF_CLOUDS: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Whether a request of an account may go to this address: public, and not of this machine. Refused: private, link-local, shared,
 * reserved and multicast addresses, and IPv6 addresses that lead to IPv4 (6to4, Teredo, NAT64). `loopback`: loopback addresses
 * are allowed too.
 */
export function mayConnect(address: string, { loopback }: { readonly loopback: boolean }): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4-mapped IPv6 address counts as the IPv4 address.
  const read = ipaddr.process(address);
  const range = read.range();
  if (range === 'loopback') return loopback;
  if (range !== 'unicast') return false;
  if (read.kind() === 'ipv6' && !(read as ipaddr.IPv6).match(GLOBAL_IPV6)) return false;
  return !OF_CLOUDS.has(read.toString()) && !isOwn(read);
}

function isOwn(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const normal = address.toNormalizedString();
  return Object.values(networkInterfaces()).some((interfaces) =>
    interfaces?.some((own) => ipaddr.process(own.address.split('%')[0]!).toNormalizedString() === normal),
  );
}
