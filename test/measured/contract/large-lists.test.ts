import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { AutomationSchedule } from '../../../common/models/automation-schedules.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { SingleSend, type SingleSendDocument } from '../../../common/models/single-sends.ts';
import { reserveIds } from '../../../common/store/ids.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { type ApiProcess, startApiProcess } from '../../support/api-process.ts';
import { storeContacts, storeTextFields } from '../../support/contacts.ts';
import { type Ground, layGround } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { addContacts } from '../../support/world.ts';

const SENDS = 30;
const EMAILS = 20;
const TEMPLATE = 2 * 2 ** 20;
/** Megabytes of heap that an API process has; with more, V8 aborts. */
const HEAP_MB = 256;
const AT_ONCE = 6;
/** Bytes that a slow reader takes at a time, with a short pause in between. */
const SIP = 256 * 1024;

describe('the API', function () {
  this.timeout(240_000);
  let api: Api;
  let client: Client;
  let ground: Ground;
  let small: ApiProcess;

  before(async () => {
    api = await startApi('contract-large-lists', { RATE_CALLS: '0' });
    client = await api.account();
    ground = await layGround(client);
    await addContacts(ground, ['ann@example.com']);
    small = await startApiProcess(api.config, {
      node: [`--max-old-space-size=${HEAP_MB}`],
      environment: { MALLOC_ARENA_MAX: '2' },
    });
  });
  after(async () => {
    await small?.end('SIGTERM');
    await api?.stop();
  });

  const residentMb = (): number =>
    Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${small.child.pid}/status`, 'utf8'))?.[1]) / 1024;

  const read = async (path: string, slowly: boolean): Promise<string> => {
    const headers = { PublicKey: client.public_key, SecretKey: client.secret_key };
    const request = get(`${small.url}/api${path}`, { headers, agent: false });
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
    expect(response.statusCode, small.said()).to.equal(200);
    return Buffer.concat(chunks).toString();
  };

  /**
   * Requests a list several times at once, some with clients that read slowly. All must get the same text, which is returned
   * with the growth of memory in MB.
   */
  const readAtOnce = async (times: number, path: string) => {
    const rested = residentMb();
    let most = rested;
    const watch = setInterval(() => (most = Math.max(most, residentMb())), 20);
    try {
      const texts = await Promise.all(Array.from({ length: times }, (_, at) => read(path, at % 2 === 1)));
      expect([small.child.exitCode, small.child.signalCode], small.said()).to.deep.equal([null, null]);
      const [text = ''] = texts;
      expect(texts.every((one) => one === text)).to.equal(true);
      return { text, grown: most - rested };
    } finally {
      clearInterval(watch);
    }
  };

  const templateOf = (at: number): string =>
    `<p title="${at}">${String.fromCharCode(97 + (at % 26)).repeat(TEMPLATE - 100)}</p>`;

  it('answers six lists of large records at once, complete and correct, in a bounded amount of memory', async () => {
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
      // A small one now and then among large ones.
      const template_html = at % 10 === 9 ? '<p>small</p>' : templateOf(at);
      const send: SingleSendDocument = { ...original!, _id: first + at, utr: `large-${at}`, template_html };
      await rows(SingleSend).insertOne(send);
    }
    // The list as a program writes it that has all of it in memory.
    const shown = [];
    for await (const { utr } of rows(SingleSend)
      .find({ user_id: client.user_id })
      .sort({ _id: 1 })
      .project<{ utr: string }>({ utr: 1 })) {
      const { body } = await client.get(`/single-send/details?utr=${utr}`);
      shown.push(body.message.singleSend[0]);
    }
    const expected = JSON.stringify({ status: 'success', message: { singleSends: shown } });
    const { text, grown } = await readAtOnce(AT_ONCE, '/single-send/list');
    expect(text.length).to.equal(expected.length);
    expect(text === expected).to.equal(true);
    expect(grown).to.be.lessThan(HEAP_MB + 100);
    // Pages of any size say where the next one begins.
    const page = JSON.parse(await read('/single-send/list?limit=3', true));
    expect(page.message.singleSends).to.deep.equal(shown.slice(0, 3));
    expect(page.next_after_id).to.equal(shown[2].id);
    const rest = JSON.parse(await read(`/single-send/list?after_id=${shown[2].id}`, false));
    expect(rest.message.singleSends).to.deep.equal(shown.slice(3));
    expect(rest.next_after_id).to.equal(null);
  });

  it('takes one answer of MongoDB at a time for contacts with many long values', async () => {
    const FIELDS = 100;
    const CONTACTS = 120;
    const names = Array.from({ length: FIELDS }, (_, field) => `field_${field}`);
    await storeTextFields(client.user_id, names);
    const values = Object.fromEntries(names.map((name) => [name, 'v'.repeat(4096)]));
    await storeContacts(
      { userId: client.user_id, typeId: ground.contact_type_id, name: 'wide', count: CONTACTS },
      () => ({ city: 'Bern', custom_field: {} }),
    );
    await rows(Contact).updateMany(
      { contact_type_id: ground.contact_type_id, city: 'Bern' },
      { $set: { custom_field: values } },
    );
    const { text, grown } = await readAtOnce(AT_ONCE, '/contacts/list');
    const { contacts } = JSON.parse(text).message;
    expect(contacts).to.have.length(CONTACTS + 1);
    expect(contacts.at(-1).custom_field.field_99.field_value).to.have.length(4096);
    expect(grown).to.be.lessThan(HEAP_MB + 200);
  });

  it('takes one answer of MongoDB at a time for the emails of an automation', async () => {
    await client.post('/automations/create', { type: 'welcome', automation_name: 'Series' });
    const { utr, id } = (await client.get('/automations')).body.message.automations.at(-1);
    const firstId = await reserveIds('automation_schedules', EMAILS);
    const at = new Date();
    for (let email = 0; email < EMAILS; email += 1) {
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
    const { text } = await readAtOnce(3, `/automations/schedule?utr=${utr}`);
    const [emails] = Object.values(JSON.parse(text).message) as { template_html: string }[][];
    expect(emails!.map(({ template_html }, email) => template_html === templateOf(email))).to.deep.equal(
      Array(EMAILS).fill(true),
    );
  });
});
