/** How a language writes numbers. A language with more than one plural adds its own helper to its folder. */
export function numbersIn(language: string) {
  const plain = new Intl.NumberFormat(language);
  const withSign = new Intl.NumberFormat(language, { signDisplay: 'exceptZero' });
  const rules = new Intl.PluralRules(language);
  const number = (n = 0): string => plain.format(n);
  const plural = (n: number, one: string, many: string): string => (rules.select(n) === 'one' ? one : many);
  return {
    number,
    /** With its sign, unless it is zero. */
    signed: (n: number): string => withSign.format(n),
    /** The word for as many, by the plural rules: English "0 contacts", French "0 contact". */
    plural,
    /** The number stays in one line with its word. */
    count: (n: number, one: string, many: string): string => `${number(n)}\u00a0${plural(n, one, many)}`,
    /** With a decimal below ten. */
    rate: (n: number): string =>
      new Intl.NumberFormat(language, { maximumFractionDigits: n < 10 ? 1 : 0 }).format(n),
  };
}
