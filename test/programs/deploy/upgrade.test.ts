import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { buildPrograms } from '../../../bench/support/build.ts';
import { freePort } from '../../../local/ports.ts';
import { buildRelease, noRelease } from '../../faults/support/release.ts';
import { readProcfile } from '../../support/command-lines.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { bareEnvironment, type Ran, type Running, startCommand } from '../../support/programs.ts';
import { mongodbUrl, redisUrl } from '../../support/services.ts';
import { until } from '../../support/until.ts';

/** The commit from which the test upgrades, by default one of 24 November 2026. Earlier ones, such as 0.1.0, have no bundler. */
const FROM = process.env['UPGRADE_FROM'] || '513e64411a0d88ca0a065295200ecb869af7fe75';
/** The command that creates accounts, where one release or another has it. */
const ACCOUNT_COMMANDS = ['common/account-command.js', 'common/commands/account.js'];
/** Long enough to stop the old programs before the send is due. */
const SEND_AFTER_MS = 60_000;
const PEOPLE = ['ada@shop.example', 'bob@shop.example'];

interface Programs {
  readonly build: string;
  readonly lines: { readonly api: string; readonly worker: string; readonly release: string };
}

/** The values of a record that the test reads. */
interface Listed {
  readonly id: number;
  readonly utr?: string;
  readonly status?: number;
  readonly email?: string;
  readonly first_name?: string;
  readonly single_send_name?: string;
}

/** The programs of an earlier commit start by its own Procfile. */
describe(`an upgrade from ${FROM} with a send, an automation and contacts in the store`, function () {
  this.timeout(900_000);
  const running: Running[] = [];
  let mail: MailServer;
  let environment: Readonly<Record<string, string>>;
  let port: number;

  before(async function hasHistory() {
    const reason = noRelease(FROM);
    if (reason !== null) {
      // A named commit must not be skipped.
      if (process.env['UPGRADE_FROM']) throw new Error(`UPGRADE_FROM: ${reason}`);
      process.stderr.write(`Not tested: an upgrade from ${FROM}, because ${reason}.\n`);
      this.skip();
    }
    mail = await startMailServer();
    port = await freePort();
    environment = {
      NODE_ENV: 'production',
      MONGODB_URL: await mongodbUrl('upgrade-walk'),
      REDIS_URL: await redisUrl('upgrade-walk'),
      SMTP_URL: mail.url,
      APP_SECRET: '3f1c77aa09be4d6582e7b1d04c9fe3a85d20761bb94c8f3e6a17d5208e4bc9f1',
      PUBLIC_URL: 'https://mail.example',
      PORT: String(port),
    };
  });
  after(async () => {
    await stopAll();
    await mail?.stop();
  });

  async function stopAll(): Promise<Ran[]> {
    for (const { child } of running) child.kill('SIGTERM');
    return Promise.all(running.splice(0).map(({ ended }) => ended));
  }

  const start = (line: string, build: string, more: Readonly<Record<string, string>> = {}): Running =>
    startCommand(['/bin/sh', '-c', line.replaceAll('dist/', `${build}/`)], {
      cwd: process.cwd(),
      env: bareEnvironment({ ...environment, ...more }),
    });

  async function run(line: string, build: string): Promise<string> {
    const { code, out, err } = await start(line, build).ended;
    expect(code, `${line}\n${out}${err}`).to.equal(0);
    return out;
  }

  /** Starts an API and a worker, and waits until both are ready. */
  async function startAll({ build, lines }: Programs): Promise<void> {
    for (const [line, url] of [
      [lines.api, `http://127.0.0.1:${port}/readyz`],
      [lines.worker, null],
    ] as const) {
      const metrics = await freePort();
      const program = start(line, build, { METRICS_PORT: String(metrics) });
      running.push(program);
      await until(
        async () => {
          if (program.child.exitCode !== null) throw new Error(`It ended:\n${program.out()}${program.err()}`);
          const answer = await fetch(url ?? `http://127.0.0.1:${metrics}/readyz`).catch(() => null);
          return answer?.status === 200;
        },
        `${line} to be ready`,
        60_000,
      );
    }
  }

  const linesOf = (procfile: string): Programs['lines'] => {
    const line = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(procfile)![1]!;
    return { api: line('web'), worker: line('worker'), release: line('release') };
  };

  let keys: Readonly<Record<string, string>>;
  async function call(path: string, fields?: object): Promise<{ readonly message: unknown }> {
    const answer = await fetch(`http://127.0.0.1:${port}/api/${path}`, {
      headers: { ...keys, 'Content-Type': 'application/json' },
      ...(fields && { method: 'POST', body: JSON.stringify(fields) }),
    });
    const text = await answer.text();
    expect(answer.status, `${path}: ${text}`).to.equal(200);
    return JSON.parse(text);
  }

  /** The records that a list has, as the contract names them. */
  async function listed(path: string): Promise<Listed[]> {
    const { message } = await call(path);
    return Object.values(message as Record<string, Listed[]>)[0]!;
  }

  /** Creates an account by the command of its version, and uses its keys from then on. */
  async function createOwner(build: string): Promise<void> {
    const command = ACCOUNT_COMMANDS.map((name) => join(build, name)).find((file) => existsSync(file));
    const words = 'create --json --name Ada --email owner@shop.example --password';
    const made = await run(`node ${command ?? `${build}/cli.js account`} ${words} 'correct horse'`, build);
    keys = { PublicKey: /pk_[\w-]+/.exec(made)![0], SecretKey: /sk_[\w-]+/.exec(made)![0] };
  }

  interface Used {
    readonly contact_type_id: number;
    readonly sender_id: number;
    readonly unsubscribe_group_id: number;
  }

  /** Creates what sends and automations use. */
  async function layRecords(): Promise<Used> {
    await call('contacts-type/add', { name: 'Customers' });
    await call('sender/save', {
      from_name: 'Ada',
      from_email: 'ada@sender.example',
      reply_to_email: 'reply@sender.example',
      country_id: 1,
      company_address: '1 Main Street',
      nickname: 'ada',
    });
    await withStore((db) => db.collection('senders').updateMany({}, { $set: { is_verified: 1 } }));
    await call('unsubscribes-groups/save', { group_name: 'News', description: 'Our news', is_display: 1 });
    const paths = ['contacts-type', 'senders', 'unsubscribes-groups'];
    const [type, sender, group] = await Promise.all(paths.map(async (path) => (await listed(path))[0]!));
    return { contact_type_id: type!.id, sender_id: sender!.id, unsubscribe_group_id: group!.id };
  }

  /** Returns the utr of an automation with an email at once and one after a day. */
  async function beginAutomation({
    contact_type_id,
    sender_id,
    unsubscribe_group_id,
  }: Used): Promise<string> {
    await call('automations/create', {
      type: 'welcome',
      automation_for: `contacts_${contact_type_id}`,
      automation_name: 'Welcome',
      unsubscribe_group_id,
    });
    const utr = (await listed('automations'))[0]!.utr!;
    for (const email of [
      { subject: 'Welcome', waiting_type: 'instantly' },
      { subject: 'A day later', waiting_type: 'days' },
    ])
      await call('automations/schedule/create', {
        utr,
        sender_id,
        waiting_period: 1,
        template_id: 1,
        preview_img: 'welcome.png',
        template_html: '<p>Hello ((first_name))</p>',
        ...email,
      });
    await call(`automations/set-live?utr=${utr}`);
    return utr;
  }

  /** Creates a send that is due in a minute. */
  async function scheduleSend({ contact_type_id, ...from }: Used): Promise<void> {
    const [date, time] = new Date(Date.now() + SEND_AFTER_MS).toISOString().split(/[T.]/);
    await call('single/send/create', {
      ...from,
      template_id: 1,
      template_html: '<html><body><p>Hello ((first_name|you))</p></body></html>',
      single_send_name: 'A campaign',
      subject: 'News for ((first_name))',
      preheader: 'What happened',
      recipient_id: [`contacts_${contact_type_id}`],
      schedule_type: 1,
      schedule_date: date,
      schedule_time: time,
    });
  }

  /** Creates an account with contacts, an automation that has begun, and a send that is due in a minute. */
  async function fill(build: string): Promise<{ contact_type_id: number; series: string }> {
    await createOwner(build);
    const used = await layRecords();
    const { contact_type_id } = used;
    const series = await beginAutomation(used);
    for (const email of PEOPLE)
      await call('contacts/add', { contact_type_id, country: 101, first_name: email.split('@')[0], email });
    for (const email of PEOPLE)
      await until(() => mail.to(email).length === 1, `the welcome of ${email}`, 60_000);
    await scheduleSend(used);
    return { contact_type_id, series };
  }

  async function withStore(use: (db: mongoose.mongo.Db) => Promise<unknown>): Promise<void> {
    const client = await mongoose.mongo.MongoClient.connect(environment['MONGODB_URL']!);
    try {
      await use(client.db());
    } finally {
      await client.close();
    }
  }

  /** The values that both versions show. */
  async function shown(): Promise<object> {
    const contacts = (await listed('contacts/list')).map(({ id, email, first_name }) => ({
      id,
      email,
      first_name,
    }));
    const sends = (await listed('single-send/list')).map(({ id, utr, single_send_name }) => ({
      id,
      utr,
      single_send_name,
    }));
    const others = await Promise.all(
      ['contacts-type', 'senders', 'unsubscribes-groups', 'automations'].map(async (path) =>
        (await listed(path)).map(({ id }) => id),
      ),
    );
    return { contacts, sends, others };
  }

  it('keeps all of it, sends what was due, and leaves nothing for `check` to find', async () => {
    const old = await buildRelease(FROM);
    const before: Programs = { build: old.build, lines: linesOf(old.procfile) };
    const after: Programs = {
      build: await buildPrograms(),
      lines: linesOf(readFileSync('Procfile', 'utf8')),
    };
    expect(readProcfile()['release']!.line).to.equal(after.lines.release);

    await run(before.lines.release, before.build);
    await startAll(before);
    const { contact_type_id, series } = await fill(before.build);
    const wasShown = await shown();
    for (const { code, err } of await stopAll()) expect(code, err).to.equal(0);
    const subjects = (email: string) => mail.to(email).length;
    expect(PEOPLE.map(subjects), 'no mail of the send by the old programs').to.deep.equal([1, 1]);

    // The steps of docs/upgrading.md.
    await run(after.lines.release, after.build);
    await startAll(after);
    await run(after.lines.release, after.build);

    expect(await shown()).to.deep.equal(wasShown);
    for (const email of PEOPLE) await until(() => subjects(email) === 2, `the send to ${email}`, 180_000);
    await until(
      async () => (await listed('single-send/list'))[0]!.status === 3,
      'the send to be completed',
      60_000,
    );
    const fresh = 'eve@shop.example';
    await call('contacts/add', { contact_type_id, country: 101, first_name: 'eve', email: fresh });
    await until(() => subjects(fresh) === 1, 'the welcome of a new contact', 60_000);
    const { message } = await call(`automations/progress?utr=${series}`);
    const { progress = message } = message as { progress?: object };
    expect(progress).to.include({ entered: 3, waiting: 3 });

    // The email of the next day is due once its time has come.
    await withStore((db) =>
      db
        .collection('enrollments')
        .updateMany({ due_at: { $gt: new Date() } }, { $set: { due_at: new Date() } }),
    );
    for (const [email, count] of [...PEOPLE.map((one) => [one, 3] as const), [fresh, 2] as const])
      await until(() => subjects(email) === count, `the second email to ${email}`, 60_000);
    const checked = await start('node dist/cli.js check --mail-to check@shop.example', after.build).ended;
    expect([checked.code, checked.out.trimEnd().split('\n').at(-1)], checked.out).to.deep.equal([
      0,
      'Everything holds.',
    ]);
  });
});
