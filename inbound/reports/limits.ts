export const LIMITS = Object.freeze({
  /** The headers of the returned mail follow the report. Reading 1 MB of short lines takes 1.3 s, which blocks the process. */
  bytes: 256 * 1024,
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
