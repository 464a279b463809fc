/** Measurements in megabytes with their times in milliseconds. */
export type Sizes = readonly (readonly [ms: number, mb: number])[];

const HOUR_MS = 3_600_000;

/** The slope of a series in megabytes an hour, and its standard error. */
export interface Trend {
  readonly slope: number;
  readonly error: number;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The best-fitting line of a series of at least three points. */
export function trendOf(sizes: Sizes): Trend {
  const [x, y] = [mean(sizes.map(([ms]) => ms)), mean(sizes.map(([, mb]) => mb))];
  const spread = sizes.reduce((sum, [ms]) => sum + (ms - x) ** 2, 0);
  const slope = sizes.reduce((sum, [ms, mb]) => sum + (ms - x) * (mb - y), 0) / spread;
  const rest = sizes.reduce((sum, [ms, mb]) => sum + (mb - y - slope * (ms - x)) ** 2, 0);
  return { slope: slope * HOUR_MS, error: Math.sqrt(rest / (sizes.length - 2) / spread) * HOUR_MS };
}
