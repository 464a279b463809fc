import { useEffect, useState } from 'react';
import { type Campaign, progressOf } from './campaigns.ts';

/** Milliseconds that the rate is measured over. */
const WINDOW_MS = 15_000;
/** Before that much time has passed nothing is said. */
const LEAST_MS = 2000;

interface Sample {
  readonly at: number;
  readonly done: number;
}

export interface Rate {
  /** Mails in a second; null until it is known. */
  readonly perSecond: number | null;
  /** Seconds until all are out; null while nothing moves. */
  readonly secondsLeft: number | null;
}

/** How fast a campaign goes, measured while it is looked at. `at`: when the service answered this, in milliseconds. */
export function useRate(campaign: Campaign, at: number): Rate {
  const { done } = progressOf(campaign);
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => {
    setSamples((before) => [
      // Numbers that were larger are of a run before this one.
      ...before.filter((one) => at - one.at < WINDOW_MS && one.at < at && one.done <= done),
      { at, done },
    ]);
  }, [at, done]);
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < LEAST_MS) return { perSecond: null, secondsLeft: null };
  const perSecond = ((last.done - first.done) * 1000) / (last.at - first.at);
  return { perSecond, secondsLeft: perSecond > 0 ? campaign.pending / perSecond : null };
}
