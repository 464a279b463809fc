const CR = 0x0d;
const LF = 0x0a;
const DOT = 0x2e;

/** What ends the data, and without which the server has no mail (RFC 5321, 4.1.1.4). */
export const finalDot = (raw: Buffer): string =>
  raw.length === 0 || raw[raw.length - 1] === LF ? '.\r\n' : '\r\n.\r\n';

/**
 * The message as it goes over the wire: lines end in CRLF and nothing else, since a lone CR or LF before a dot may end
 * the data for some servers (SMTP smuggling), and a line's leading dot is doubled (RFC 5321, 4.5.2).
 *
 * A composed mail is in order as a rule and is returned as it is: looking costs 6 µs for 14 kB, rewriting 60.
 */
export function forTheWire(raw: Buffer): Buffer {
  return inOrder(raw) ? raw : rewrite(raw);
}

/** Hops from line end to line end in native code; a loop over the bytes costs five times as much. */
function inOrder(raw: Buffer): boolean {
  if (raw[0] === DOT) return false;
  for (let at = raw.indexOf(LF); at !== -1; at = raw.indexOf(LF, at + 1)) {
    if (raw[at - 1] !== CR || raw[at + 1] === DOT) return false;
  }
  for (let at = raw.indexOf(CR); at !== -1; at = raw.indexOf(CR, at + 1)) {
    if (raw[at + 1] !== LF) return false;
  }
  return true;
}

/** The message with its lines ended by CRLF and nothing else; the dots are left alone. */
export const normalised = (raw: Buffer): Buffer =>
  Buffer.from(raw.toString('latin1').replace(/\r\n|\r|\n/g, '\r\n'), 'latin1');

function rewrite(raw: Buffer): Buffer {
  const lines = raw.toString('latin1').split(/\r\n|\r|\n/);
  return Buffer.from(lines.map((line) => (line.startsWith('.') ? `.${line}` : line)).join('\r\n'), 'latin1');
}
