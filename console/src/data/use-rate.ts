import { useEffect, useState } from 'react';
import { type Campaign, progressOf } from './campaigns.ts';

/** Milliseconds of the measured window. */
const WINDOW_MS = 15_000;
/** Milliseconds before the first rate is shown. */
const LEAST_MS = 2000;

interface Sample {
  readonly at: number;
  readonly done: number;
}

export interface Rate {
  /** Emails a second; null: not known yet. */
  readonly perSecond: number | null;
  /** Seconds to the end; null: nothing is being sent. */
  readonly secondsLeft: number | null;
}

/** `at`: time of the answer, in milliseconds. */
export function useRate(campaign: Campaign, at: number): Rate {
  const { done } = progressOf(campaign);
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => {
    setSamples((before) => [
      // Larger numbers are from an earlier run.
      ...before.filter((one) => at - one.at < WINDOW_MS && one.at < at && one.done <= done),
      { at, done },
    ]);
  }, [at, done]);
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < LEAST_MS) return { perSecond: null, secondsLeft: null };
  const perSecond = ((last.done - first.done) * 1000) / (last.at - first.at);
  return { perSecond, secondsLeft: perSecond > 0 ? campaign.pending / perSecond : null };
}
