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

/** A counter of Prometheus can only increase, so it is set from our own counter at each scrape. */
const counted = (counter: Counter, values: Iterable<[Record<string, string>, number]>): void => {
  counter.reset();
  for (const [labels, value] of values) counter.inc(labels, value);
};

export const mailsMetric = new Counter({
  name: 'mailing_mails_total',
  help: 'Mails that were tried, by what became of it',
  labelNames: ['outcome'],
  registers,
  collect() {
    counted(
      this,
      Object.entries(tallies.outcomes).map(([outcome, count]) => [{ outcome }, count]),
    );
  },
});
export const leaseExpiriesMetric = new Counter({
  name: 'mailing_lease_expiries_total',
  help: 'Batches taken over from a worker that died or fell silent',
  registers,
  collect() {
    counted(this, [[{}, tallies.leaseExpiries]]);
  },
});
export const sweepRingsMetric = new Counter({
  name: 'mailing_sweep_rings_total',
  help: 'What the sweep found to ring for, by chore',
  labelNames: ['chore'],
  registers,
  collect() {
    counted(
      this,
      [...tallies.sweepRings].map(([chore, count]) => [{ chore }, count]),
    );
  },
});
export const jobFailuresMetric = new Counter({
  name: 'mailing_job_failures_total',
  help: 'Jobs that failed for what does not pass by itself, by job',
  labelNames: ['job'],
  registers,
  collect() {
    counted(
      this,
      [...tallies.jobFailures].map(([job, count]) => [{ job }, count]),
    );
  },
});
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
