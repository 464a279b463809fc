import { setImmediate as nextTurn } from 'node:timers/promises';
import { domainToASCII, domainToUnicode } from 'node:url';
import { LRUCache } from 'lru-cache';

// RFC 5321, 4.5.3.1: at most 64 octets before the @ and 255 after it; 256 for the path, which includes the angle brackets.
const [LOCAL_OCTETS, DOMAIN_OCTETS, LABEL_OCTETS] = [64, 255, 63];

/** Octets, and so characters. */
export const ADDRESS_MAX = 254;

// RFC 5322 atext in dots; no quoted strings, comments or lists. RFC 6531 adds letters of all scripts.
const ASCII_LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const UNICODE_LOCAL =
  /^[\p{L}\p{M}\p{N}\w!#$%&'*+/=?^`{|}~-]+(?:\.[\p{L}\p{M}\p{N}\w!#$%&'*+/=?^`{|}~-]+)*$/u;
const UNICODE_DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const ASCII = /^[\x21-\x7e]+$/;
const PLAIN = /^[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

/** Most addresses need no further checks. {@link asciiDomain} checks Punycode. */
const isPlain = (address: string): boolean =>
  address.length <= ADDRESS_MAX &&
  address.indexOf('@') <= LOCAL_OCTETS &&
  PLAIN.test(address) &&
  !/xn--/i.test(address);

/** The form for DNS and SMTP: ASCII, lower case. Null when the text is not a domain, or is an IP address. */
export function asciiDomain(domain: string): string | null {
  // Before domainToASCII, which would also decode %-escapes and accept other characters as dots.
  if (!UNICODE_DOMAIN.test(domain)) return null;
  const lower = foldCase(domain); // Node's own mapping leaves some scripts' capitals out (Georgian)
  if (ASCII.test(lower) && !lower.includes('xn--')) return checkedDomain(lower);
  if (lower.length > DOMAIN_OCTETS) return checkedDomain(domainToASCII(lower));
  const known = domains.get(lower);
  if (known) return known.ascii;
  const ascii = checkedDomain(domainToASCII(lower));
  // A copy: a slice would keep the whole list in memory.
  domains.set(Buffer.from(lower).toString(), { ascii });
  return ascii;
}

function checkedDomain(ascii: string): string | null {
  if (ascii === '' || ascii.length > DOMAIN_OCTETS) return null;
  // From Node 24 on, invalid Punycode is returned unchanged. A valid domain contains no Punycode after decoding (RFC 3492).
  if (ascii.includes('xn--') && /^$|xn--/.test(domainToUnicode(ascii))) return null;
  const labels = ascii.split('.');
  if (labels.length < 2 || !labels.every((label) => label.length <= LABEL_OCTETS && LABEL.test(label)))
    return null;
  return /^\d+$/.test(labels.at(-1) ?? '') ? null : ascii;
}

/** One takes up to 40 µs to read, and a list is read twice: when it is checked and when it is stored. */
const domains = new LRUCache<string, { readonly ascii: string | null }>({ max: 10_000 });

const SEPARATOR = /[,;\t\r\n]/g;

/** Where the entry of a list of addresses ends that is read from a position. */
export function endOfEntry(list: string, from: number): number {
  SEPARATOR.lastIndex = from;
  return SEPARATOR.exec(list)?.index ?? list.length;
}

/** Domains of other scripts that are read without a break, in some 10 ms. */
const PIECE = 250;

/** Reads the domains of a long list in pieces, so that calls of others are answered between them. */
export async function readDomains(list: string, most: number): Promise<void> {
  let read = 0;
  let end = 0;
  for (let at = list.indexOf('@'); at !== -1 && read < most; at = list.indexOf('@', end)) {
    end = endOfEntry(list, at);
    const domain = list.slice(at + 1, Math.min(end, at + 1 + ADDRESS_MAX)).trim();
    asciiDomain(domain);
    read += 1;
    if (read % PIECE === 0) await nextTurn();
  }
}

// Composes again at the end: lower case can decompose a letter (İ), and both spellings are one address.
const foldCase = (text: string): string =>
  ASCII.test(text) ? text.toLowerCase() : text.normalize('NFC').toLowerCase().normalize('NFC');

function split(text: string): { local: string; domain: string } | null {
  const at = text.lastIndexOf('@');
  return at < 1 ? null : { local: text.slice(0, at), domain: text.slice(at + 1) };
}

/**
 * The one e-mail address in a text without surrounding blanks, or null. Stricter than RFC 5322 and than nodemailer, which reads a text as a
 * list: dot-atom, `@`, a domain of two labels or more (IDN allowed).
 */
export function parseAddress(text: string): string | null {
  const address = text.trim();
  if (address.length > ADDRESS_MAX) return null;
  if (isPlain(address)) return address;
  const parts = split(address);
  if (!parts) return null;
  const { local, domain } = parts;
  if (!ASCII_LOCAL.test(local) && !UNICODE_LOCAL.test(local)) return null;
  if (Buffer.byteLength(local) > LOCAL_OCTETS) return null;
  const ascii = asciiDomain(domain);
  if (ascii === null || Buffer.byteLength(local) + 1 + ascii.length > ADDRESS_MAX) return null;
  return address;
}

/**
 * The key that addresses are compared by: lower case, with the domain in ASCII. Other texts are only lower-cased. A text too long for an
 * address is unchanged, since folding it takes quadratic time. It is idempotent.
 */
export function normalizeAddress(text: string): string {
  const given = text.trim();
  if (given.length > ADDRESS_MAX) return given;
  const address = foldCase(given);
  if (PLAIN.test(address) && !address.includes('xn--')) return address;
  const parts = split(address);
  const ascii = parts && asciiDomain(parts.domain);
  return parts && ascii ? `${parts.local}@${ascii}` : address;
}

/** For the SMTP envelope and `To`, with the domain in ASCII. Null also for a local part that needs SMTPUTF8 (RFC 6531). */
export function envelopeAddress(text: string): string | null {
  const address = mailboxAddress(text);
  return address !== null && isAscii(address) ? address : null;
}

/** Otherwise the server must offer SMTPUTF8 (RFC 6531). */
export const isAscii = (address: string): boolean => ASCII.test(address);

/** The same for a local part of any script, which stays unchanged. */
export function mailboxAddress(text: string): string | null {
  if (isPlain(text)) return text;
  const address = parseAddress(text);
  const parts = address === null ? null : split(address);
  if (!parts) return null;
  return ASCII.test(parts.domain)
    ? `${parts.local}@${parts.domain}`
    : `${parts.local}@${asciiDomain(parts.domain)}`;
}
