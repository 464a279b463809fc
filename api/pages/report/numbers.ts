import type { Language } from '../texts/language.ts';

/** Writes numbers as a language does. */
export interface NumberFormat {
  count(value: number): string;
  /** One decimal place at most; of nothing it is 0 %. */
  share(part: number, whole: number): string;
}

function numbersIn(language: Language): NumberFormat {
  const counts = new Intl.NumberFormat(language);
  const shares = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return {
    count: (value) => counts.format(value),
    share: (part, whole) => shares.format(whole === 0 ? 0 : part / whole),
  };
}

/** A formatter takes long to make, so each is made once. */
const NUMBERS = { en: numbersIn('en'), de: numbersIn('de') } as const;

export const numbersOf = ({ language }: { readonly language: Language }): NumberFormat => NUMBERS[language];
