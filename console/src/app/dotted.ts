/** Short parts in one line, without those that do not apply. A dot ends a line: none begins with it. */
export const dotted = (...parts: readonly (string | false | null)[]): string =>
  parts.filter((part) => part !== null && part !== false && part !== '').join('\u00a0· ');
