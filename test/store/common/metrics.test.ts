import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { StartRefusal } from '../../../common/config/start-refusal.ts';
import { VERSION } from '../../../common/config/version.ts';
import { readConfig } from '../../../common/config.ts';
import { createLogger } from '../../../common/log.ts';
import { oldestDue } from '../../../common/metrics/oldest-due.ts';
import { type MetricsServer, serveMetrics } from '../../../common/metrics/server.ts';
import { type StoreWatch, watchStore } from '../../../common/metrics/store.ts';
import { noteBackup, readStoreState } from '../../../common/migrations/store-state.ts';
import { Account } from '../../../common/models/accounts.ts';
import { Batch } from '../../../common/models/batches.ts';
import { Import } from '../../../common/models/imports.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { leaseUndo, releaseUndo } from '../../../worker/lifecycle/undo/lease.ts';
import { workerProblem } from '../../../worker/runtime/metrics/problem.ts';
import { type Api, startApi } from '../../support/api.ts';
import { people } from '../../support/engine.ts';
import { anAccount, aSend } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { addContacts, completed, startWorld, type World } from '../../support/world.ts';

const SIZE = 30;

describe('the metrics server', () => {
  let world: World;
  let metrics: MetricsServer;
  let store: StoreWatch;
  const ready = () => workerProblem(store);
  const log = createLogger('worker', 'silent');

  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${metrics.port}${path}`);
    return { status: answer.status, text: await answer.text() };
  };
  /** The value of one line of the metrics. */
  const value = (text: string, line: string): number =>
    Number(
      text
        .split('\n')
        .find((one) => one.startsWith(`${line} `))
        ?.slice(line.length + 1),
    );
  const serve = (port: number) => serveMetrics({ metrics: { host: '127.0.0.1', port } }, log, ready);

  before(async () => {
    world = await startWorld('metrics');
    store = watchStore(world.api.config.mongodbUrl);
    metrics = (await serve(0))!;
  });
  after(async () => {
    await metrics?.close();
    await store?.close();
    await world?.stop();
  });

  it('stays off when its port is not set', async () => {
    const base = { MONGODB_URL: 'mongodb://x', REDIS_URL: 'redis://x', SMTP_URL: 'smtp://x' };
    const config = readConfig({ ...base, APP_SECRET: 'a secret of thirty-two characters or more' });
    expect(await serveMetrics(config, log, ready)).to.equal(null);
  });

  it('stays off the port of the API in production', async () => {
    const production = await world.api.another({
      NODE_ENV: 'production',
      APP_SECRET: randomBytes(32).toString('hex'),
      PUBLIC_URL: 'https://mail.example.com',
    });
    expect((await production.request('/metrics')).status).to.equal(404);
    await production.stop();
  });

  it('shares the port of the API while trying the service out', async () => {
    const tried = await fetch(`${world.api.url}/metrics`);
    expect(tried.headers.get('content-type')).to.match(/^text\/plain; version=0\.0\.4/);
    expect(await tried.text()).to.match(/^# TYPE mailing_http_request_duration_seconds histogram$/m);
  });

  it('stops the start when its port is taken', async () => {
    const refused = await serve(metrics.port).catch((error: unknown) => error);
    expect(refused).to.be.an.instanceOf(StartRefusal);
  });

  it('answers 404 to other paths', async () => {
    expect((await ask('/nothing')).status).to.equal(404);
  });

  describe('after a send', () => {
    const line = 'mailing_mails_total{outcome="accepted"}';
    const expiries = 'mailing_lease_expiries_total';
    let earlier: number;
    let earlierExpiries: number;
    let text: string;

    before(async () => {
      const ground = await anAccount(world.api);
      await addContacts(ground, people(SIZE));
      // Other tests of this process may have left some.
      const before = (await ask('/metrics')).text;
      earlier = value(before, line);
      earlierExpiries = value(before, expiries);
      const { utr } = (await ground.client.post('/single/send/create', aSend(ground))).body.message;
      await completed(ground.client, utr);
      ({ text } = await ask('/metrics'));
    });

    it('counts the outcomes of mails', () => {
      expect(value(text, line)).to.equal(earlier + SIZE);
      expect(value(text, 'mailing_mails_in_flight')).to.equal(0);
      expect(value(text, expiries)).to.equal(earlierExpiries);
    });

    it('shows the age of the sweep, and what it rang', () => {
      expect(value(text, 'mailing_sweep_age_seconds')).to.be.below(30);
      expect(text).to.match(/^# TYPE mailing_sweep_rings_total counter$/m);
    });

    it('shows how late the event loop is', () => {
      expect(value(text, 'nodejs_eventloop_lag_p99_seconds')).to.be.at.least(0);
    });

    it('counts requests by their route', () => {
      expect(text).to.match(
        /mailing_http_request_duration_seconds_count\{method="POST",route="\/api\/single\/send\/create",status="200"\} \d/,
      );
    });

    it('counts failures by code', async () => {
      const line = 'mailing_failed_requests_total{code="keys_missing"}';
      const before = value(text, line) || 0;
      await fetch(`${world.api.url}/api/contacts/list`);
      expect(value((await ask('/metrics')).text, line)).to.equal(before + 1);
    });

    it('shows how full the disks of uploads and of MongoDB are', () => {
      for (const disk of ['mailing_tmpdir_used_ratio', 'mailing_store_used_ratio{store="mongodb"}'])
        expect(value(text, disk), disk).to.be.above(0).and.at.most(1);
    });

    it('shows neither names nor addresses, for any number of requests', () => {
      expect(text).not.to.match(/@|utr|ada/i);
    });
  });

  it('shows the age of the last backup, and of the first account before there is one', async () => {
    const age = async () => value((await ask('/metrics')).text, 'mailing_backup_age_seconds');
    expect(await age()).to.equal(0);
    const created_at = new Date(Date.now() - 200_000_000);
    await Account.insertOne({ _id: 1, email_norm: 'first@example.com', created_at } as never);
    await until(async () => (await age()) >= 200_000, 'the age of the first account');
    await readStoreState();
    await noteBackup(new Date(Date.now() - 600_000));
    // A value is kept for five seconds.
    await until(async () => (await age()) < 100_000, 'the age');
    expect(await age()).to.be.within(600, 660);
  });

  it('answers probes', async () => {
    expect(await ask('/healthz')).to.deep.equal({
      status: 200,
      text: `{"status":"ok","version":"${VERSION}","commit":null,"date":null}`,
    });
    expect(await ask('/readyz')).to.deep.equal({ status: 200, text: '{"status":"ok"}' });
  });
});

describe('the age of the oldest due work', () => {
  let api: Api;

  before(async () => {
    api = await startApi('metrics-due');
  });
  after(() => api?.stop());

  it('appears by kind, and as 0 when nothing waits', async () => {
    const long = new Date(Date.now() - 600_000);
    const due = { _id: 0, user_id: 1 };
    await rows(Mailing).insertOne({ _id: 'send-0', user_id: 1, state: 'open', paused_reason: null } as never);
    await rows(Batch).insertOne({ ...due, mailing: 'send-0', state: 'ready', free_at: long } as never);
    await rows(SingleSend).insertOne({ ...due, status: 1, due_at: long, deleted_at: null } as never);
    await rows(Import).insertOne({
      ...due,
      state: 'completed',
      undo_state: 'waiting',
      undo_waits_since: new Date(Date.now() - 60_000),
    } as never);
    // A later import that has waited for longer, and one of an earlier version.
    const undone = { user_id: 1, state: 'completed', undo_state: 'waiting' };
    await rows(Import).insertMany([
      { ...undone, _id: 1, undo_waits_since: long },
      { ...undone, _id: -1 },
    ] as never[]);
    const ages = new Map(await oldestDue());
    for (const kind of ['batch', 'single_send', 'undo']) expect(ages.get(kind), kind).to.be.within(600, 660);
    for (const kind of ['deferred', 'enrollment', 'import', 'contact_change', 'notice', 'test'])
      expect(ages.get(kind), kind).to.equal(0);
  });

  it('of an undo counts from its request, also after a turn', async () => {
    const since = new Date(Date.now() - 600_000);
    for (const undo_waits_since of [since, undefined]) {
      const waits = undo_waits_since && { undo_waits_since };
      await rows(Import).insertOne({ _id: 5, user_id: 5, undo_state: 'waiting', ...waits } as never);
      const held = (await leaseUndo(5, 5))!;
      await releaseUndo(held);
      held.lease.end();
      const stored = (await rows(Import).findOne({ _id: 5 }))!.undo_waits_since!;
      if (undo_waits_since) expect(stored).to.deep.equal(since);
      else expect(stored.getTime()).to.be.closeTo(Date.now(), 10_000);
      await rows(Import).deleteOne({ _id: 5 });
    }
  });
});
