/**
 * A text as part of a regular expression that matches exactly this text. Every ASCII character that could be special to JavaScript
 * or to MongoDB's PCRE gets a backslash, which makes each of them literal; without the flag `u`.
 */
export const escapePattern = (text: string): string =>
  text.replaceAll(/[\0-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]/g, '\\$&');
