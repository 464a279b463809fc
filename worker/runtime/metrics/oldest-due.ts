import { Gauge } from 'prom-client';
import { cached } from '../../../common/cache/cached.ts';
import { oldestDue } from '../../../common/metrics/oldest-due.ts';
import { registry } from '../../../common/metrics/registry.ts';

/** Milliseconds for which a value is cached: scrapes by many collectors of many workers must not query the store each time. */
const FRESH_MS = 5000;
const known = cached(oldestDue, { ms: FRESH_MS });

export const oldestDueGauge = new Gauge({
  name: 'mailing_oldest_due_seconds',
  help: 'How long the oldest of what is due has waited, over all workers, by kind; 0 where nothing waits',
  labelNames: ['kind'],
  registers: [registry],
  async collect() {
    this.reset();
    // While the store is away the metric is missing; alerts with `absent` notice that.
    const ages = await known().catch(() => []);
    for (const [kind, seconds] of ages) this.set({ kind }, seconds);
  },
});
