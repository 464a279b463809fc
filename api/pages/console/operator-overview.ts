import { cached } from '../../../common/cache/cached.ts';
import { now } from '../../../common/clock.ts';
import { timestamp } from '../../../common/domain/times.ts';
import { oldestDue } from '../../../common/metrics/oldest-due.ts';
import { WorkerPresence } from '../../../common/models/workers.ts';
import { believedStop } from '../../../common/quotas/sending.ts';
import type { Service } from '../../http/endpoint.ts';
import { presentPace, presentWorkers } from '../../present/operator.ts';
import { spamFilterState } from '../../services/mail-check/spam-filter.ts';
import type { OperatorCalls } from './operators.ts';

/** Milliseconds for which the overview is cached, so that watching operators do not slow the service. */
const FRESH_MS = 5000;
const WORKERS_MAX = 200;

/** Milliseconds for which the state of the spam filter is cached, and for which its answer is awaited. */
const [FILTER_FRESH_MS, FILTER_MS] = [30_000, 2000];

export function overviewCalls({ pace, config }: Pick<Service, 'pace' | 'config'>): OperatorCalls {
  // A filter that does not answer would hold up the whole overview each time.
  const spamFilter = cached(() => spamFilterState(config.spamCheckUrl, FILTER_MS), {
    ms: FILTER_FRESH_MS,
    givesOld: true,
  });
  const overview = cached(
    async () => {
      const [workers, oldest, stop, spam_filter, views] = await Promise.all([
        WorkerPresence.find().sort({ seen_at: -1 }).limit(WORKERS_MAX).toArray(),
        oldestDue(),
        believedStop(),
        spamFilter(),
        // Null: Redis does not answer.
        pace().catch(() => null),
      ]);
      const known = views ?? new Map();
      return {
        sending_stopped_at: timestamp(stop?.at ?? null),
        workers: presentWorkers(workers, known, now()),
        oldest_due: oldest.map(([kind, seconds]) => ({ kind, seconds: Math.round(seconds) })),
        spam_filter,
        is_pace_known: views !== null,
        ...presentPace(known),
      };
    },
    { ms: FRESH_MS },
  );
  return { reads: { overview: async () => ({ message: await overview() }) } };
}
