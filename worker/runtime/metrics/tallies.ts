import { Counter, Gauge } from 'prom-client';
import type { JobName } from '../../../common/jobs/catalogue.ts';
import { registry } from '../../../common/metrics/registry.ts';

/** Counters of the hot path: each mail adds to them directly, without a look-up. */
export const tallies = {
  inFlight: 0,
  outcomes: { accepted: 0, deferred: 0, refused: 0, in_doubt: 0, unreached: 0, put_off: 0 },
  leaseExpiries: 0,
  /** Failures by job, except those that pass by themselves. */
  jobFailures: new Map<JobName, number>(),
  /** Rings of the sweep by chore. Most are dropped: the process that made the work has rung already. */
  sweepRings: new Map<string, number>(),
  /** The end of the sweep's last round by `performance.now()`; null before the first. */
  sweptAt: null as number | null,
};

export const sweepAge = (): number => (performance.now() - (tallies.sweptAt ?? 0)) / 1000;

const registers = [registry];

/** A counter of Prometheus can only increase, so it is set from our own counter at each scrape. Without a label: one value. */
function counter(
  name: string,
  help: string,
  label: string | null,
  values: () => Iterable<readonly [string, number]>,
): Counter {
  return new Counter({
    name,
    help,
    labelNames: label === null ? [] : [label],
    registers,
    collect() {
      this.reset();
      for (const [of, value] of values()) this.inc(label === null ? {} : { [label]: of }, value);
    },
  });
}

export const mailsMetric = counter(
  'mailing_mails_total',
  'Mails that were tried, by what became of it',
  'outcome',
  () => Object.entries(tallies.outcomes),
);
export const leaseExpiriesMetric = counter(
  'mailing_lease_expiries_total',
  'Batches taken over from a worker that died or fell silent',
  null,
  () => [['', tallies.leaseExpiries]],
);
export const sweepRingsMetric = counter(
  'mailing_sweep_rings_total',
  'What the sweep found to ring for, by chore',
  'chore',
  () => tallies.sweepRings,
);
export const jobFailuresMetric = counter(
  'mailing_job_failures_total',
  'Jobs that failed for what does not pass by itself, by job',
  'job',
  () => tallies.jobFailures,
);
export const mailsInFlightMetric = new Gauge({
  name: 'mailing_mails_in_flight',
  help: 'Mails that this worker is handing over',
  registers,
  collect() {
    this.set(tallies.inFlight);
  },
});
export const sweepAgeSecondsMetric = new Gauge({
  name: 'mailing_sweep_age_seconds',
  help: 'Since the sweep last came to the end of a round',
  registers,
  collect() {
    this.set(sweepAge());
  },
});
