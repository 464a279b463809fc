import { Counter } from 'prom-client';
import { registry } from './registry.ts';

export const unhandledMetric = new Counter({
  name: 'mailing_unhandled_errors_total',
  help: 'Errors and rejections that no code handled. The process stops after the first one',
  registers: [registry],
});
