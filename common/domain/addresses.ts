import { domainToASCII, domainToUnicode } from 'node:url';

// RFC 5321, 4.5.3.1: 64 octets before the @, 255 behind it; 256 for the path, which has the angle brackets in it.
const [LOCAL_OCTETS, DOMAIN_OCTETS, LABEL_OCTETS] = [64, 255, 63];

/** Octets, and so characters, that an address has at most. */
export const ADDRESS_MAX = 254;

// RFC 5322 atext in dots; no quoted strings, comments or lists. RFC 6531 adds letters of all scripts.
const ASCII_LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const UNICODE_LOCAL =
  /^[\p{L}\p{M}\p{N}\w!#$%&'*+/=?^`{|}~-]+(?:\.[\p{L}\p{M}\p{N}\w!#$%&'*+/=?^`{|}~-]+)*$/u;
const UNICODE_DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const ASCII = /^[\x21-\x7e]+$/;
/** The usual address, of which nothing but its lengths is left to check. */
const PLAIN = /^[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

/** Whether an address needs no further look: most do not. Punycode is checked by {@link asciiDomain}. */
const isPlain = (address: string): boolean =>
  address.length <= ADDRESS_MAX &&
  address.indexOf('@') <= LOCAL_OCTETS &&
  PLAIN.test(address) &&
  !/xn--/i.test(address);

/** A domain as it goes into DNS and SMTP: ASCII, lower case; null if it is none, or an IP address. */
function asciiDomain(domain: string): string | null {
  // Checked before domainToASCII too, for that reads %-escapes and other ways to write a dot.
  if (!UNICODE_DOMAIN.test(domain)) return null;
  const lower = foldCase(domain); // Node's own mapping leaves some scripts' capitals out (Georgian)
  const ascii = ASCII.test(lower) && !lower.includes('xn--') ? lower : domainToASCII(lower);
  if (ascii === '' || ascii.length > DOMAIN_OCTETS) return null;
  // From Node 24 on what is no Punycode comes back as it is; what can be shown has none left (RFC 3492).
  if (ascii.includes('xn--') && /^$|xn--/.test(domainToUnicode(ascii))) return null;
  const labels = ascii.split('.');
  if (labels.length < 2 || !labels.every((label) => label.length <= LABEL_OCTETS && LABEL.test(label)))
    return null;
  return /^\d+$/.test(labels.at(-1) ?? '') ? null : ascii;
}

// Composed again last: lower case can take a letter apart (İ), and both ways to write it are one address.
const foldCase = (text: string): string =>
  ASCII.test(text) ? text.toLowerCase() : text.normalize('NFC').toLowerCase().normalize('NFC');

function split(text: string): { local: string; domain: string } | null {
  const at = text.lastIndexOf('@');
  return at < 1 ? null : { local: text.slice(0, at), domain: text.slice(at + 1) };
}

/**
 * The one e-mail address that a text is, spelled as given less the blanks around it, or null. Stricter than RFC 5322
 * and nodemailer's parser, to which a text may be a list: dot-atom, `@`, a domain of two labels or more (IDN allowed).
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
 * The key that addresses are compared by: lower case, the domain in its ASCII form. What is no address comes back in
 * lower case; what is too long for one comes back as it is, since to fold it takes quadratic time. Applying it twice
 * changes nothing.
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

/**
 * An address as it goes into the SMTP envelope and the `To` header: its domain in ASCII. Null when it is no address,
 * or one that only servers with SMTPUTF8 (RFC 6531) take, as its local part is not ASCII.
 */
export function envelopeAddress(text: string): string | null {
  const address = mailboxAddress(text);
  return address !== null && isAscii(address) ? address : null;
}

/** Whether any mail server takes an address: else it has to offer SMTPUTF8 (RFC 6531). */
export const isAscii = (address: string): boolean => ASCII.test(address);

/**
 * The same, but with a local part of any script: what stands before the @ as it was given, the domain in ASCII. Null
 * when it is no address.
 */
export function mailboxAddress(text: string): string | null {
  if (isPlain(text)) return text;
  const address = parseAddress(text);
  const parts = address === null ? null : split(address);
  if (!parts) return null;
  return ASCII.test(parts.domain)
    ? `${parts.local}@${parts.domain}`
    : `${parts.local}@${asciiDomain(parts.domain)}`;
}
