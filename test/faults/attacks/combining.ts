/**
 * `bytes` bytes of a letter with combining marks in the wrong order. Normalizing them takes quadratic time.
 */
export const combiningMarks = (bytes: number): string =>
  `a${'\u0301'.repeat(bytes / 4)}${'\u0316'.repeat(bytes / 4)}`;
