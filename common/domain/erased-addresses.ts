import { normalizeAddress } from './addresses.ts';

/** Replaces the domain of erased addresses. No mail server is responsible for it (RFC 2606). */
export const ERASED_DOMAIN = 'erased.invalid';
const SUFFIX = `@${ERASED_DOMAIN}`;

/** The replacement of an erased address, unique for account and address. `hash`: hexadecimal. */
export const erasedAddress = (hash: string): string => `${hash}${SUFFIX}`;

export const ownName = (erased: string, id: number): string => erased.replace('@', `-${id}@`);

export const isErased = (address: string): boolean => address.endsWith(SUFFIX);

/** Characters around an @ that are read as an address; a longer text is none. */
const LONGEST = 255;
/** Characters of an address before its @ … */
const LOCAL = /[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]/u;
/** … of which some also precede an address in texts, as in `to=ada@example.com`. */
const BEFORE = new Set('!#$%&*/=?^`{|}~');
const DOMAIN_PART = /[\p{L}\p{M}\p{N}.-]/u;

export interface FoundAddress {
  readonly from: number;
  readonly to: number;
  readonly erased: string;
}

export interface AddressFinder {
  /** The places of these addresses in any spelling, ascending. It takes linear time. */
  find(text: string): FoundAddress[];
  replace(text: string): string;
}

/** `erasedOf`: the replacement of a wanted normalized address; undefined for any other. */
export function createAddressFinder(erasedOf: (norm: string) => string | undefined): AddressFinder {
  const find = (text: string): FoundAddress[] => {
    const found: FoundAddress[] = [];
    let last = 0;
    for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
      const to = endOf(text, at);
      if (to === at + 1) continue;
      for (const from of startsOf(text, at, last)) {
        const erased = erasedOf(compared(text.slice(from, to)));
        if (erased === undefined) continue;
        found.push({ from, to, erased });
        last = to;
        break;
      }
    }
    return found;
  };
  return {
    find,
    replace(text) {
      const found = find(text);
      if (found.length === 0) return text;
      let made = '';
      let done = 0;
      for (const { from, to, erased } of found) {
        made += text.slice(done, from) + erased;
        done = to;
      }
      return made + text.slice(done);
    },
  };
}

const PLAIN = /^[\x21-\x7e]+$/;

/** Most addresses are ASCII, for which lower case is enough. */
const compared = (address: string): string => {
  if (!PLAIN.test(address)) return normalizeAddress(address);
  const lower = address.toLowerCase();
  return lower.includes('xn--') ? normalizeAddress(address) : lower;
};

/** The end of the domain after the @. A trailing dot or hyphen belongs to the sentence. */
function endOf(text: string, at: number): number {
  let end = at + 1;
  const most = Math.min(text.length, at + 1 + LONGEST);
  while (end < most && DOMAIN_PART.test(charAt(text, end))) end += charAt(text, end).length;
  while (end > at + 1 && (text[end - 1] === '.' || text[end - 1] === '-')) end -= 1;
  return end;
}

function startsOf(text: string, at: number, least: number): number[] {
  let start = at;
  const first = Math.max(least, at - LONGEST);
  const starts: number[] = [];
  while (start > first) {
    const character = charBefore(text, start);
    if (!LOCAL.test(character)) break;
    if (BEFORE.has(character) && start < at) starts.push(start);
    start -= character.length;
  }
  while (start < at && text[start] === "'") {
    starts.push(start);
    start += 1;
  }
  if (start < at) starts.push(start);
  return starts.sort((one, other) => one - other);
}

/** Whether a character of two units (beyond U+FFFF) begins here. A damaged text has single units. */
const isPair = (text: string, at: number): boolean => text.codePointAt(at)! > 0xffff;

const charAt = (text: string, at: number): string => (isPair(text, at) ? text.slice(at, at + 2) : text[at]!);
const charBefore = (text: string, at: number): string =>
  at > 1 && isPair(text, at - 2) ? text.slice(at - 2, at) : text[at - 1]!;
