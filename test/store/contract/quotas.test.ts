import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { addOptOuts } from '../../../common/changes/suppressions.ts';
import { setClock } from '../../../common/clock.ts';
import { QUOTA_NAMES, quotaText } from '../../../common/domain/quotas.ts';
import { Account } from '../../../common/models/accounts.ts';
import { Import } from '../../../common/models/imports.ts';
import { Segment } from '../../../common/models/segments.ts';
import { takeMailPlaces } from '../../../common/quotas/mails.ts';
import { failed, quotaBusy } from '../../support/answers.ts';
import { type Answer, type Api, type Client, startApi } from '../../support/api.ts';
import { contactBook } from '../../support/contact-book.ts';
import { anAccount, aSend, type Ground, layGround } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { runImport } from '../../support/run-import.ts';
import { until } from '../../support/until.ts';

describe('the API under quotas', () => {
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

  /** Sets quotas like `npm run quotas`. Calls that change something read the account anew; this one is refused. */
  async function setQuotas(client: Client, quotas: object): Promise<void> {
    await Account.updateOne({ _id: client.user_id }, { $set: { quotas } });
    expect((await client.post('/contacts-type/add')).status).to.equal(422);
  }

  const upload = (client: Client, type: number, text: string): Promise<Answer> => {
    const form = new FormData();
    form.set('contact_type_id', String(type));
    form.set('file', new Blob([text]), 'list.csv');
    return client.post('/contacts/upload-csv', form);
  };

  /** Sends the head of a request with a file. */
  const beginUpload = ({ public_key, secret_key }: Client, bytes: number) => {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(
      `POST /api/contacts/upload-csv HTTP/1.1\r\nHost: x\r\nPublicKey: ${public_key}\r\nSecretKey: ${secret_key}\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${bytes}\r\n\r\n`,
    );
    return socket;
  };

  const work = async (id: number) => {
    await runImport(api.config, id);
    return (await rows(Import).findOne({ _id: id }))!;
  };

  describe('of rendered designs', () => {
    let client: Client;
    let ground: Ground;
    // A minute that ends in between would start a new count.
    // The time is in the future, so that MongoDB does not expire the count.
    const minute = Math.ceil(Date.now() / 3600_000) * 3600_000;

    beforeEach(async () => {
      client = await api.account();
      // Before the first call, so that no process remembers the account.
      await setQuotas(client, { renders_per_minute: 2 });
      ground = await layGround(client);
      setClock(() => minute + 10_000);
    });
    afterEach(() => setClock());

    const used = async () => (await quotasOf(client))['renders_per_minute'].used;
    const designOf = (text: string) => ({
      template_html: '',
      template_json: JSON.stringify({
        mjml: `<mjml><mj-body><mj-section><mj-column><mj-text>${text} ${client.user_id}</mj-text></mj-column></mj-section></mj-body></mjml>`,
      }),
    });
    const save = (design: Record<string, unknown>, where = ground) =>
      where.client.post('/single/send/create', aSend(where, design));
    const reachLimit = async () => {
      for (const text of ['one', 'two']) expect((await save(designOf(text))).status, text).to.equal(200);
    };

    it('counts each design once, however often it is saved', async () => {
      for (const [text, count] of [
        ['one', 1],
        ['one', 1],
        ['two', 2],
      ] as const) {
        expect((await save(designOf(text))).status, text).to.equal(200);
        expect(await used()).to.equal(count);
      }
    });

    it('refuses one too many until the minute ends, and does not count it', async () => {
      await reachLimit();
      const beyond = await save(designOf('three'));
      expect(beyond).to.deep.include(quotaBusy('renders_per_minute'));
      expect(beyond.headers.get('retry-after')).to.equal('50');
      expect(await used()).to.equal(2);
    });

    it('accepts HTML at the limit', async () => {
      await reachLimit();
      expect((await save({ template_html: `<p>Fresh ${client.user_id}</p>` })).status).to.equal(200);
    });

    it('accepts at the limit a design that was rendered for another account', async () => {
      await reachLimit();
      const three = designOf('three');
      expect((await save(three, await anAccount(api))).status).to.equal(200);
      expect((await save(three)).status).to.equal(200);
    });

    it('begins its count again with the next minute', async () => {
      await reachLimit();
      setClock(() => minute + 60_000);
      expect((await save(designOf('four'))).status).to.equal(200);
      expect(await used()).to.equal(1);
    });
  });

  it('lists quotas with limit, use and unit, and without a limit as null', async () => {
    const client = await api.account();
    const { body } = await client.get('/quotas');
    expect(body.message.quotas.map(({ name }: { name: string }) => name)).to.deep.equal([
      ...QUOTA_NAMES,
      'calls_per_second',
    ]);
    await takeMailPlaces(client.user_id, 7, 0);
    const quotas = await quotasOf(client);
    expect(quotas['contacts']).to.deep.equal({ name: 'contacts', limit: 3, used: 0, unit: 'contacts' });
    expect(quotas['mails_per_day']).to.deep.equal({
      name: 'mails_per_day',
      limit: null,
      used: 7,
      unit: 'mails',
    });
    // This call itself.
    expect(quotas['calls']).to.include({ limit: 4, used: 1 });
  });

  describe('of contacts', () => {
    let client: Client;
    let type: number;

    beforeEach(async () => {
      client = await api.account();
      type = await contactBook(client).addType('One');
    });

    const add = (name: string, contact_type_id = type, owner = client) =>
      owner.post('/contacts/add', { contact_type_id, email: `${name}@example.com`, country: 1 });
    const reachLimit = async () => {
      for (const name of ['a', 'b', 'c']) expect((await add(name)).status, name).to.equal(200);
    };

    it('refuses one too many', async () => {
      await reachLimit();
      expect(await add('e')).to.deep.include(failed(409, 'Quota reached: contacts (see GET quotas)'));
      expect((await quotasOf(client))['contacts'].used).to.equal(3);
    });

    it('gives the last place once, however many calls ask for it at the same time', async () => {
      const second = await contactBook(client).addType('Two');
      expect((await add('a')).status).to.equal(200);
      expect((await add('a', second)).status).to.equal(200);
      const answers = await Promise.all(['b', 'c', 'd'].map((name) => add(name)));
      const passed = answers.filter(({ status }) => status === 200);
      expect(passed.length).to.be.at.most(1);
      for (const answer of answers.filter((one) => one.status !== 200))
        expect(answer).to.deep.include(failed(409, quotaText('contacts')));
      if (passed.length === 0) expect((await add('b')).status).to.equal(200);
      expect((await quotasOf(client))['contacts'].used).to.equal(3);
    });

    it('counts each account separately', async () => {
      await reachLimit();
      const other = await api.account();
      const theirs = await contactBook(other).addType('Theirs');
      expect((await add('a', theirs, other)).status).to.equal(200);
    });

    it('accepts another contact after a deletion', async () => {
      await reachLimit();
      const [one] = (await client.get('/contacts/list')).body.message.contacts;
      await client.delete(`/contacts/delete?contact_id=${one.id}`);
      expect((await add('e')).status).to.equal(200);
    });

    it('accepts others up to a raised limit', async () => {
      await reachLimit();
      await setQuotas(client, { contacts: 4 });
      expect((await add('f')).status).to.equal(200);
      expect((await add('g')).status).to.equal(409);
    });
  });

  describe('of contacts, in an import', () => {
    const CSV =
      'email,first_name\na@x.example,A\nb@x.example,B\nc@x.example,C\nd@x.example,D\nd@x.example,E\na@x.example,AA\n';
    let client: Client;
    let type: number;

    beforeEach(async () => {
      client = await api.account();
      type = await contactBook(client).addType('List');
    });

    /** Uploads the file, and answers the import's id. */
    const begin = async (): Promise<number> => {
      expect((await upload(client, type, CSV)).status).to.equal(200);
      return (await client.get('/contacts/imports')).body.message.imports.at(-1).id;
    };

    it('refuses the rows beyond the limit, and imports all others', async () => {
      expect(await work(await begin())).to.include({
        state: 'completed',
        rows_read: 6,
        rows_added: 3,
        rows_updated: 1,
        rows_refused: 2,
      });
      const names = (await client.get('/contacts/list')).body.message.contacts.map(
        (contact: { first_name: string }) => contact.first_name,
      );
      expect(names).to.deep.equal(['AA', 'B', 'C']);
    });

    it('names the quota as the reason of the refused rows', async () => {
      const id = await begin();
      await work(id);
      const { body } = await client.get(`/contacts/imports/errors?id=${id}`);
      expect(body).to.equal(
        '"line","reason","email","first_name"\r\n' +
          '"5","Quota reached: contacts (see GET quotas).","d@x.example","D"\r\n' +
          '"6","Quota reached: contacts (see GET quotas).","d@x.example","E"\r\n',
      );
    });

    it('lets the same file add the missing contacts when there is room', async () => {
      await work(await begin());
      await setQuotas(client, { contacts: 10 });
      expect(await work(await begin())).to.include({ rows_added: 1, rows_refused: 0 });
    });
  });

  describe('of rows', () => {
    let ground: Ground;
    let client: Client;
    beforeEach(async () => {
      client = await api.account();
      ground = await layGround(client);
    });

    const usedOf = async (name: string) => (await quotasOf(client))[name];
    const segment = (fields = {}) =>
      client.post('/segment/store', {
        segment_name: 'Adas',
        contact_type_id: ground.contact_type_id,
        select_field: ['first_name'],
        select_operator: ['is'],
        value: ['Ada'],
        query_type: 'and',
        ...fields,
      });
    const automation = () =>
      client.post('/automations/create', { automation_name: 'Welcome', type: 'custom' });

    it('follow the limit of contacts, unless an operator sets them', async () => {
      expect(await usedOf('opt_outs')).to.include({ limit: 6, used: 0, unit: 'addresses' });
      expect(await usedOf('derived_rows')).to.include({ limit: 60, used: 0, unit: 'rows' });
      await setQuotas(client, { contacts: 10 });
      expect(await usedOf('opt_outs')).to.include({ limit: 20 });
      await setQuotas(client, { contacts: 0, derived_rows: 7 });
      expect([(await usedOf('opt_outs')).limit, (await usedOf('derived_rows')).limit]).to.deep.equal([
        null,
        7,
      ]);
    });

    it('refuse a segment or an automation too many, also a copy, until one is deleted', async () => {
      await setQuotas(client, { segments: 2, automations: 2 });
      const stored = await Promise.all(Array.from({ length: 4 }, () => segment()));
      expect(stored.map(({ status }) => status)).to.have.members([200, 200, 409, 409]);
      expect(await segment()).to.deep.include(failed(409, quotaText('segments')));
      expect(await usedOf('segments')).to.include({ used: 2, limit: 2 });
      const { id } = stored.find(({ status }) => status === 200)!.body;
      await client.delete(`/segment/delete?segment_id=${id}`);
      expect((await segment()).status).to.equal(200);
      const { utr } = (await automation()).body;
      expect((await client.get(`/automations/duplicate?utr=${utr}`)).status).to.equal(200);
      expect(await automation()).to.deep.include(failed(409, quotaText('automations')));
      expect(await client.get(`/automations/duplicate?utr=${utr}`)).to.deep.include(
        failed(409, quotaText('automations')),
      );
      expect(await usedOf('automations')).to.include({ used: 2 });
    });

    it('refuse addresses too many in all lists together, and no recipient who unsubscribes', async () => {
      const addresses = (count: number, prefix: string) =>
        Array.from({ length: count }, (_, at) => `${prefix}${at}@x.example`).join(',');
      const save = (path: string, email_address: string, more = {}) =>
        client.post(path, { email_address, ...more });
      expect((await save('/global-unsubscribes/save', addresses(3, 'all'))).status).to.equal(200);
      expect((await save('/suppressions/save', addresses(2, 'own'))).status).to.equal(200);
      const group = { unsubscribe_groups_id: ground.unsubscribe_group_id };
      const path = '/unsubscribes-groups/manually-add';
      expect(await save(path, addresses(2, 'group'), group)).to.deep.include(
        failed(409, quotaText('opt_outs')),
      );
      expect((await save(path, addresses(1, 'group'), group)).status).to.equal(200);
      expect(await usedOf('opt_outs')).to.include({ used: 6 });
      await addOptOuts(client.user_id, null, ['by-link@x.example'], { delivery: 1 });
      expect(await usedOf('opt_outs')).to.include({ used: 7 });
      expect(await save('/suppressions/save', 'more@x.example')).to.deep.include(
        failed(409, quotaText('opt_outs')),
      );
    });

    it('refuse scheduled messages too many, all of a call, until one is cancelled or due', async () => {
      const { sender_id } = ground;
      const content = { sender_id, subject: 'Later', template_html: '<p>Later</p>' };
      const inHours = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString();
      const send = (hours: number, to = 'later@x.example') =>
        client.post('/messages/send', { ...content, email: to, send_at: inHours(hours) });
      const sendMany = (count: number, hours: number) => {
        const messages = Array.from({ length: count }, (_, at) => ({ email: `many${at}@x.example` }));
        return client.post('/messages/send-many', { ...content, messages, send_at: inHours(hours) });
      };
      const full = failed(409, quotaText('scheduled_messages'));
      await setQuotas(client, { scheduled_messages: 3 });
      expect(await sendMany(4, 1)).to.deep.include(full);
      expect(await usedOf('scheduled_messages')).to.include({ used: 0, limit: 3, unit: 'messages' });
      expect((await sendMany(2, 2)).status).to.equal(200);
      const { utr } = (await send(1)).body;
      expect(await usedOf('scheduled_messages')).to.include({ used: 3 });
      expect(await send(1)).to.deep.include(full);
      // One that is sent at once does not wait for its time.
      expect((await client.post('/messages/send', { ...content, email: 'now@x.example' })).status).to.equal(
        200,
      );

      expect((await client.post(`/messages/cancel?utr=${utr}`)).status).to.equal(200);
      expect(await usedOf('scheduled_messages')).to.include({ used: 2 });
      expect((await send(1)).status).to.equal(200);
      expect(await send(1)).to.deep.include(full);
      setClock(() => Date.now() + 1.5 * 3600_000);
      try {
        expect(await usedOf('scheduled_messages')).to.include({ used: 2 });
      } finally {
        setClock();
      }
      await setQuotas(client, { scheduled_messages: 0 });
      expect((await sendMany(10, 1)).status).to.equal(200);
    });

    it('refuse segments and automations beyond their places', async () => {
      await setQuotas(client, { derived_rows: 1 });
      const { id } = (await segment()).body;
      // It is not walked yet, and there is no contact.
      await rows(Segment).updateOne({ _id: id }, { $set: { walk: null, segment_emails_count: 1 } });
      expect(await usedOf('derived_rows')).to.include({ used: 1 });
      const full = failed(409, quotaText('derived_rows'));
      expect(await segment()).to.deep.include(full);
      const update = (fields: object) =>
        client.post('/segment/update', {
          segment_id: id,
          segment_name: 'Renamed',
          contact_type_id: ground.contact_type_id,
          select_field: ['first_name'],
          select_operator: ['is'],
          value: ['Ada'],
          query_type: 'and',
          ...fields,
        });
      expect(await update({ value: ['Bob'] })).to.deep.include(full);
      expect((await update({})).status).to.equal(200);
      const { utr } = (
        await client.post('/automations/create', {
          automation_name: 'Welcome',
          type: 'custom',
          automation_for: `contacts_${ground.contact_type_id}`,
          unsubscribe_group_id: ground.unsubscribe_group_id,
        })
      ).body;
      expect(await client.get(`/automations/set-live?utr=${utr}`)).to.deep.include(full);
    });
  });

  describe('of imports', () => {
    const CSV = 'email\na@x.example\n';
    const busy = quotaBusy('imports');
    let client: Client;
    let type: number;

    beforeEach(async () => {
      client = await api.account();
      type = await contactBook(client).addType('List');
    });

    const reachLimit = async () => {
      while ((await rows(Import).countDocuments({ user_id: client.user_id })) < 2)
        await upload(client, type, CSV);
    };

    it('refuses uploads too many, also at the same time', async () => {
      const answers = await Promise.all(Array.from({ length: 4 }, () => upload(client, type, CSV)));
      expect(answers.filter(({ status }) => status === 200).length).to.be.at.most(2);
      await reachLimit();
      for (const answer of [
        await upload(client, type, CSV),
        ...answers.filter(({ status }) => status !== 200),
      ]) {
        expect(answer).to.deep.include(busy);
        expect(answer.headers.get('retry-after')).to.equal('1');
      }
      expect((await quotasOf(client))['imports']).to.include({ used: 2, limit: 2 });
    });

    it('refuses an upload before its file is sent', async () => {
      await reachLimit();
      // Only the head of the request was sent when it was answered, and nothing of the file.
      const socket = beginUpload(client, 4_000_000);
      const [data] = (await once(socket, 'data')) as [Buffer];
      expect(data.toString())
        .to.match(/^HTTP\/1.1 429 /)
        .and.match(/Connection: close/);
      socket.destroy();
    });

    it('refuses a file whose declared bytes exceed the quota of stored bytes, before it is sent', async () => {
      await setQuotas(client, { imports: 10, stored_bytes: 1_000_000 });
      const begun = beginUpload(client, 4_000_000);
      const [data] = (await once(begun, 'data')) as [Buffer];
      expect(data.toString())
        .to.match(/^HTTP\/1.1 409 /)
        .and.match(/Connection: close/)
        .and.include(quotaText('stored_bytes'));
      begun.destroy();
      // The reservation ended with the call.
      expect((await upload(client, type, CSV)).status).to.equal(200);
    });

    it('receives two uploads of an account at once, and lets the next one wait', async () => {
      await setQuotas(client, { imports: 10 });
      const begun = [beginUpload(client, 300), beginUpload(client, 300)];
      const places = (count: number) =>
        until(async () => (await quotasOf(client))['imports'].used === count, `${count} uploads`);
      await places(2);
      let answered = false;
      const third = upload(client, type, CSV).then((answer) => {
        answered = true;
        return answer;
      });
      await places(3);
      expect((await upload(await api.account(), 1, CSV)).status).not.to.equal(429);
      expect(answered).to.equal(false);
      for (const socket of begun) socket.destroy();
      expect((await third).status).to.equal(200);
    });

    it('accepts an upload after an import has ended', async () => {
      await reachLimit();
      await work((await rows(Import).findOne({ user_id: client.user_id }))!._id);
      expect((await upload(client, type, CSV)).status).to.equal(200);
    });
  });

  describe('of stored bytes', () => {
    const beyond = failed(409, quotaText('stored_bytes'));
    let client: Client;
    let ground: Ground;

    beforeEach(async () => {
      client = await api.account();
      ground = await layGround(client);
    });

    const usedBytes = async () => (await quotasOf(client))['stored_bytes'].used;
    const design = (bytes: number) => `<p>${'x'.repeat(bytes - 7)}</p>`;
    const sendOf = (bytes: number) => ({
      ...aSend(ground),
      template_html: design(bytes),
      schedule_type: 1,
      schedule_date: '2090-01-01',
      schedule_time: '10:00:00',
    });
    const create = (bytes: number) => client.post('/single/send/create', sendOf(bytes));
    /** Creates a send with a design of 3,000 of the 5,000 bytes. */
    const createLarge = async (): Promise<string> => {
      const answer = await create(3000);
      expect(answer.status).to.equal(200);
      return answer.body.message.utr;
    };
    const update = (utr: string, bytes: number) =>
      client.post('/single/send/update', { ...sendOf(bytes), utr });

    it('counts the bytes of a design, and refuses one beyond the limit', async () => {
      await createLarge();
      expect(await usedBytes()).to.equal(3000);
      expect(await create(2001)).to.deep.include(beyond);
    });

    it('gives the last place once to two calls at the same time', async () => {
      await createLarge();
      const [one, two] = await Promise.all([create(1500), create(1500)]);
      expect([one.status, two.status].filter((status) => status === 200).length).to.be.at.most(1);
    });

    it('refuses a file beyond the limit', async () => {
      await createLarge();
      const csv = `email\n${'a'.repeat(2000)}@x.example\n`;
      expect(await upload(client, ground.contact_type_id, csv)).to.deep.include(beyond);
    });

    it('refuses the duplicate of a design beyond the limit', async () => {
      const utr = await createLarge();
      expect(await client.post(`/single/send/duplicate?utr=${utr}`)).to.deep.include(beyond);
    });

    it('accepts a design that an update enlarges within the limit, and refuses it beyond', async () => {
      const utr = await createLarge();
      expect(await update(utr, 5001)).to.deep.include(beyond);
      expect((await update(utr, 4000)).status).to.equal(200);
    });

    it('lets existing designs stay and become smaller when the limit is lowered', async () => {
      const utr = await createLarge();
      await setQuotas(client, { stored_bytes: 100 });
      expect((await update(utr, 2900)).status).to.equal(200);
      expect((await quotasOf(client))['stored_bytes']).to.include({ used: 2900, limit: 100 });
    });

    it('frees the bytes after a deletion', async () => {
      const utr = await createLarge();
      await client.delete(`/single/send/delete?utr=${utr}`);
      expect(await usedBytes()).to.equal(0);
    });

    it('counts the emails of automations, and refuses one and a copy beyond the limit', async () => {
      const automation = await client.post('/automations/create', {
        type: 'custom',
        automation_for: `contacts_${ground.contact_type_id}`,
        automation_name: 'Series',
        unsubscribe_group_id: ground.unsubscribe_group_id,
      });
      const { utr } = automation.body.message;
      const schedule = (bytes: number) =>
        client.post('/automations/schedule/create', {
          utr,
          sender_id: ground.sender_id,
          subject: 'One',
          waiting_period: 1,
          waiting_type: 'instantly',
          template_id: 1,
          preview_img: 'blank.png',
          template_html: design(bytes),
        });
      expect(await schedule(5001)).to.deep.include(beyond);
      expect((await schedule(4000)).status).to.equal(200);
      expect(await client.get(`/automations/duplicate?utr=${utr}`)).to.deep.include(beyond);
      expect(await usedBytes()).to.equal(4000);
    });
  });

  describe('of calls at once', () => {
    let client: Client;
    let hanging: Socket[];

    /** A call whose body does not arrive, so that it stays under way. */
    async function hang(): Promise<Socket> {
      const { hostname, port } = new URL(api.url);
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket.write(
        `POST /api/contacts-type/add HTTP/1.1\r\nHost: x\r\nPublicKey: ${client.public_key}\r\nSecretKey: ${client.secret_key}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 15\r\n\r\n',
      );
      return socket;
    }

    beforeEach(async () => {
      client = await api.account();
      hanging = await Promise.all(Array.from({ length: 4 }, hang));
    });
    afterEach(() => {
      for (const socket of hanging) socket.destroy();
    });

    const firstRefusal = () =>
      until(async () => {
        const answer = await client.get('/contacts-type');
        if (answer.status === 429) return answer;
        // A hanging call that came while this one had the last place was refused itself: it is sent again.
        const refused = hanging.filter((socket) => socket.readableLength > 0);
        for (const socket of refused) {
          socket.destroy();
          hanging[hanging.indexOf(socket)] = await hang();
        }
        return null;
      });

    it('refuses one too many, for this account only', async () => {
      const refused = await firstRefusal();
      expect(refused).to.deep.include(quotaBusy('calls'));
      expect(refused.headers.get('retry-after')).to.equal('1');
      const other = await api.account();
      expect((await other.get('/contacts-type')).status).to.equal(200);
    });

    it('counts a call until it is answered or aborted', async () => {
      await firstRefusal();
      // One call is answered and the others are aborted; then all their places are free.
      hanging[0]!.write('{"name":"Anna"}');
      await once(hanging[0]!, 'data');
      for (const socket of hanging) socket.destroy();
      await until(async () => (await quotasOf(client).catch(() => null))?.['calls'].used === 1);
    });
  });

  describe('while an account is suspended', () => {
    let client: Client;
    const suspend = (suspended: { at: Date; reason: string } | null) =>
      Account.updateOne({ _id: client.user_id }, { $set: { suspended } });
    const change = () => client.post('/contacts-type/add', { name: 'Anna' });
    const answers = (status: number) => until(async () => (await client.get('/quotas')).status === status);

    beforeEach(async () => {
      client = await api.account();
      expect((await client.get('/quotas')).status).to.equal(200);
      await suspend({ at: new Date(), reason: 'Complaints' });
    });

    it('refuses a change at once, and other calls within a moment, until the suspension ends', async () => {
      // A call that changes something asks the database each time.
      expect(await change()).to.deep.include(failed(403, 'Account is suspended'));
      await answers(403);
      await suspend(null);
      await answers(200);
    });

    it('accepts the calls of other accounts', async () => {
      expect((await change()).status).to.equal(403);
      expect((await (await api.account()).get('/quotas')).status).to.equal(200);
    });

    it('hides the suspension from a wrong pair of keys', async () => {
      const wrong = await api.request('/api/quotas', {
        headers: { PublicKey: client.public_key, SecretKey: createHash('sha256').digest('hex') },
      });
      expect(wrong.status).to.equal(401);
    });
  });
});
