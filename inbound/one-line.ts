const MOST = 500;

/** A text for the ledger: on one line, without control characters, at most 500 characters. */
export const oneLine = (text: unknown): string =>
  typeof text === 'string'
    ? text
        .slice(0, 4 * MOST)
        .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
        .trim()
        .slice(0, MOST)
    : '';
