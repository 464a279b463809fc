import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Global unicast addresses (RFC 4291, 2.4). What is outside of it is special, or embeds an IPv4 address. */
const GLOBAL_IPV6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * Whether a request of an account may go to this address: a public one that is not our own. Private, link-local, shared, reserved
 * and multicast ones are refused, and IPv6 addresses that lead to an IPv4 one (6to4, Teredo, NAT64). `loopback`: those of the
 * loopback are allowed too.
 */
export function mayConnect(address: string, { loopback }: { readonly loopback: boolean }): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address that is written as an IPv6 one is that IPv4 address.
  const read = ipaddr.process(address);
  const range = read.range();
  if (range === 'loopback') return loopback;
  if (range !== 'unicast') return false;
  if (read.kind() === 'ipv6' && !(read as ipaddr.IPv6).match(GLOBAL_IPV6)) return false;
  return !isOwn(read);
}

/** Whether an interface of this machine has the address. */
function isOwn(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const normal = address.toNormalizedString();
  return Object.values(networkInterfaces()).some((interfaces) =>
    interfaces?.some((own) => ipaddr.process(own.address.split('%')[0]!).toNormalizedString() === normal),
  );
}
