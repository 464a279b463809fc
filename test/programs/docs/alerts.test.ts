import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { serversFolder } from '../../../local/servers.mjs';
import { yaml } from '../../support/compose.ts';

interface Rule {
  readonly alert: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Series in promtool's notation, by minute: `90x10` is 90 for ten minutes, `0+60x20` grows by 60 a minute. */
type Series = Readonly<Record<string, string>>;

interface Case {
  readonly fires: Series;
  readonly silent: Series;
  /** Minutes after the start when both are evaluated. */
  readonly after: number;
  /** Labels of the firing alert besides those of its rule. */
  readonly labels?: Readonly<Record<string, string>>;
}

const due = (kind: string, seconds: number): Series => ({
  [`mailing_oldest_due_seconds{kind="${kind}"}`]: `${seconds}x60`,
});
const mails = (outcome: string, values: string): Series => ({
  [`mailing_mails_total{outcome="${outcome}"}`]: values,
});
const stopped = (seconds: number): Series => ({ mailing_sending_stopped_seconds: `${seconds}x60` });
const callsBelowASecond = (aMinute: number): Series => ({
  'mailing_http_request_duration_seconds_bucket{le="1"}': `0+${aMinute}x60`,
  'mailing_http_request_duration_seconds_bucket{le="5"}': '0+100x60',
  'mailing_http_request_duration_seconds_bucket{le="+Inf"}': '0+100x60',
});

const CASES: Readonly<Record<string, Case>> = {
  MailingProcessIsDown: {
    fires: { 'up{job="mailing-api",instance="a"}': '1 0x60' },
    silent: { 'up{job="mailing-api",instance="a"}': '1x60', 'up{job="other",instance="b"}': '0x60' },
    after: 5,
    labels: { job: 'mailing-api', instance: 'a' },
  },
  NoApiTells: {
    fires: { 'mailing_build_info{process="worker"}': '1x60' },
    silent: { 'mailing_build_info{process="api"}': '1x60' },
    after: 5,
    labels: { process: 'api' },
  },
  NoWorkerTells: {
    fires: { 'mailing_build_info{process="api"}': '1x60' },
    silent: due('batch', 0),
    after: 5,
  },
  ApiFails: {
    fires: { 'mailing_http_request_duration_seconds_count{status="503"}': '0+60x60' },
    silent: { 'mailing_http_request_duration_seconds_count{status="429"}': '0+60x60' },
    after: 15,
  },
  SendingIsStopped: { fires: stopped(60), silent: stopped(0), after: 20 },
  SendsDoNotStart: {
    fires: { ...due('single_send', 90), ...stopped(0) },
    silent: { ...due('single_send', 90), ...stopped(90) },
    after: 5,
  },
  NothingGoesOut: {
    fires: { ...due('batch', 400), ...mails('accepted', '5x60'), ...stopped(0) },
    silent: { ...due('batch', 400), ...mails('accepted', '0+60x60'), ...stopped(0) },
    after: 20,
  },
  MailServersAreAway: { fires: mails('unreached', '0+1x60'), silent: mails('unreached', '7x60'), after: 20 },
  MailServersRefuse: {
    fires: { ...mails('refused', '0+30x60'), ...mails('accepted', '0+60x60') },
    silent: { ...mails('refused', '0+1x60'), ...mails('accepted', '0+60x60') },
    after: 40,
  },
  MailsAreInDoubt: { fires: mails('in_doubt', '0+2x60'), silent: mails('in_doubt', '9x60'), after: 20 },
  SweepStands: {
    fires: { 'mailing_sweep_age_seconds{instance="w"}': '90x60' },
    silent: { 'mailing_sweep_age_seconds{instance="w"}': '2x60' },
    after: 5,
    labels: { instance: 'w' },
  },
  JobsAreGivenUp: {
    fires: { 'mailing_jobs_given_up{job="start-import",instance="w"}': '1x60' },
    silent: { 'mailing_jobs_given_up{job="start-import",instance="w"}': '0x60' },
    after: 5,
    labels: { job: 'start-import' },
  },
  WorkersDie: {
    fires: { mailing_lease_expiries_total: '0+1x60' },
    silent: { mailing_lease_expiries_total: '4x60' },
    after: 20,
  },
  AutomationsAreLate: { fires: due('enrollment', 700), silent: due('enrollment', 60), after: 10 },
  MailsToPeopleWait: {
    fires: { ...due('password_mail', 400), ...stopped(0) },
    silent: { ...due('password_mail', 400), ...stopped(400) },
    after: 5,
  },
  TestsAndNoticesWait: {
    fires: { ...due('notice', 700), ...stopped(0) },
    silent: { ...due('notice', 60), ...stopped(0) },
    after: 10,
  },
  WebhooksWait: { fires: due('webhook', 700), silent: due('webhook', 60), after: 10 },
  ChangesOfAccountsWait: { fires: due('erasure', 4000), silent: due('erasure', 60), after: 10 },
  SegmentsLag: { fires: due('contact_change', 400), silent: due('contact_change', 60), after: 10 },
  ImportsWait: { fires: due('undo', 4000), silent: due('import', 60), after: 10 },
  DiskFills: {
    fires: { mailing_tmpdir_used_ratio: '0.85x60', 'mailing_store_used_ratio{store="mongodb"}': '0.5x60' },
    silent: { mailing_tmpdir_used_ratio: '0.5x60', 'mailing_store_used_ratio{store="mongodb"}': '0.5x60' },
    after: 10,
  },
  StoreIsFull: {
    fires: { 'mailing_store_used_ratio{store="mongodb"}': '0.95x60' },
    silent: { 'mailing_store_used_ratio{store="mongodb"}': '0.85x60' },
    after: 10,
  },
  BackupIsOld: {
    // Two workers: the one that could not read the store says 0. A service that never had a backup has the age of its first account.
    fires: {
      'mailing_backup_age_seconds{instance="a"}': '0x60',
      'mailing_backup_age_seconds{instance="b"}': '130000x60',
    },
    silent: { mailing_backup_age_seconds: '90000x60' },
    after: 5,
  },
  MailboxFails: {
    // Every five minutes, as after some failures in a row; and a server that was away for ten.
    fires: { mailing_inbound_mailbox_failures_total: '0+0.2x60' },
    silent: { mailing_inbound_mailbox_failures_total: '0 3 6 7 8 8x60' },
    after: 40,
  },
  CallsAreRefused: {
    fires: { 'mailing_failed_requests_total{code="busy"}': '0+120x60' },
    silent: { 'mailing_failed_requests_total{code="invalid_inputs"}': '0+120x60' },
    after: 40,
    labels: { code: 'busy' },
  },
  ApiIsSlow: { fires: callsBelowASecond(1), silent: callsBelowASecond(100), after: 20 },
  EventLoopStands: {
    fires: { 'nodejs_eventloop_lag_p99_seconds{instance="a"}': '0.5x60' },
    silent: { 'nodejs_eventloop_lag_p99_seconds{instance="a"}': '0.01x60' },
    after: 10,
    labels: { instance: 'a' },
  },
};

const RULES = resolve('docs/alerts.yml');
const PROMTOOL = join(serversFolder(), 'promtool');

describe('docs/alerts.yml', function alerts() {
  const [{ groups }] = yaml.loadAll(readFileSync(RULES, 'utf8')) as [{ groups: { rules: Rule[] }[] }];
  const rules = groups.flatMap((group) => group.rules);
  const folder = mkdtempSync(join(tmpdir(), 'mailing-test-alerts-'));

  before(function needsPromtool() {
    if (!existsSync(PROMTOOL)) this.skip();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const promtool = (...args: string[]) => spawnSync(PROMTOOL, args, { encoding: 'utf8' });

  it('is valid for Prometheus', () => {
    const { status, stdout, stderr } = promtool('check', 'rules', RULES);
    expect(status, stdout + stderr).to.equal(0);
  });

  it('has a case for each alert', () => {
    expect(Object.keys(CASES)).to.have.members(rules.map(({ alert }) => alert));
  });

  for (const { alert, labels, annotations } of rules)
    it(`fires ${alert} on its case, and is silent on a healthy one`, () => {
      const { fires, silent, after, labels: own = {} } = CASES[alert]!;
      const test = (series: Series, firing: boolean) => ({
        interval: '1m',
        input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
        alert_rule_test: [
          {
            eval_time: `${after}m`,
            alertname: alert,
            exp_alerts: firing ? [{ exp_labels: { ...labels, ...own }, exp_annotations: annotations }] : [],
          },
        ],
      });
      const file = join(folder, `${alert}.json`);
      writeFileSync(
        file,
        JSON.stringify({
          rule_files: [RULES],
          evaluation_interval: '1m',
          tests: [test(fires, true), test(silent, false)],
        }),
      );
      const { status, stdout, stderr } = promtool('test', 'rules', file);
      expect(status, stdout + stderr).to.equal(0);
    });
});
