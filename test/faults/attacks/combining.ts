/**
 * So many bytes of a letter with combining marks whose order is the wrong one: to normalize them takes time in the
 * square of their number.
 */
export const combiningMarks = (bytes: number): string =>
  `a${'\u0301'.repeat(bytes / 4)}${'\u0316'.repeat(bytes / 4)}`;
