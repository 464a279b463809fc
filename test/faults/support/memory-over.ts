import { meansOf, trendOf } from './trend.ts';
import type { Sizes } from './watch.ts';

/** Megabytes an hour (reliability 5, 22). */
const GOAL = 5;
/** What a process fills once: caches, compiled code, pools. */
const WARM_SHARE = 0.4;
/** Resident memory is looked at by such means: it goes up and down with each collection. */
const STRETCH_MS = 120_000;
/** Standard errors that chance explains, of a line through nine points: 19 times of 20 the truth is within so many. */
const CHANCE = 2.4;

/** What a process's memory did over a long time, and what of that is too much. */
interface MemoryOver {
  readonly figures: Readonly<Record<string, string | number>>;
  readonly broken: readonly string[];
}

/**
 * Whether a process's memory rises: what it holds after its collections must not, nor its resident memory by more than
 * chance explains.
 */
export function memoryOver(name: string, resident: Sizes, held: Sizes): MemoryOver {
  const warm = (all: Sizes): Sizes => all.slice(Math.floor(all.length * WARM_SHARE));
  const trends = { held: trendOf(warm(held)), rss: trendOf(meansOf(warm(resident), STRETCH_MS)) };
  const last = { held: held.at(-1)?.[1] ?? 0, rss: resident.at(-1)?.[1] ?? 0 };
  return {
    figures: Object.fromEntries(
      (['held', 'rss'] as const).flatMap((of) => [
        [`${name}_${of}_mb`, Math.round(last[of] * 10) / 10],
        [
          `${name}_${of}_mb_an_hour`,
          `${trends[of].slope.toFixed(1)} ± ${(CHANCE * trends[of].error).toFixed(1)}`,
        ],
      ]),
    ),
    broken: [
      ...(trends.held.slope <= GOAL ? [] : [`${name} holds ${trends.held.slope.toFixed(1)} MB more an hour`]),
      ...(trends.rss.slope - CHANCE * trends.rss.error <= GOAL
        ? []
        : [`${name} takes ${trends.rss.slope.toFixed(1)} MB more an hour`]),
    ],
  };
}
