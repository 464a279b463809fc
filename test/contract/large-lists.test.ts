import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { reserveIds } from '../../common/ids.ts';
import { AutomationSchedule } from '../../common/models/automation-schedules.ts';
import { Contact } from '../../common/models/contacts.ts';
import { CustomField } from '../../common/models/custom-fields.ts';
import { SingleSend, type SingleSendDocument } from '../../common/models/single-sends.ts';
import { rows } from '../../common/mongo.ts';
import { freePort } from '../../local/ports.ts';
import { type Api, type Client, startApi } from '../support/api.ts';
import { storeContacts } from '../support/contacts.ts';
import { until } from '../support/until.ts';
import { addContacts, type Ground, layGround } from '../support/world.ts';

const SENDS = 55;
const TEMPLATE = 2 * 2 ** 20;
/** Megabytes that V8 may keep of an API process; more, and it aborts. */
const HEAP_MB = 256;
const AT_ONCE = 6;
/** Bytes that a slow reader takes at a time; between two of them it waits a moment. */
const SIP = 256 * 1024;

describe('lists of large records', function () {
  this.timeout(240_000);
  let api: Api;
  let client: Client;
  let ground: Ground;
  let small: ChildProcess;
  let origin: string;
  let said = '';

  before(async () => {
    api = await startApi('contract-large-lists', { RATE_CALLS: '0' });
    client = await api.account();
    ground = await layGround(client);
    await addContacts(ground, ['ann@example.com']);
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    small = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, '--import', 'tsx', 'api/main.ts'], {
      env: {
        ...process.env,
        MONGODB_URL: api.config.mongodbUrl,
        REDIS_URL: api.config.redisUrl,
        SMTP_URL: 'smtp://127.0.0.1:9',
        APP_SECRET: api.config.appSecret,
        PORT: String(port),
        LOG_LEVEL: 'warn',
        MALLOC_ARENA_MAX: '2',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    small.stdout!.on('data', (chunk) => (said += String(chunk)));
    small.stderr!.on('data', (chunk) => (said += String(chunk)));
    await until(
      () =>
        fetch(`${origin}/readyz`).then(
          ({ status }) => status === 200,
          () => false,
        ),
      'the API process',
      60_000,
    );
  });
  after(async () => {
    if (small && small.exitCode === null && small.signalCode === null) {
      const ended = once(small, 'exit');
      small.kill('SIGTERM');
      await ended;
    }
    await api?.stop();
  });

  const residentMb = (): number =>
    Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${small.pid}/status`, 'utf8'))?.[1]) / 1024;

  const read = async (path: string, slowly: boolean): Promise<string> => {
    const headers = { PublicKey: client.public_key, SecretKey: client.secret_key };
    const request = get(`${origin}/api${path}`, { headers, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    let since = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      since += chunk.length;
      if (!slowly || since < SIP) continue;
      since = 0;
      await delay(5);
    }
    expect(response.statusCode, said).to.equal(200);
    return Buffer.concat(chunks).toString();
  };

  /** Asks for lists all at once, some of them by clients that read slowly, and answers how much more memory they took. */
  const readAtOnce = async (paths: readonly string[], check: (text: string, path: string) => void) => {
    const rested = residentMb();
    let most = rested;
    const watch = setInterval(() => (most = Math.max(most, residentMb())), 20);
    try {
      await Promise.all(paths.map(async (path, at) => check(await read(path, at % 2 === 1), path)));
    } finally {
      clearInterval(watch);
    }
    expect([small.exitCode, small.signalCode], said).to.deep.equal([null, null]);
    return most - rested;
  };

  const templateOf = (at: number): string =>
    `<p title="${at}">${String.fromCharCode(97 + (at % 26)).repeat(TEMPLATE - 100)}</p>`;

  it('six at once, read fast and slowly, are whole and right, and take a bounded amount of memory', async () => {
    const made = await client.post('/single/send/create', {
      template_id: 1,
      template_html: '<p>x</p>',
      sender_id: ground.sender_id,
      unsubscribe_group_id: ground.unsubscribe_group_id,
      recipient_id: [`contacts_${ground.contact_type_id}`],
      single_send_name: 'Large',
      subject: 'Large',
      preheader: 'x',
      schedule_type: 1,
      schedule_date: '2999-01-01',
      schedule_time: '09:00:00',
    });
    expect(made.status, JSON.stringify(made.body)).to.equal(200);
    const [original] = await rows(SingleSend).find({ user_id: client.user_id }).toArray();
    const first = await reserveIds('single_sends', SENDS);
    for (let at = 0; at < SENDS; at += 1) {
      // A small one now and then, among large ones.
      const template_html = at % 10 === 9 ? '<p>small</p>' : templateOf(at);
      const send: SingleSendDocument = { ...original!, _id: first + at, utr: `large-${at}`, template_html };
      await rows(SingleSend).insertOne(send);
    }
    // The list as one that has all of it in memory writes it.
    const shown = [];
    for await (const { utr } of rows(SingleSend)
      .find({ user_id: client.user_id })
      .sort({ _id: 1 })
      .project<{ utr: string }>({ utr: 1 })) {
      const { body } = await client.get(`/single-send/details?utr=${utr}`);
      shown.push(body.message.singleSend[0]);
    }
    const expected = JSON.stringify({ status: 'success', message: { singleSends: shown } });
    const grown = await readAtOnce(Array<string>(AT_ONCE).fill('/single-send/list'), (text) => {
      expect(text.length).to.equal(expected.length);
      expect(text === expected).to.equal(true);
    });
    expect(grown).to.be.lessThan(HEAP_MB + 100);
    // Pages say where the next begins, however large they are.
    const page = JSON.parse(await read('/single-send/list?limit=3', true));
    expect(page.message.singleSends).to.deep.equal(shown.slice(0, 3));
    expect(page.next_after_id).to.equal(shown[2].id);
    const rest = JSON.parse(await read(`/single-send/list?after_id=${shown[2].id}`, false));
    expect(rest.message.singleSends).to.deep.equal(shown.slice(3));
    expect(rest.next_after_id).to.equal(null);
  });

  it('contacts with many long values take no more than an answer of MongoDB at a time', async () => {
    const FIELDS = 100;
    const CONTACTS = 300;
    const at = new Date();
    const names = Array.from({ length: FIELDS }, (_, field) => `field_${field}`);
    const firstField = await reserveIds('custom_fields', FIELDS);
    await rows(CustomField).insertMany(
      names.map((field_name, field) => ({
        _id: firstField + field,
        user_id: client.user_id,
        field_name,
        name_key: field_name,
        field_type: 'text',
        created_at: at,
        updated_at: at,
      })) as never,
    );
    const values = Object.fromEntries(names.map((name) => [name, 'v'.repeat(4096)]));
    await storeContacts(
      { userId: client.user_id, typeId: ground.contact_type_id, name: 'wide', count: CONTACTS },
      () => ({ city: 'Bern', custom_field: {} }),
    );
    await rows(Contact).updateMany(
      { contact_type_id: ground.contact_type_id, city: 'Bern' },
      { $set: { custom_field: values } },
    );
    const grown = await readAtOnce(Array<string>(AT_ONCE).fill('/contacts/list'), (text) => {
      const { contacts } = JSON.parse(text).message;
      expect(contacts).to.have.length(CONTACTS + 1);
      expect(contacts.at(-1).custom_field.field_99.field_value).to.have.length(4096);
    });
    expect(grown).to.be.lessThan(HEAP_MB + 200);
  });

  it('an automation’s emails likewise', async () => {
    await client.post('/automations/create', { type: 'welcome', automation_name: 'Series' });
    const { utr, id } = (await client.get('/automations')).body.message.automations.at(-1);
    const firstId = await reserveIds('automation_schedules', 20);
    const at = new Date();
    for (let email = 0; email < 20; email += 1) {
      await rows(AutomationSchedule).insertOne({
        _id: firstId + email,
        user_id: client.user_id,
        automation_id: id,
        utr: `email-${email}`,
        sender_id: ground.sender_id,
        subject: 'x',
        waiting_type: 'instantly',
        waiting_period: 1,
        template_id: 1,
        preview_img: '',
        template_json: templateOf(email),
        template_html: templateOf(email),
        created_at: at,
        updated_at: at,
      });
    }
    await readAtOnce(Array<string>(3).fill(`/automations/schedule?utr=${utr}`), (text) => {
      const [emails] = Object.values(JSON.parse(text).message) as { template_html: string }[][];
      expect(
        emails!.map(
          ({ template_html }) =>
            template_html === templateOf(emails!.findIndex((one) => one.template_html === template_html)),
        ),
      ).to.deep.equal(Array(20).fill(true));
    });
  });
});
