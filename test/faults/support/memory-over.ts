import type { Held } from './held.ts';
import { type Sizes, type Trend, trendOf } from './trend.ts';

/** Megabytes an hour (docs/fault-tests.md, "Goals"). */
const GOAL = 5;
/** The part of the run in which a process fills caches, compiled code and pools. */
const WARM_SHARE = 0.4;
/** Deviations of up to this many standard errors may be chance: the true value is within two of them 19 times out of 20. */
const CHANCE = 2;

/** Minimum number of measurements for a trend. */
const LOOKS = 5;

/** How the memory of a process changed over a long time, and what of that is too much. */
interface MemoryOver {
  readonly figures: Readonly<Record<string, string | number>>;
  readonly broken: readonly string[];
}

/**
 * Whether the memory of a process grows. Measured after garbage collections, neither its objects nor its other memory may
 * grow.
 */
export function memoryOver(name: string, { held, besides, resident }: Held): MemoryOver {
  const warm = (all: Sizes): Sizes => all.slice(Math.floor(all.length * WARM_SHARE));
  const trends = { held: trendOf(warm(held)), besides: trendOf(warm(besides)) };
  const broken: string[] = [];
  if (held.length < LOOKS) broken.push(`the ${name} said only ${held.length} times what it holds`);
  for (const [what, { slope }] of Object.entries(trends)) {
    if (slope > GOAL) broken.push(`${name}, ${what}: ${slope.toFixed(1)} MB more an hour`);
  }
  const told = ({ slope, error }: Trend): string => `${slope.toFixed(1)} ± ${(CHANCE * error).toFixed(1)}`;
  const last = (all: Sizes): number => Math.round(all.at(-1)?.[1] ?? 0);
  return {
    figures: {
      [`${name}_held_mb`]: last(held),
      [`${name}_held_mb_an_hour`]: told(trends.held),
      [`${name}_besides_mb`]: last(besides),
      [`${name}_besides_mb_an_hour`]: told(trends.besides),
      [`${name}_rss_mb`]: last(resident),
    },
    broken,
  };
}
