import { foldName } from '../fold-name.ts';

/** The words of a text in lower case, without accents, with one blank between them: blanks, `-`, `_` and capitals part words alike. */
export const foldedWords = (text: string): string =>
  foldName(text.slice(0, READ_MAX).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Characters of a text that are read. No status is longer. */
const READ_MAX = 255;

/** Whether these folded words have others among them, side by side and whole. */
export const hasWords = (folded: string, others: string): boolean => ` ${folded} `.includes(` ${others} `);
