import { Gauge } from 'prom-client';
import { JOBS } from '../../common/jobs/catalogue.ts';
import { registry } from '../../common/metrics/registry.ts';
import { countGivenUp } from '../../common/queries/job-failures.ts';

/** A scrape by each of many collectors must not cost each of many workers. */
const FRESH_MS = 5000;
let answer: { at: number; counts: Promise<Map<string, number>> } | undefined;

export const givenUpMetric = new Gauge({
  name: 'mailing_jobs_given_up',
  help: 'Jobs that failed again and again, and wait for their owner, the operator or a long while, over all workers',
  labelNames: ['job'],
  registers: [registry],
  async collect() {
    if (!answer || performance.now() - answer.at > FRESH_MS)
      answer = { at: performance.now(), counts: countGivenUp() };
    this.reset();
    // While the store is away there is no answer, which alerts notice (`absent`).
    const counts = await answer.counts.catch(() => {
      answer = undefined;
      return null;
    });
    if (counts) for (const job of Object.keys(JOBS)) this.set({ job }, counts.get(job) ?? 0);
  },
});
