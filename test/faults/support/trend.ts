import type { Sizes } from './watch.ts';

const HOUR_MS = 3_600_000;

/** How a series rises: megabytes an hour, and by how much chance may have moved that (a standard error). */
export interface Trend {
  readonly slope: number;
  readonly error: number;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** One point for each stretch of `ms`: its middle, and what `fold` makes of its sizes. */
function stretchesOf(sizes: Sizes, ms: number, fold: (mb: readonly number[]) => number): Sizes {
  const stretches: [number, number][] = [];
  const [first, last] = [sizes[0]?.[0] ?? 0, sizes.at(-1)?.[0] ?? 0];
  for (let from = first; from < last; from += ms) {
    const inside = sizes.filter(([at]) => at >= from && at < from + ms).map(([, mb]) => mb);
    if (inside.length > 0) stretches.push([from + ms / 2, fold(inside)]);
  }
  return stretches;
}

/** The mean of each stretch: neighbouring samples tell the same, and would make chance look small. */
export const meansOf = (sizes: Sizes, ms: number): Sizes => stretchesOf(sizes, ms, mean);

/** The least of each stretch: what a collection left, and so what is needed. */
export const floorsOf = (sizes: Sizes, ms: number): Sizes => stretchesOf(sizes, ms, (mb) => Math.min(...mb));

/** The line that fits a series best; three points at least. */
export function trendOf(sizes: Sizes): Trend {
  const [x, y] = [mean(sizes.map(([ms]) => ms)), mean(sizes.map(([, mb]) => mb))];
  const spread = sizes.reduce((sum, [ms]) => sum + (ms - x) ** 2, 0);
  const slope = sizes.reduce((sum, [ms, mb]) => sum + (ms - x) * (mb - y), 0) / spread;
  const rest = sizes.reduce((sum, [ms, mb]) => sum + (mb - y - slope * (ms - x)) ** 2, 0);
  return { slope: slope * HOUR_MS, error: Math.sqrt(rest / (sizes.length - 2) / spread) * HOUR_MS };
}
