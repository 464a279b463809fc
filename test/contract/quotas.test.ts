import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import { setClock } from '../../common/clock.ts';
import { QUOTA_NAMES, quotaText } from '../../common/domain/quotas.ts';
import { createLogger } from '../../common/log.ts';
import { Account } from '../../common/models/accounts.ts';
import { Import } from '../../common/models/imports.ts';
import { SingleSend } from '../../common/models/single-sends.ts';
import { rows } from '../../common/mongo.ts';
import { takeMailPlaces } from '../../common/quotas/mails.ts';
import { importContacts } from '../../worker/jobs/import-contacts.ts';
import { type Answer, type Api, type Client, startApi } from '../support/api.ts';
import { contactBook } from '../support/contact-book.ts';
import { neverStopping } from '../support/stopping.ts';
import { until } from '../support/until.ts';
import { layGround, sendTo } from '../support/world.ts';

describe('quotas', function () {
  this.timeout(60_000);
  let api: Api;

  before(async () => {
    api = await startApi('contract-quotas', {
      RATE_CALLS: '0',
      QUOTA_CONTACTS: '3',
      QUOTA_IMPORTS: '2',
      QUOTA_CALLS: '4',
      QUOTA_STORED_BYTES: '5000',
      QUOTA_MAILS_PER_DAY: '0',
    });
  });
  after(() => api.stop());

  const quotasOf = async (client: Client) => {
    const { quotas } = (await client.get('/quotas')).body.message;
    return Object.fromEntries(quotas.map((quota: { name: string }) => [quota.name, quota]));
  };
  const failed = (status: number, errors: string) => ({ status, body: { status: 'failed', errors } });

  /** As `npm run quotas` does; this process has known the account for no longer than a request. */
  async function setQuotas(client: Client, quotas: object): Promise<void> {
    await rows(Account).updateOne({ _id: client.user_id }, { $set: { quotas } });
    await until(async () => {
      const now = await quotasOf(client);
      return Object.entries(quotas).every(([name, limit]) => now[name].limit === (limit || null));
    });
  }

  const upload = (client: Client, type: number, text: string): Promise<Answer> => {
    const form = new FormData();
    form.set('contact_type_id', String(type));
    form.set('file', new Blob([text]), 'list.csv');
    return client.post('/contacts/upload-csv', form);
  };

  const work = async (id: number) => {
    await importContacts(
      { importId: id },
      {
        config: api.config,
        log: createLogger('worker', 'silent'),
        ring: async () => {},
        stopping: neverStopping(),
      },
    );
    return (await rows(Import).findOne({ _id: id }))!;
  };

  it('count designs that are rendered, each once, and let HTML and the next minute pass', async () => {
    const client = await api.account();
    const ground = await layGround(client);
    await setQuotas(client, { renders_per_minute: 2 });
    const used = async () => (await quotasOf(client))['renders_per_minute'].used;
    const json = (text: string) =>
      JSON.stringify({
        mjml: `<mjml><mj-body><mj-section><mj-column><mj-text>${text} ${client.user_id}</mj-text></mj-column></mj-section></mj-body></mjml>`,
      });
    const save = (text: string) =>
      client.post('/single/send/create', sendTo(ground, { template_html: '', template_json: json(text) }));
    // A minute that turns in between would begin to count from 0.
    // To come, so that MongoDB's own clock does not take the count for an old one.
    const minute = Math.ceil(Date.now() / 3600_000) * 3600_000;
    setClock(() => minute + 10_000);
    try {
      for (const [text, count] of [
        ['one', 1],
        ['one', 1],
        ['two', 2],
      ] as const) {
        expect((await save(text)).status, text).to.equal(200);
        expect(await used()).to.equal(count);
      }
      const beyond = await save('three');
      expect(beyond).to.deep.include(failed(429, quotaText('renders_per_minute')));
      expect(beyond.headers.get('retry-after')).to.equal('50');
      expect(await used()).to.equal(2);
      const html = sendTo(ground, { template_html: `<p>Fresh ${client.user_id}</p>` });
      expect((await client.post('/single/send/create', html)).status).to.equal(200);
      const other = await layGround(await api.account());
      const theirs = sendTo(other, { template_html: '', template_json: json('three') });
      expect((await other.client.post('/single/send/create', theirs)).status).to.equal(200);
      // What was rendered for anyone is there for all.
      expect((await save('three')).status).to.equal(200);
      setClock(() => minute + 60_000);
      expect((await save('four')).status).to.equal(200);
      expect(await used()).to.equal(1);
    } finally {
      setClock();
    }
  });

  it('are listed with limit, use and unit, those without a limit as null', async () => {
    const client = await api.account();
    const { body } = await client.get('/quotas');
    expect(body.message.quotas.map(({ name }: { name: string }) => name)).to.deep.equal(QUOTA_NAMES);
    await takeMailPlaces(client.user_id, 7, 0);
    const quotas = await quotasOf(client);
    expect(quotas['contacts']).to.deep.equal({ name: 'contacts', limit: 3, used: 0, unit: 'contacts' });
    expect(quotas['mails_per_day']).to.deep.equal({
      name: 'mails_per_day',
      limit: null,
      used: 7,
      unit: 'mails',
    });
    // The call that asks.
    expect(quotas['calls']).to.include({ limit: 4, used: 1 });
  });

  it('refuse a contact too many, take it once there is room, and one account says nothing of another', async () => {
    const [client, other] = [await api.account(), await api.account()];
    const [book, others] = [contactBook(client), contactBook(other)];
    const [type, second] = [await book.addType('One'), await book.addType('Two')];
    const add = (email: string, contact_type_id = type) =>
      client.post('/contacts/add', { contact_type_id, email, country: 1 });
    expect((await add('a@example.com')).status).to.equal(200);
    expect((await add('a@example.com', second)).status).to.equal(200);
    // The last place goes once, however many want it at once.
    const answers = await Promise.all(['b', 'c', 'd'].map((name) => add(`${name}@example.com`)));
    const passed = answers.filter(({ status }) => status === 200);
    expect(passed.length).to.be.at.most(1);
    for (const answer of answers.filter((one) => one.status !== 200))
      expect(answer).to.deep.include(failed(409, quotaText('contacts')));
    if (passed.length === 0) expect((await add('b@example.com')).status).to.equal(200);
    expect(await add('e@example.com')).to.deep.include(
      failed(409, 'Quota reached: contacts (see GET quotas)'),
    );
    expect((await quotasOf(client))['contacts'].used).to.equal(3);
    const theirs = await others.addType('Theirs');
    expect(
      (await other.post('/contacts/add', { contact_type_id: theirs, email: 'a@example.com', country: 1 }))
        .status,
    ).to.equal(200);

    const [one] = (await client.get('/contacts/list')).body.message.contacts;
    await client.delete(`/contacts/delete?contact_id=${one.id}`);
    expect((await add('e@example.com')).status).to.equal(200);
    await setQuotas(client, { contacts: 4 });
    expect((await add('f@example.com')).status).to.equal(200);
    expect((await add('g@example.com')).status).to.equal(409);
  });

  it('refuse the rows of an import that are beyond, with their reason, and import all others', async () => {
    const client = await api.account();
    const type = await contactBook(client).addType('List');
    const csv =
      'email,first_name\na@x.example,A\nb@x.example,B\nc@x.example,C\nd@x.example,D\nd@x.example,E\na@x.example,AA\n';
    expect((await upload(client, type, csv)).status).to.equal(200);
    const [{ id }] = (await client.get('/contacts/imports')).body.message.imports;
    expect(await work(id)).to.include({
      state: 'completed',
      rows_read: 6,
      rows_added: 3,
      rows_updated: 1,
      rows_refused: 2,
    });
    const { body } = await client.get(`/contacts/imports/errors?id=${id}`);
    expect(body).to.equal(
      '"line","reason","email","first_name"\r\n' +
        '"5","Quota reached: contacts (see GET quotas).","d@x.example","D"\r\n' +
        '"6","Quota reached: contacts (see GET quotas).","d@x.example","E"\r\n',
    );
    const names = (await client.get('/contacts/list')).body.message.contacts.map(
      (contact: { first_name: string }) => contact.first_name,
    );
    expect(names).to.deep.equal(['AA', 'B', 'C']);
    // Once there is room the same file brings those that are missing.
    await setQuotas(client, { contacts: 10 });
    await upload(client, type, csv);
    const again = (await client.get('/contacts/imports')).body.message.imports.at(-1).id;
    expect(await work(again)).to.include({ rows_added: 1, rows_refused: 0 });
  });

  it('refuse an upload too many before its file is sent, and take it once an import has ended', async () => {
    const client = await api.account();
    const type = await contactBook(client).addType('List');
    const csv = 'email\na@x.example\n';
    const answers = await Promise.all(Array.from({ length: 4 }, () => upload(client, type, csv)));
    expect(answers.filter(({ status }) => status === 200).length).to.be.at.most(2);
    while ((await rows(Import).countDocuments({ user_id: client.user_id })) < 2)
      await upload(client, type, csv);
    const busy = failed(429, quotaText('imports'));
    for (const answer of [
      await upload(client, type, csv),
      ...answers.filter(({ status }) => status !== 200),
    ]) {
      expect(answer).to.deep.include(busy);
      expect(answer.headers.get('retry-after')).to.equal('1');
    }
    expect((await quotasOf(client))['imports']).to.include({ used: 2, limit: 2 });

    // The head of a request alone is answered: of its file nothing was sent.
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /api/contacts/upload-csv HTTP/1.1\r\nHost: x\r\nPublicKey: ${client.public_key}\r\nSecretKey: ${client.secret_key}\r\n` +
        'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 4000000\r\n\r\n',
    );
    const [data] = (await once(socket, 'data')) as [Buffer];
    expect(data.toString())
      .to.match(/^HTTP\/1.1 429 /)
      .and.match(/Connection: close/);
    socket.destroy();

    await work((await rows(Import).findOne({ user_id: client.user_id }))!._id);
    expect((await upload(client, type, csv)).status).to.equal(200);
  });

  it('refuse designs and files beyond the bytes, let smaller ones pass, and give room back', async () => {
    const client = await api.account();
    const ground = await layGround(client);
    const design = (bytes: number, digest = 'x') => `<p>${digest.repeat(bytes - 7)}</p>`;
    const create = (bytes: number) =>
      client.post('/single/send/create', {
        ...sendTo(ground),
        template_html: design(bytes),
        schedule_type: 1,
        schedule_date: '2090-01-01',
        schedule_time: '10:00:00',
      });
    const first = await create(3000);
    expect(first.status).to.equal(200);
    expect((await quotasOf(client))['stored_bytes'].used).to.equal(3000);
    const beyond = failed(409, quotaText('stored_bytes'));
    expect(await create(2001)).to.deep.include(beyond);
    // Two at once do not both pass the last place.
    const [one, two] = await Promise.all([create(1500), create(1500)]);
    expect([one.status, two.status].filter((status) => status === 200).length).to.be.at.most(1);
    await rows(SingleSend).deleteMany({ user_id: client.user_id, design_bytes: 1500 });

    expect(
      await upload(client, ground.contact_type_id, `email\n${'a'.repeat(2000)}@x.example\n`),
    ).to.deep.include(beyond);
    expect(await client.post(`/single/send/duplicate?utr=${first.body.message.utr}`)).to.deep.include(beyond);
    const { utr } = first.body.message;
    const update = (bytes: number) =>
      client.post('/single/send/update', {
        ...sendTo(ground),
        utr,
        template_html: design(bytes),
        schedule_type: 1,
        schedule_date: '2090-01-01',
        schedule_time: '10:00:00',
      });
    expect(await update(5001)).to.deep.include(beyond);
    expect((await update(4000)).status).to.equal(200);
    await setQuotas(client, { stored_bytes: 100 });
    // What is there stays, and may become less.
    expect((await update(3900)).status).to.equal(200);
    expect((await quotasOf(client))['stored_bytes']).to.include({ used: 3900, limit: 100 });
    await client.delete(`/single/send/delete?utr=${utr}`);
    expect((await quotasOf(client))['stored_bytes'].used).to.equal(0);

    const automation = await client.post('/automations/create', {
      type: 'custom',
      automation_for: `contacts_${ground.contact_type_id}`,
      automation_name: 'Series',
      unsubscribe_group_id: ground.unsubscribe_group_id,
    });
    const schedule = (bytes: number) =>
      client.post('/automations/schedule/create', {
        utr: automation.body.message.utr,
        sender_id: ground.sender_id,
        subject: 'One',
        waiting_period: 1,
        waiting_type: 'instantly',
        template_id: 1,
        preview_img: 'blank.png',
        template_html: design(bytes),
      });
    expect(await schedule(101)).to.deep.include(beyond);
    expect((await schedule(80)).status).to.equal(200);
    expect(await client.get(`/automations/duplicate?utr=${automation.body.message.utr}`)).to.deep.include(
      beyond,
    );
    expect((await quotasOf(client))['stored_bytes'].used).to.equal(80);
  });

  it('refuse a call too many at once, of one account alone, and count a call until its answer is out', async () => {
    const [client, other] = [await api.account(), await api.account()];
    const { hostname, port } = new URL(api.url);
    // Bodies that do not come keep their calls under way.
    const hanging = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const socket = connect(Number(port), hostname);
        await once(socket, 'connect');
        socket.write(
          `POST /api/contacts-type/add HTTP/1.1\r\nHost: x\r\nPublicKey: ${client.public_key}\r\nSecretKey: ${client.secret_key}\r\n` +
            'Content-Type: application/json\r\nContent-Length: 15\r\n\r\n',
        );
        return socket;
      }),
    );
    const refused = await until(async () => {
      const answer = await client.get('/contacts-type');
      return answer.status === 429 ? answer : null;
    });
    expect(refused).to.deep.include(failed(429, quotaText('calls')));
    expect(refused.headers.get('retry-after')).to.equal('1');
    expect((await other.get('/contacts-type')).status).to.equal(200);
    // One is answered, the others hang up: all their places are free again.
    hanging[0]!.write('{"name":"Anna"}');
    await once(hanging[0]!, 'data');
    for (const socket of hanging) socket.destroy();
    await until(async () => (await quotasOf(client).catch(() => null))?.['calls'].used === 1);
  });

  it('suspend an account in a moment: its calls answer 403, its page says why', async () => {
    const [client, other] = [await api.account(), await api.account()];
    expect((await client.get('/quotas')).status).to.equal(200);
    await rows(Account).updateOne(
      { _id: client.user_id },
      { $set: { suspended: { at: new Date(), reason: 'Complaints' } } },
    );
    // A changing call asks the store each time.
    const answer = await client.post('/contacts-type/add', { name: 'Anna' });
    expect(answer).to.deep.include(failed(403, 'Account is suspended'));
    await until(async () => (await client.get('/quotas')).status === 403);
    expect((await other.get('/quotas')).status).to.equal(200);
    // Wrong keys learn nothing of it.
    const wrong = await api.request('/api/quotas', {
      headers: { PublicKey: client.public_key, SecretKey: createHash('sha256').digest('hex') },
    });
    expect(wrong.status).to.equal(401);
    await rows(Account).updateOne({ _id: client.user_id }, { $set: { suspended: null } });
    await until(async () => (await client.get('/quotas')).status === 200);
  });
});
