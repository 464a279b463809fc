import { BlockList, isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface Networks {
  has(address: string): boolean;
}

const HEX_DIGITS = 32;
const BITS = 128;
const MAPPED_BITS = 96;

/** An address as 32 hexadecimal digits, so that addresses compare as texts; null for other texts. */
function hexOf(address: string): string | null {
  const [plain = ''] = address.split('%', 1);
  const version = isIP(plain);
  if (version === 0) return null;
  // The library's own choice tries IPv6 first and takes several times as long.
  const parsed = version === 4 ? ipaddr.IPv4.parse(plain) : ipaddr.IPv6.parse(plain);
  // IPv4 addresses map to IPv6 ones (RFC 4291, 2.5.5.2).
  const long = 'toIPv4MappedAddress' in parsed ? parsed.toIPv4MappedAddress() : parsed;
  return Buffer.from(long.toByteArray()).toString('hex');
}

interface AddressSpan {
  readonly from: string;
  readonly to: string;
}

/** The first and last address of a network (`192.0.2.0/24`, `2001:db8::/32`) or a single address; null for other texts. */
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

/** A set of networks, searched in logarithmic time. */
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

/** Networks that one machine or site uses alone, for example our own proxies and tests. */
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

/** A short list: Node's linear comparison is quicker than `networksOf`. */
function nativeNetworksOf(networks: readonly (readonly [address: string, bits: number])[]): Networks {
  const list = new BlockList();
  for (const [address, bits] of networks) list.addSubnet(address, bits, familyOf(address));
  return {
    has(address) {
      const [plain = ''] = address.split('%', 1);
      // Node compares an IPv4-mapped IPv6 address with the IPv4 networks.
      return isIP(plain) !== 0 && list.check(plain, familyOf(plain));
    },
  };
}
