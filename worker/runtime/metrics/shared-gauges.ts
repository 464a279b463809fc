import { Gauge } from 'prom-client';
import { cached } from '../../../common/cache/cached.ts';
import { now } from '../../../common/clock.ts';
import { JOB_NAMES } from '../../../common/jobs/catalogue.ts';
import { oldestDue } from '../../../common/metrics/oldest-due.ts';
import { registry } from '../../../common/metrics/registry.ts';
import { Account } from '../../../common/models/accounts.ts';
import { StoreState } from '../../../common/models/store-states.ts';
import { countGivenUp } from '../../../common/queries/job-failures.ts';
import { accountsByReputation } from '../../../common/queries/reputation.ts';
import { database } from '../../../common/store/connection.ts';

/** Milliseconds for which a value is cached: scrapes by many collectors of many workers must not query the store each time. */
const FRESH_MS = 5000;

/** A value over all workers, by `label`. While the store is away it is missing; alerts with `absent` notice that. */
function sharedGauge(
  label: string,
  names: { readonly name: string; readonly help: string },
  read: () => Promise<Iterable<readonly [string, number]>>,
): Gauge {
  const values = cached(read, { ms: FRESH_MS });
  return new Gauge({
    ...names,
    labelNames: [label],
    registers: [registry],
    async collect() {
      this.reset();
      for (const [of, value] of await values().catch(() => [])) this.set({ [label]: of }, value);
    },
  });
}

export const oldestDueGauge = sharedGauge(
  'kind',
  {
    name: 'mailing_oldest_due_seconds',
    help: 'How long the oldest of what is due has waited, over all workers, by kind; 0 where nothing waits',
  },
  oldestDue,
);

export const givenUpMetric = sharedGauge(
  'job',
  {
    name: 'mailing_jobs_given_up',
    help: 'Jobs that failed again and again, and wait for their owner, the operator or a long while, over all workers',
  },
  async () => {
    const counts = await countGivenUp();
    return JOB_NAMES.map((job) => [job, counts.get(job) ?? 0] as const);
  },
);

export const storeUsedMetric = sharedGauge(
  'store',
  {
    name: 'mailing_store_used_ratio',
    help: 'The used part of the disk of a store: 0 to 1. A router of a sharded cluster may not tell it',
  },
  async () => {
    const { fsUsedSize, fsTotalSize } = await database().command({ dbStats: 1 });
    return fsTotalSize > 0 ? [['mongodb', fsUsedSize / fsTotalSize] as const] : [];
  },
);

export const accountsMetric = sharedGauge(
  'reputation',
  {
    name: 'mailing_accounts',
    help: 'Accounts by the complaints and bounces of their mail (rules 9.22): well, warned, or paused',
  },
  async () => Object.entries(await accountsByReputation()),
);

/** The last backup; before the first one the oldest account, whose data would be lost. */
async function keptSince(): Promise<Date | null> {
  const { backed_up_at } =
    (await StoreState.findOne({ _id: 'store' }, { projection: { backed_up_at: 1 } })) ?? {};
  if (backed_up_at) return backed_up_at;
  const first = await Account.findOne({}, { projection: { created_at: 1 }, sort: { _id: 1 } });
  return first?.created_at ?? null;
}

const lastBackup = cached(keptSince, { ms: FRESH_MS });

export const backupAgeMetric = new Gauge({
  name: 'mailing_backup_age_seconds',
  help: 'Seconds since the last backup by the command; before the first one, since the oldest account was created',
  registers: [registry],
  async collect() {
    const since = await lastBackup().catch(() => null);
    this.set(since ? (now().getTime() - since.getTime()) / 1000 : 0);
  },
});
