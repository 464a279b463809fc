import type { Held } from './held.ts';
import { type Sizes, type Trend, trendOf } from './trend.ts';

/** Megabytes an hour (reliability 5, 22). */
const GOAL = 5;
/** What a process fills once: caches, compiled code, pools. */
const WARM_SHARE = 0.4;
/** Standard errors that chance explains: 19 times of 20 the truth is within so many. */
const CHANCE = 2;

/** Fewer make no line. */
const LOOKS = 5;

/** What a process's memory did over a long time, and what of that is too much. */
interface MemoryOver {
  readonly figures: Readonly<Record<string, string | number>>;
  readonly broken: readonly string[];
}

/** Whether a process's memory rises, by what is left after its collections: neither what it holds may, nor what it takes besides. */
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
