import { BlockList, isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A set of networks of IP addresses. */
export interface Networks {
  has(address: string): boolean;
}

const HEX_DIGITS = 32;
const BITS = 128;
/** Bits before the 32 of an IPv4 address. */
const MAPPED_BITS = 96;

/** An address as 32 hexadecimal digits, so that addresses compare as texts; null for what is no address. */
function hexOf(address: string): string | null {
  const [plain = ''] = address.split('%', 1);
  const version = isIP(plain);
  if (version === 0) return null;
  // The library's parse for both versions tries IPv6 first, and costs several times as much.
  const parsed = version === 4 ? ipaddr.IPv4.parse(plain) : ipaddr.IPv6.parse(plain);
  // IPv4 addresses stand among those of IPv6 (RFC 4291, 2.5.5.2).
  const long = 'toIPv4MappedAddress' in parsed ? parsed.toIPv4MappedAddress() : parsed;
  return Buffer.from(long.toByteArray()).toString('hex');
}

interface AddressSpan {
  readonly from: string;
  readonly to: string;
}

/** The first and the last address of a network, such as `192.0.2.0/24`, `2001:db8::/32` or a single address; null for other texts. */
export function spanOf(network: string): AddressSpan | null {
  const [address = '', bits, ...rest] = network.split('/');
  const hex = hexOf(address);
  if (hex === null || rest.length > 0) return null;
  const isShort = isIP(address) === 4;
  const most = isShort ? BITS - MAPPED_BITS : BITS;
  if (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > most)) return null;
  const free = most - Number(bits ?? most);
  const value = BigInt(`0x${hex}`);
  const mask = (1n << BigInt(free)) - 1n;
  return { from: textOf(value & ~mask), to: textOf(value | mask) };
}

const textOf = (value: bigint): string => value.toString(16).padStart(HEX_DIGITS, '0');

/** A set of any number of networks; it finds an address in steps of the logarithm of that number. */
export function networksOf(spans: readonly AddressSpan[]): Networks {
  const sorted = [...spans].sort((one, other) => (one.from < other.from ? -1 : 1));
  const merged: { from: string; to: string }[] = [];
  for (const { from, to } of sorted) {
    const last = merged.at(-1);
    if (!last || from > last.to) merged.push({ from, to });
    else if (to > last.to) last.to = to;
  }
  return {
    has(address) {
      const hex = hexOf(address);
      if (hex === null) return false;
      let [low, high] = [0, merged.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (merged[middle]!.to < hex) low = middle + 1;
        else high = middle;
      }
      const found = merged[low];
      return found !== undefined && found.from <= hex;
    },
  };
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6');

/** Networks of machines that share no network with others: addresses of a proxy of ours, of a test, of the same machine. */
export const PRIVATE: Networks = nativeNetworksOf([
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
]);

/** A few networks: Node compares an address with one after the other, and that is quicker than reading it here. */
function nativeNetworksOf(networks: readonly (readonly [address: string, bits: number])[]): Networks {
  const list = new BlockList();
  for (const [address, bits] of networks) list.addSubnet(address, bits, familyOf(address));
  return {
    has(address) {
      const [plain = ''] = address.split('%', 1);
      // An IPv4 address that is written as one of IPv6 is compared with the networks of IPv4.
      return isIP(plain) !== 0 && list.check(plain, familyOf(plain));
    },
  };
}
