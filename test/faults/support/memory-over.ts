import type { heldBy } from './held.ts';
import { type Sizes, type Trend, trendOf } from './trend.ts';

/** Megabytes an hour (reliability 5, 22). */
const GOAL = 5;
/** What a process fills once: caches, compiled code, pools. */
const WARM_SHARE = 0.4;
/** Standard errors that chance explains, of a line through nine points: 19 times of 20 the truth is within so many. */
const CHANCE = 2.4;

/** Fewer make no line. */
const LOOKS = 5;

/** What a process's memory did over a long time, and what of that is too much. */
interface MemoryOver {
  readonly figures: Readonly<Record<string, string | number>>;
  readonly broken: readonly string[];
}

/**
 * Whether a process's memory rises, by what is left after its collections: what it holds must not, nor its resident memory
 * by more than chance explains, as pages come and go.
 */
export function memoryOver(name: string, { held, resident }: ReturnType<typeof heldBy>): MemoryOver {
  const warm = (all: Sizes): Sizes => all.slice(Math.floor(all.length * WARM_SHARE));
  const [holds, takes] = [trendOf(warm(held)), trendOf(warm(resident))];
  const broken: string[] = [];
  if (held.length < LOOKS) broken.push(`the ${name} said only ${held.length} times what it holds`);
  if (holds.slope > GOAL) broken.push(`the ${name} holds ${holds.slope.toFixed(1)} MB more an hour`);
  if (takes.slope - CHANCE * takes.error > GOAL)
    broken.push(`the ${name} takes ${takes.slope.toFixed(1)} MB more an hour`);
  const told = ({ slope, error }: Trend): string => `${slope.toFixed(1)} ± ${(CHANCE * error).toFixed(1)}`;
  return {
    figures: {
      [`${name}_held_mb`]: Math.round(held.at(-1)?.[1] ?? 0),
      [`${name}_held_mb_an_hour`]: told(holds),
      [`${name}_rss_mb`]: Math.round(resident.at(-1)?.[1] ?? 0),
      [`${name}_rss_mb_an_hour`]: told(takes),
    },
    broken,
  };
}
