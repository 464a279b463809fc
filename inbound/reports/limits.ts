/** Bytes of a mail that the receivers keep and read: a report is at its start, and the returned mail follows. */
export const KEPT_BYTES = 256 * 1024;

export const LIMITS = Object.freeze({
  bytes: KEPT_BYTES,
  lines: 2000,
  nesting: 10,
  headers: 128 * 1024,
  text: 64 * 1024,
  line: 2000,
  recipients: 100,
  messageIds: 20,
  /** RFC 5321, 4.5.3.1: 64 characters, the at sign and 255. */
  address: 320,
  /** RFC 5322, 2.1.1. */
  messageId: 998,
});

const [LF, CR] = [10, 13];

/** The first bytes and lines of a mail, which are read. A line ends in CR, LF or both. */
export function startOf(raw: Uint8Array): Uint8Array {
  const most = Math.min(raw.length, LIMITS.bytes);
  let lines = 0;
  for (let at = 0; at < most; at += 1) {
    const ends = raw[at] === LF || (raw[at] === CR && raw[at + 1] !== LF);
    if (ends) lines += 1;
    if (lines === LIMITS.lines) return raw.subarray(0, at + 1);
  }
  return raw.subarray(0, most);
}
