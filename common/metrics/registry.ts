import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { VERSION } from '../config/version.ts';

/** Labels have few values: never an account, an address or a path. */
export const registry = new Registry();

let begun = false;

/** Watches memory, CPU and event-loop delay. It costs time, so call it only when metrics are on. */
export function watchProcess(): void {
  if (begun) return;
  begun = true;
  collectDefaultMetrics({ register: registry });
}

new Gauge({
  name: 'mailing_build_info',
  help: 'Always 1; the label tells which version of the program this process runs.',
  labelNames: ['version'],
  registers: [registry],
}).set({ version: VERSION }, 1);
