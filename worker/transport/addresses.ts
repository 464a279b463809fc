import { domainToASCII } from 'node:url';

/** An envelope address as it may stand between `<` and `>`. */
export interface WireAddress {
  readonly text: string;
  /** Its local part is beyond ASCII, which the server must have offered to take (RFC 6531). */
  readonly international: boolean;
}

/** Wider than what we accept as a contact's address: a system's own may be `no-reply@localhost` or `x@[10.0.0.1]`. */
const plain = /^[!-;=?A-~]+@[a-z0-9._[\]:-]+$/i;
/** Nothing in it may end the command or the brackets, or be a second address. */
const local = /^[^\p{C}\p{Z}<>@]+$/u;
/** Read before `domainToASCII`, which also undoes %-escapes. */
const domain = /^[\p{L}\p{M}\p{N}.-]+$/u;
const ascii = /^[!-~]+$/;

/** Makes an address fit for MAIL and RCPT, its domain in ASCII (RFC 5891); null for what is not exactly one address. */
export function wireAddress(address: string): WireAddress | null {
  if (plain.test(address)) return { text: address, international: false };
  const at = address.lastIndexOf('@');
  const name = address.slice(0, at);
  const host = address.slice(at + 1);
  if (at < 1 || !local.test(name) || !domain.test(host)) return null;
  const asciiHost = domainToASCII(host);
  return asciiHost === '' ? null : { text: `${name}@${asciiHost}`, international: !ascii.test(name) };
}
