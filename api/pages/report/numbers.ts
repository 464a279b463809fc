import type { Language } from '../texts/language.ts';

export interface NumberFormat {
  count(value: number): string;
  /** At most one decimal place; 0 % if `whole` is 0. */
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

/** A formatter takes long to create. */
const NUMBERS = { en: numbersIn('en'), de: numbersIn('de') } as const;

export const numbersOf = ({ language }: { readonly language: Language }): NumberFormat => NUMBERS[language];
