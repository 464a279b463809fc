import { domainToASCII } from 'node:url';

export interface WireAddress {
  readonly text: string;
  /** The local part is not ASCII: the server must offer SMTPUTF8 (RFC 6531). */
  readonly international: boolean;
}

/** Accepts more than contacts may have: an address of the service itself may be `no-reply@localhost` or `x@[10.0.0.1]`. */
const plain = /^[!-;=?A-~]+@[a-z0-9._[\]:-]+$/i;
/** Excludes characters that could end the command or the brackets, or add a second address. */
const local = /^[^\p{C}\p{Z}<>@]+$/u;
/** Checked before `domainToASCII`, which also decodes %-escapes. */
const domain = /^[\p{L}\p{M}\p{N}.-]+$/u;
const ascii = /^[!-~]+$/;

/** Prepares an address for MAIL and RCPT, with its domain in ASCII (RFC 5891). Null if the text is not exactly one address. */
export function wireAddress(address: string): WireAddress | null {
  if (plain.test(address)) return { text: address, international: false };
  const at = address.lastIndexOf('@');
  const name = address.slice(0, at);
  const host = address.slice(at + 1);
  if (at < 1 || !local.test(name) || !domain.test(host)) return null;
  const asciiHost = domainToASCII(host);
  return asciiHost === '' ? null : { text: `${name}@${asciiHost}`, international: !ascii.test(name) };
}
