import { believedStop } from '../../common/quotas/sending.ts';
import type { Chore } from '../chore.ts';

let stopped = false;

/** Says in the log, once for each change, that an operator stopped all sending or let it go on. */
export const tellOfStop: Chore = async ({ log }) => {
  const stop = await believedStop();
  if (stop && !stopped) log.warn({ since: stop.at, reason: stop.reason }, 'all sending is stopped');
  if (!stop && stopped) log.warn('sending goes on');
  stopped = stop !== null;
};
