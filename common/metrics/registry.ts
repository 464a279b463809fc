import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { VERSION } from '../version.ts';

/** All that this process tells of itself. Labels are of few values: never an account, an address or a path. */
export const registry = new Registry();

let begun = false;

/** Begins to watch the process (memory, CPU, event-loop delay). Once somebody asks for metrics, not before: it costs. */
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
