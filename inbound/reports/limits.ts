/** Bounds of what is read of a mail that came back; more is cut off. */
export const LIMITS = Object.freeze({
  /**
   * Bytes of the mail. What is reported stands before the mail that came back, and of that only the headers count. Reading 1 MB of short
   * lines takes 1.3 s, in which a process does nothing else.
   */
  bytes: 256 * 1024,
  /** Parts within parts. */
  nesting: 10,
  /** Bytes of the headers of a part. */
  headers: 128 * 1024,
  /** Characters of its text, and of each part that is read. */
  text: 64 * 1024,
  /** Characters of a line. */
  line: 2000,
  recipients: 100,
  messageIds: 20,
  /** RFC 5321, 4.5.3.1: 64 characters, the at sign and 255. */
  address: 320,
  /** RFC 5322, 2.1.1. */
  messageId: 998,
});
