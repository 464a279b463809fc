import { Gauge } from 'prom-client';
import { oldestDue } from '../../../common/metrics/oldest-due.ts';
import { registry } from '../../../common/metrics/registry.ts';

/** Milliseconds for which a value is kept: many collectors and many workers must not ask the store for each scrape. */
const FRESH_MS = 5000;
let answer: { at: number; ages: Promise<[string, number][]> } | undefined;

export const oldestDueGauge = new Gauge({
  name: 'mailing_oldest_due_seconds',
  help: 'How long the oldest of what is due has waited, over all workers, by kind; 0 where nothing waits',
  labelNames: ['kind'],
  registers: [registry],
  async collect() {
    if (!answer || performance.now() - answer.at > FRESH_MS)
      answer = { at: performance.now(), ages: oldestDue() };
    this.reset();
    // While the store is away the metric is missing, and alerts with `absent` notice that.
    const ages = await answer.ages.catch(() => {
      answer = undefined;
      return [];
    });
    for (const [kind, seconds] of ages) this.set({ kind }, seconds);
  },
});
