/** A measured figure and its goal. */
export interface Figure {
  /** The name of the measure in RESULTS.md. */
  readonly what: string;
  readonly value: number;
  /** `mails/s`, `µs a mail`, `MB`, `ms`, `×` of the bound … */
  readonly unit: string;
  /** `REQUIREMENTS.md` has the reason for each goal; a figure without a goal is only shown. */
  readonly goal?: { readonly atLeast: number } | { readonly atMost: number };
}

const MARK = 'FIGURE ';

/** Prints a figure for people and for the runner (`npm run bench`), which makes the tables of RESULTS.md from it. */
export function report(...figures: readonly Figure[]): void {
  for (const figure of figures) console.log(`${MARK}${JSON.stringify(figure)}`);
}

/** The figure of a line that {@link report} printed; null for any other line. */
export const figureOf = (line: string): Figure | null =>
  line.startsWith(MARK) ? (JSON.parse(line.slice(MARK.length)) as Figure) : null;

/** Whether a value reaches its goal; null when there is no goal. */
export function reached({ goal }: Figure, value: number): boolean | null {
  if (!goal) return null;
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
}

/** The value that this share of all values, from 0 to 1, does not exceed. */
export const within = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!;

/** The median; of an even number of values, the lower one in the middle. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!;
