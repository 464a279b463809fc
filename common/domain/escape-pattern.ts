/** Without the flag `u`. Every ASCII character that may be special to JavaScript or MongoDB's PCRE gets a backslash. */
export const escapePattern = (text: string): string =>
  text.replaceAll(/[\0-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]/g, '\\$&');
