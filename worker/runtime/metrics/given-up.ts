import { Gauge } from 'prom-client';
import { cached } from '../../../common/cache/cached.ts';
import { JOB_NAMES } from '../../../common/jobs/catalogue.ts';
import { registry } from '../../../common/metrics/registry.ts';
import { countGivenUp } from '../../../common/queries/job-failures.ts';

/** Milliseconds for which a value is cached: scrapes by many collectors of many workers must not query the store each time. */
const FRESH_MS = 5000;
const counted = cached(countGivenUp, { ms: FRESH_MS });

export const givenUpMetric = new Gauge({
  name: 'mailing_jobs_given_up',
  help: 'Jobs that failed again and again, and wait for their owner, the operator or a long while, over all workers',
  labelNames: ['job'],
  registers: [registry],
  async collect() {
    this.reset();
    // While the store is away the metric is missing; alerts with `absent` notice that.
    const counts = await counted().catch(() => null);
    if (counts) for (const job of JOB_NAMES) this.set({ job }, counts.get(job) ?? 0);
  },
});
