import { Gauge } from 'prom-client';
import { now } from '../clock.ts';
import { believedStop } from '../quotas/sending.ts';
import { registry } from './registry.ts';

export const sendingStoppedSecondsMetric = new Gauge({
  name: 'mailing_sending_stopped_seconds',
  help: 'Seconds since an operator stopped all sending; 0 while mails are sent',
  registers: [registry],
  async collect() {
    this.reset();
    // While the database is away the value is unknown.
    const stop = await believedStop().catch(() => undefined);
    if (stop === undefined) return;
    this.set(stop === null ? 0 : Math.max(0.001, (now().getTime() - stop.at.getTime()) / 1000));
  },
});
