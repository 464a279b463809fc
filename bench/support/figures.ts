/** A measured figure beside what it is to reach. */
export interface Figure {
  /** What was measured, in words that RESULTS.md shows. */
  readonly what: string;
  readonly value: number;
  /** `mails/s`, `µs a mail`, `MB`, `ms`, `×` of the bound … */
  readonly unit: string;
  /** `REQUIREMENTS.md` has the reason of each; absent: shown, and nothing is asked of it. */
  readonly goal?: { readonly atLeast: number } | { readonly atMost: number };
}

const MARK = 'FIGURE ';

/** Prints a figure for people and for the runner (`npm run bench`), which makes the tables of RESULTS.md from them. */
export function report(...figures: readonly Figure[]): void {
  for (const figure of figures) console.log(`${MARK}${JSON.stringify(figure)}`);
}

/** The figure of a line that {@link report} printed; null for any other line. */
export const figureOf = (line: string): Figure | null =>
  line.startsWith(MARK) ? (JSON.parse(line.slice(MARK.length)) as Figure) : null;

/** Whether a value reaches its goal; null where there is none. */
export function reached({ goal }: Figure, value: number): boolean | null {
  if (!goal) return null;
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
}

/** The middle of some values; of an even number the lower of the two. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!;
