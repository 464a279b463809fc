import { foldName } from '../fold-name.ts';

/** Lower case, without accents, one blank between words: blanks, `-`, `_` and capitals separate words. */
export const foldedWords = (text: string): string =>
  foldName(text.slice(0, READ_MAX).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** No status is longer. */
const READ_MAX = 255;

/** Whether these folded words contain the others, whole and in sequence. */
export const hasWords = (folded: string, others: string): boolean => ` ${folded} `.includes(` ${others} `);
