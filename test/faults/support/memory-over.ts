import { floorsOf, meansOf, trendOf } from './trend.ts';
import type { Sizes, Watched } from './watch.ts';

/** Megabytes an hour (reliability 5, 22). */
const GOAL = 5;
/** What a process fills once: caches, compiled code, pools. */
const WARM_SHARE = 0.4;
/** Several major collections. */
const STRETCH_MS = 120_000;
/** Standard errors that chance explains, of a line through nine stretches: 19 times of 20 a rise is within so many. */
const CHANCE = 2.4;

/** What a process's memory did over a long time, and what of that is too much. */
interface MemoryOver {
  readonly figures: Readonly<Record<string, string | number>>;
  readonly broken: readonly string[];
}

/**
 * Whether a process's memory rises. What it holds after its collections must not; its resident memory, in which pages
 * come and go by several megabytes with each collection, not by more than chance explains.
 */
export function memoryOver(name: string, { sizes, held }: Watched): MemoryOver {
  const warm = (all: Sizes): Sizes => all.slice(Math.floor(all.length * WARM_SHARE));
  const resident = trendOf(meansOf(warm(sizes), STRETCH_MS));
  const needed = trendOf(floorsOf(warm(held), STRETCH_MS));
  const [margin, last] = [CHANCE * resident.error, sizes.at(-1)![1]];
  const broken: string[] = [];
  if (needed.slope > GOAL) broken.push(`the ${name} holds ${needed.slope.toFixed(1)} MB more an hour`);
  if (resident.slope - margin > GOAL)
    broken.push(`the ${name} takes ${resident.slope.toFixed(1)} MB more an hour`);
  return {
    figures: {
      [`${name}_held_mb_an_hour`]: Number(needed.slope.toFixed(1)),
      [`${name}_rss_mb_an_hour`]: `${resident.slope.toFixed(1)} ± ${margin.toFixed(1)}`,
      [`${name}_rss_mb`]: Math.round(last),
    },
    broken,
  };
}
