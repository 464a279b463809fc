import { believedStop } from '../../../common/quotas/sending.ts';
import { type Chore, seldom } from '../../runtime/chore.ts';

/** Milliseconds after which the log reports it at the latest. Sending itself stops within a second (`believedStop`). */
const TOLD_MS = 5000;

let stopped = false;

/** Logs once for each change that an operator stopped or resumed all sending. */
export const tellOfStop: Chore = seldom(TOLD_MS, {
  name: 'tellOfStop',
  async run({ log }) {
    const stop = await believedStop();
    if (stop && !stopped) log.warn({ since: stop.at, reason: stop.reason }, 'all sending stopped');
    if (!stop && stopped) log.warn('sending resumed');
    stopped = stop !== null;
  },
});
