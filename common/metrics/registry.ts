import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { BUILD } from '../config/version.ts';

/** Labels have few values: never an account, an address or a path. */
export const registry = new Registry();

const build = new Gauge({
  name: 'mailing_build_info',
  help: 'Always 1; the labels tell the program of this process, its version, its commit and when that was made.',
  labelNames: ['process', 'version', 'commit', 'date'],
  registers: [registry],
});

let begun = false;

/** Watches memory, CPU and event-loop delay. It costs time, so call it only when metrics are on. `program`: `api`, `worker` or `inbound`. */
export function watchProcess(program: string): void {
  const { version, commit, date } = BUILD;
  build.set({ process: program, version, commit: commit ?? 'unknown', date: date ?? 'unknown' }, 1);
  if (begun) return;
  begun = true;
  collectDefaultMetrics({ register: registry });
}
