import { expect } from 'chai';
import { createKeyPair, UNLIMITED } from '../../../common/accounts/key-pairs.ts';
import { holdEverything } from '../../../common/backup/hold.ts';
import { releaseHold } from '../../../common/backup/release.ts';
import { heldByRestore, reportText } from '../../../common/backup/report.ts';
import { now, setClock } from '../../../common/clock.ts';
import { Batch } from '../../../common/models/batches.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { Message } from '../../../common/models/messages.ts';
import { Sender } from '../../../common/models/senders.ts';
import { Suppression } from '../../../common/models/suppressions.ts';
import { retireBatches } from '../../../worker/lifecycle/retention/retire-batches.ts';
import { messageIdIn, startDoubtfulSmtp } from '../../support/doubts.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { type Ground } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';

type Fields = Readonly<Record<string, unknown>>;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const HOUR = 3600_000;

describe('a single message', () => {
  let engine: Engine;
  let ground: Ground;

  before(async () => {
    engine = await startEngine('contract-messages', { RATE_CALLS: '0' });
  });
  after(() => engine.stop());
  afterEach(() => setClock());
  beforeEach(async () => {
    engine.mail.mails.length = 0;
    engine.rung.length = 0;
    engine.mail.answer(() => null);
    ground = await engine.ground();
    await rows(Message).deleteMany({});
  });

  const given = (fields: Fields = {}) => ({
    email: 'Grace@example.com',
    sender_id: ground.sender_id,
    subject: 'Your code, ((first_name|friend))',
    template_html: '<p>Hello ((first_name|you)) at ((email)): ((code))</p>',
    data: { first_name: 'Grace', code: 4711 },
    ...fields,
  });
  async function send(fields: Fields = {}): Promise<string> {
    const { status, body } = await ground.client.post('/messages/send', given(fields));
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.utr;
  }
  const details = async (utr: string) =>
    (await ground.client.get(`/messages/details?utr=${utr}`)).body.message.messageDetails;
  const told = async (fields: Fields): Promise<[number, unknown]> => {
    const { status, body } = await ground.client.post('/messages/send', given(fields));
    return [status, body.errors];
  };
  const cancel = async (utr: string): Promise<[number, unknown]> => {
    const { status, body } = await ground.client.post(`/messages/cancel?utr=${utr}`, {});
    return [status, body.message ?? body.errors];
  };

  it('hides its values, which may be codes, from a key that can only read', async () => {
    const utr = await send({ data: { first_name: 'Grace', code: 4711 } });
    const pair = await createKeyPair(ground.client.user_id, 'read', { ...UNLIMITED, scope: 'read' });
    const headers = { PublicKey: pair.public_key, SecretKey: pair.secret_key };
    const asked = async (path: string) => (await engine.api.request(`/api${path}`, { headers })).body.message;
    const data = { first_name: '•••', code: '•••' };
    expect((await asked(`/messages/details?utr=${utr}`)).messageDetails.data).to.deep.equal(data);
    expect((await asked('/messages/list')).messages[0].data).to.deep.equal(data);
    expect((await details(utr)).data).to.deep.equal({ first_name: 'Grace', code: '4711' });
  });

  it('goes out at once with its values, and shows its outcome', async () => {
    const { status, body } = await ground.client.post('/messages/send', given());
    const { _id: id, utr } = (await rows(Message).findOne({}))!;
    expect([status, body]).to.deep.equal([200, { status: 'success', message: { utr }, id, utr }]);
    await engine.sweepOnce();
    const [caught] = engine.mail.mails;
    expect([engine.mail.mails.length, caught!.to, caught!.from]).to.deep.equal([
      1,
      'Grace@example.com',
      'ada@sender.example',
    ]);
    const mail = await engine.mail.read(caught!);
    expect(mail.subject).to.equal('Your code, Grace');
    expect(mail.html).to.include('Hello Grace at Grace@example.com: 4711');
    expect(mail.html).to.not.match(/unsubscribe|preferences|\/o\/|\/c\//);
    const headers = new Map(mail.headers.map(({ key, value }) => [key, value]));
    for (const name of ['list-unsubscribe', 'list-unsubscribe-post', 'list-id', 'precedence'])
      expect(headers.has(name), name).to.equal(false);
    expect(headers.get('auto-submitted')).to.equal('auto-generated');
    expect(headers.get('feedback-id')).to.match(/^messages:u\d+:message:[\da-f]{10}$/);
    const shown = await details(utr);
    expect(shown).to.deep.equal({
      id,
      user_id: ground.client.user_id,
      utr,
      email: 'Grace@example.com',
      name: '',
      sender_id: ground.sender_id,
      template_id: 1,
      unsubscribe_group_id: null,
      subject: 'Your code, ((first_name|friend))',
      data: { first_name: 'Grace', code: '4711' },
      metadata: {},
      attachments: [],
      send_at: shown.created_at,
      state: 'accepted',
      paused_reason: null,
      class: null,
      reply: null,
      skip_reason: null,
      attempts: 1,
      first_attempted_at: shown.accepted_at,
      accepted_at: shown.accepted_at,
      bounced_at: null,
      unsubscribed_at: null,
      complained_at: null,
      doubted: 0,
      created_at: shown.created_at,
    });
    expect(shown.accepted_at).to.match(TIME);
    const list = await ground.client.get('/messages/list');
    expect(list.body).to.deep.equal({ status: 'success', message: { messages: [shown] } });
    expect((await rows(Message).findOne({ utr }))!.look_at).to.equal(undefined);
  });

  it('goes out each time, even with the same address and content', async () => {
    for (let count = 0; count < 3; count += 1) await send();
    await engine.sweepOnce();
    expect(engine.mail.mails).to.have.length(3);
  });

  it('goes out once, however often its job runs', async () => {
    await send();
    const { _id: messageId, user_id: userId } = (await rows(Message).findOne({}))!;
    await Promise.all(Array.from({ length: 4 }, () => engine.run('deliver-message', { messageId, userId })));
    await engine.run('deliver-message', { messageId, userId });
    expect(engine.mail.mails).to.have.length(1);
  });

  it('goes out by the sweep when its ring was lost', async () => {
    const utr = await send();
    engine.rung.length = 0;
    await engine.sweepOnce();
    expect((await details(utr)).state).to.equal('accepted');
  });

  it('exists once when a call is repeated with its key', async () => {
    const call = () =>
      ground.client.request('/messages/send', {
        method: 'POST',
        body: JSON.stringify(given()),
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'order-4711' },
      });
    const [first, second] = [await call(), await call()];
    expect(second.body).to.deep.equal(first.body);
    await engine.sweepOnce();
    expect([engine.mail.mails.length, await rows(Message).countDocuments({})]).to.deep.equal([1, 1]);
  });

  it('exists once for each simultaneous call, with or without a key, also when one is refused', async () => {
    const call = (email: string, key?: string) =>
      ground.client.request('/messages/send', {
        method: 'POST',
        body: JSON.stringify(given({ email })),
        headers: { 'Content-Type': 'application/json', ...(key && { 'Idempotency-Key': key }) },
      });
    const utr = await send();
    const first = (await rows(Message).findOne({ utr }))!;
    // The id that one of them is about to get is taken.
    await rows(Message).insertOne({ ...first, _id: first._id + 7, utr: 'taken' });
    const keys = Array.from({ length: 20 }, (_, at) => `moment-${at}`);
    const [keyed, plain, wrong, twice] = await Promise.all([
      Promise.all(keys.map((key) => call(`${key}@example.com`, key))),
      Promise.all([1, 2, 3].map((at) => call(`plain${at}@example.com`))),
      call('no address', 'moment-wrong'),
      Promise.all([call('twice@example.com', 'twice'), call('twice@example.com', 'twice')]),
    ]);
    expect(keyed.map(({ status }) => status)).to.deep.equal(keys.map(() => 200));
    expect(plain.filter(({ status }) => status !== 200)).to.have.length.at.most(1);
    expect([wrong.status, Object.keys(wrong.body.errors)]).to.deep.equal([422, ['email']]);
    expect(twice.map(({ status }) => status)).to.include(200);
    const stored = await rows(Message)
      .find({ email: /^(moment|twice)/ })
      .toArray();
    expect(stored.map(({ email }) => email).sort()).to.deep.equal(
      [...keys.map((key) => `${key}@example.com`), 'twice@example.com'].sort(),
    );
    for (const [at, key] of keys.entries()) {
      const again = await call(`${key}@example.com`, key);
      expect([again.body, again.headers.get('idempotent-replayed')]).to.deep.equal([keyed[at]!.body, 'true']);
    }
    expect((await call('no address', 'moment-wrong')).headers.get('idempotent-replayed')).to.equal('true');
  });

  it('gets a footer and headers to unsubscribe with a group', async () => {
    await send({ unsubscribe_group_id: ground.unsubscribe_group_id });
    await engine.sweepOnce();
    const mail = await engine.mail.read(engine.mail.mails[0]!);
    expect(mail.html).to.include('/preferences/');
    const headers = new Map(mail.headers.map(({ key, value }) => [key, value]));
    expect(headers.get('list-unsubscribe')).to.include('/unsubscribe/');
    expect(headers.has('precedence')).to.equal(false);
  });

  it('takes the design and the name of a template', async () => {
    await send({ template_id: 7, subject: undefined, template_html: undefined });
    await engine.sweepOnce();
    expect((await engine.mail.read(engine.mail.mails[0]!)).subject).to.equal('Plain letter');
  });

  describe('with a date', () => {
    it('waits for the date', async () => {
      const utr = await send({ send_at: new Date(Date.now() + HOUR).toISOString() });
      expect(engine.rung).to.deep.equal([]);
      await engine.sweepOnce();
      expect([engine.mail.mails.length, (await details(utr)).state]).to.deep.equal([0, 'pending']);
      // The hour is over.
      const { _id } = (await rows(Message).findOne({ utr }))!;
      await rows(Message).updateOne({ _id }, { $set: { look_at: new Date() } });
      await rows(Batch).updateOne({ mailing: `message-${_id}` }, { $set: { free_at: new Date() } });
      await engine.sweepOnce();
      expect([engine.mail.mails.length, (await details(utr)).state]).to.deep.equal([1, 'accepted']);
    });

    it('fails when the date is past, too far off or not a date', async () => {
      const within = { send_at: ['The send at field must be a date within the next 30 days.'] };
      const format = { send_at: ['The send at field must match the format Y-m-dTH:i:sZ.'] };
      for (const [send_at, errors] of [
        ['2020-01-01T00:00:00Z', within],
        ['2999-01-01T00:00:00+02:00', within],
        ['2999-02-30T00:00:00Z', format],
        ['tomorrow', format],
      ] as const)
        expect(await told({ send_at }), send_at).to.deep.equal([422, errors]);
      expect(await rows(Message).countDocuments({})).to.equal(0);
    });

    it('stops when it is cancelled', async () => {
      const utr = await send({ send_at: new Date(Date.now() + HOUR).toISOString() });
      expect(await cancel(utr)).to.deep.equal([200, 'Message Cancelled Successfully']);
      await engine.sweepOnce();
      const { state, skip_reason } = await details(utr);
      expect([state, skip_reason]).to.deep.equal(['skipped', 'cancelled']);
      expect(await cancel(utr)).to.deep.equal([409, 'Message can not be cancelled once it is sent']);
      await engine.settle();
      expect(engine.mail.mails).to.have.length(0);
    });
  });

  it('answers 409 to a cancellation once it is out', async () => {
    const utr = await send();
    await engine.sweepOnce();
    expect(await cancel(utr)).to.deep.equal([409, 'Message can not be cancelled once it is sent']);
    expect(await cancel('nothing')).to.deep.equal([404, 'Record not found']);
  });

  it('stops for a lost mailbox or a complaint, not for an opt-out', async () => {
    const suppress = (email: string, fields: Fields) =>
      rows(Suppression).insertOne({
        _id: Math.floor(Math.random() * 1e9),
        user_id: ground.client.user_id,
        email_address: email,
        email_norm: email,
        unsubscribe_groups_id: null,
        created_at: new Date(),
        ...fields,
      } as never);
    await suppress('gone@example.com', { reason: 'bounced', class: 'gone', state: 'active' });
    await suppress('angry@example.com', { reason: 'complained' });
    await suppress('full@example.com', { reason: 'bounced', class: 'full', state: 'active' });
    await suppress('quiet@example.com', { reason: 'unsubscribed' });
    const states: Record<string, unknown> = {};
    for (const name of ['gone', 'angry', 'full', 'quiet']) {
      const utr = await send({ email: `${name}@example.com` });
      await engine.sweepOnce();
      const { state, skip_reason } = await details(utr);
      states[name] = skip_reason ?? state;
    }
    expect(states).to.deep.equal({
      gone: 'bounced',
      angry: 'unsubscribed',
      full: 'accepted',
      quiet: 'accepted',
    });
    const utr = await send({ email: 'quiet@example.com', unsubscribe_group_id: ground.unsubscribe_group_id });
    await engine.sweepOnce();
    expect((await details(utr)).skip_reason).to.equal('unsubscribed');
  });

  it('shows why it was refused, and tries again when it is deferred', async () => {
    engine.mail.answer((to) => {
      if (to.startsWith('lost')) return { code: 550, text: '5.1.1 no such user' };
      return to.startsWith('late') ? { code: 450, text: '4.2.0 later' } : null;
    });
    const lost = await send({ email: 'lost@example.com' });
    const late = await send({ email: 'late@example.com' });
    await engine.sweepOnce();
    const { state, reply } = await details(lost);
    expect([state, reply]).to.deep.equal(['bounced', '550 5.1.1 no such user']);
    expect((await details(late)).state).to.equal('deferred');
    const { _id, look_at } = (await rows(Message).findOne({ utr: late }))!;
    const row = (await rows(Delivery).findOne({ mailing: `message-${_id}` }))!;
    expect(look_at).to.deep.equal(row.due_at);
    engine.mail.answer(() => null);
    await rows(Delivery).updateOne({ _id: row._id }, { $set: { due_at: new Date() } });
    await rows(Message).updateOne({ _id }, { $set: { look_at: new Date() } });
    await engine.sweepOnce();
    // The reply of the try before says nothing about a mail that was accepted.
    expect(await details(late)).to.include({ state: 'accepted', attempts: 2, class: null, reply: null });
  });

  it('waits for a decision when it is in doubt', async () => {
    const breaking = await startDoubtfulSmtp();
    try {
      const doubtful = engine.another({}, { smtpUrls: [breaking.url] });
      const utr = await send({ email: 'doubt@example.com' });
      await engine.sweepOnce(doubtful);
      expect((await details(utr)).state).to.equal('in_doubt');
      const list = () => ground.client.get(`/messages/in-doubt?utr=${utr}`);
      const [doubt] = (await list()).body.message.inDoubt;
      expect(doubt.message_id).to.equal(messageIdIn(breaking.messages[0]!));
      const decided = await ground.client.post('/messages/in-doubt/decide', {
        utr,
        decision: 'resend',
        ids: [doubt.id],
      });
      expect(decided.body).to.deep.equal({ status: 'success', message: 'Decided Successfully' });
      await until(async () => {
        await engine.sweepOnce();
        return (await details(utr)).state === 'accepted';
      }, 'the mail that was sent once more');
      expect((await details(utr)).doubted).to.equal(1);
      expect(engine.mail.mails).to.have.length(1);
    } finally {
      await breaking.close();
    }
  });

  it('waits when its sender becomes unverified, and answers 409 for a sender that is', async () => {
    const utr = await send();
    const verified = (is_verified: 0 | 1) =>
      rows(Sender).updateOne({ _id: ground.sender_id }, { $set: { is_verified } });
    await verified(0);
    await engine.sweepOnce();
    expect((await details(utr)).paused_reason).to.equal('sender_unverified');
    expect(await told({})).to.deep.equal([409, 'Sender is not verified']);
    await verified(1);
    await rows(Message).updateMany({}, { $set: { look_at: new Date() } });
    await engine.sweepOnce();
    expect((await details(utr)).state).to.equal('accepted');
  });

  it('needs an address, a sender, a subject and content', async () => {
    const required = (key: string) => ({
      [key]: [`The ${key.replaceAll('_', ' ')} field is required.`],
    });
    expect(await told({ email: '', sender_id: '', subject: '' })).to.deep.equal([
      422,
      { ...required('email'), ...required('sender_id'), ...required('subject') },
    ]);
    expect(await told({ template_html: '' })).to.deep.equal([422, required('template_html')]);
    expect(await told({ sender_id: 999_999, template_id: 99, unsubscribe_group_id: 999_999 })).to.deep.equal([
      422,
      {
        template_id: ['The selected template id is invalid.'],
        sender_id: ['The selected sender id is invalid.'],
        unsubscribe_group_id: ['The selected unsubscribe group id is invalid.'],
      },
    ]);
    for (const data of ['text', [1], { 'a b': '1' }])
      expect(await told({ data })).to.deep.equal([422, { data: ['The data field format is invalid.'] }]);
    expect(await told({ data: { a: { b: 1 } } })).to.deep.equal([
      422,
      { data: ['The data a field format is invalid.'] },
    ]);
    expect(await rows(Message).countDocuments({})).to.equal(0);
  });

  it('gains no header from a value, since a value is one line', async () => {
    await send({ data: { first_name: 'Eve\r\nBcc: all@example.com', code: '<b>' } });
    await engine.sweepOnce();
    const mail = await engine.mail.read(engine.mail.mails[0]!);
    expect(mail.headers.some(({ key }) => key === 'bcc')).to.equal(false);
    expect(mail.html).to.include('&lt;b&gt;');
  });

  it('ends with its retention', async () => {
    const utr = await send();
    await engine.sweepOnce();
    const { _id } = (await rows(Message).findOne({ utr }))!;
    const mailing = `message-${_id}`;
    // By then the details of its mail have been counted.
    setClock(() => Date.now() + HOUR);
    await until(async () => {
      await retireBatches(now(), () => false);
      return (await rows(Message).countDocuments({ _id })) === 0;
    }, 'the message to go');
    expect(await rows(Delivery).countDocuments({ mailing })).to.equal(0);
    expect((await rows(Mailing).findOne({ _id: mailing }))!.content.html).to.equal('');
    expect((await ground.client.get(`/messages/details?utr=${utr}`)).status).to.equal(404);
  });

  it('waits after a restore until an operator releases its account, then keeps its time', async () => {
    const utr = await send();
    const late = await send({ send_at: new Date(Date.now() + HOUR).toISOString() });
    const account = ground.client.user_id;
    const other = await engine.ground();
    await other.client.post('/messages/send', { ...given(), sender_id: other.sender_id });
    await holdEverything();
    const accounts = [account, other.client.user_id];
    const heldHere = async () => (await heldByRestore()).filter(({ id }) => accounts.includes(id));
    const held = await heldHere();
    expect(held.map(({ kind, id, mails }) => ({ kind, id, mails }))).to.deep.equal([
      { kind: 'messages', id: account, mails: 2 },
      { kind: 'messages', id: other.client.user_id, mails: 1 },
    ]);
    expect(reportText(held)).to.include(`messages of account ${account}: 2 mail(s) would be sent`);
    await engine.sweepOnce();
    expect(engine.mail.mails).to.have.length(0);
    expect(await releaseHold(held[0]!)).to.equal(true);
    expect(await releaseHold(held[0]!)).to.equal(false);
    await engine.sweepOnce();
    await engine.sweepOnce();
    expect([engine.mail.mails.length, (await details(utr)).state]).to.deep.equal([1, 'accepted']);
    expect(await details(late)).to.include({ state: 'pending', paused_reason: null });
    expect((await rows(Message).findOne({ utr: late }))!.look_at!.getTime()).to.be.above(
      Date.now() + HOUR / 2,
    );
    expect((await heldHere()).map(({ id }) => id)).to.deep.equal([other.client.user_id]);
    expect(await releaseHold(held[1]!)).to.equal(true);
  });

  it('waits after a restore until it is cancelled', async () => {
    const utr = await send();
    await holdEverything();
    const held = (await heldByRestore()).find(({ id }) => id === ground.client.user_id);
    expect(held).to.include({ kind: 'messages', mails: 1 });
    await engine.sweepOnce();
    await rows(Message).updateMany({}, { $set: { look_at: new Date() } });
    await engine.sweepOnce();
    const { state, paused_reason } = await details(utr);
    expect([state, paused_reason]).to.deep.equal(['pending', 'restored']);
    expect(await cancel(utr)).to.deep.equal([200, 'Message Cancelled Successfully']);
    await engine.sweepOnce();
    expect([(await details(utr)).state, engine.mail.mails.length]).to.deep.equal(['skipped', 0]);
  });

  it('stops for a person who is erased, and loses its content', async () => {
    const email = 'erased@example.com';
    const utr = await send({ email, send_at: new Date(Date.now() + HOUR).toISOString() });
    const other = await send({
      data: { code: `ask ${email}` },
      send_at: new Date(Date.now() + HOUR).toISOString(),
    });
    expect((await ground.client.post('/contacts/erase', { email })).status).to.equal(200);
    await engine.sweepOnce();
    const stored = await Promise.all(
      [Message, Mailing, Delivery].map((model) =>
        model.driver.find({ user_id: ground.client.user_id }).toArray(),
      ),
    );
    expect(JSON.stringify(stored)).to.not.include(email);
    const { _id } = (await rows(Message).findOne({ utr }))!;
    const { content } = (await rows(Mailing).findOne({ _id: `message-${_id}` }))!;
    expect([content.subject, content.html]).to.deep.equal(['', '']);
    expect((await details(other)).data.code).to.match(/^ask [\da-f]{40}@erased\.invalid$/);
    await rows(Message).updateMany({}, { $set: { look_at: new Date() } });
    await rows(Batch).updateMany({}, { $set: { free_at: new Date() } });
    await engine.sweepOnce();
    const { state, skip_reason } = await details(utr);
    expect([state, skip_reason]).to.deep.equal(['skipped', 'unsubscribed']);
  });

  it('appears in the export of its recipient', async () => {
    const utr = await send();
    await engine.sweepOnce();
    const { body } = await ground.client.get('/contacts/export?email=grace@example.com');
    const [delivery] = Object.values<{ deliveries: { utr: string }[] }>(body.message)[0]!.deliveries;
    expect(delivery!.utr).to.equal(utr);
  });
});
