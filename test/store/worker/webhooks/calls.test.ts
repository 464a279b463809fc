import { expect } from 'chai';
import mongoose from 'mongoose';
import { WEBHOOK_EVENTS } from '../../../../api/openapi/webhook-events.ts';
import { setClock } from '../../../../common/clock.ts';
import { EVENT_TYPES, type EventType, isOfDelivery } from '../../../../common/domain/event-types.ts';
import { Account } from '../../../../common/models/accounts.ts';
import { Delivery } from '../../../../common/models/deliveries.ts';
import { EventNote } from '../../../../common/models/event-notes.ts';
import { WebhookAttempt } from '../../../../common/models/webhook-attempts.ts';
import { Webhook } from '../../../../common/models/webhooks.ts';
import { reserveIds } from '../../../../common/store/ids.ts';
import { eraseFromWebhookCalls } from '../../../../worker/lifecycle/erasure/erased-records.ts';
import { newErasing } from '../../../../worker/lifecycle/erasure/erasing.ts';
import { callEndpoint } from '../../../../worker/webhooks/call.ts';
import { type Engine, openSend, people, type Subject, startEngine } from '../../../support/engine.ts';
import { aWebhookCall, type Ground } from '../../../support/factories.ts';
import { watch } from '../../../support/notices.ts';
import { rows } from '../../../support/rows.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../support/webhook-receiver.ts';
import { addContacts } from '../../../support/world.ts';

const SIZE = 12;
const DAY = 86_400_000;
const DELIVERIES = EVENT_TYPES.filter(isOfDelivery);

describe('the caller of webhooks', () => {
  let engine: Engine;
  let ground: Ground;
  let receiver: WebhookReceiver;
  let id: number;
  let ahead = 0;

  before(async () => {
    engine = await startEngine('worker-webhooks');
  });
  after(() => engine.stop());
  beforeEach(async () => {
    ground = await engine.ground();
    await addContacts(ground, people(SIZE));
    receiver = await startWebhookReceiver();
    ahead = 0;
  });
  afterEach(async () => {
    setClock();
    for (const { type, data } of receiver.events)
      expect(Object.keys(data), type).to.have.members(
        Object.keys(WEBHOOK_EVENTS[type as EventType].example.data),
      );
    engine.mail.answer(() => null);
    await receiver.stop();
    await rows(Webhook).deleteMany({});
  });

  async function addWebhook(given = {}): Promise<void> {
    const answer = await ground.client.post('/webhooks/save', {
      url: receiver.url,
      events: DELIVERIES,
      ...given,
    });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    ({ id, secret: receiver.secret } = answer.body);
  }

  async function send(): Promise<Subject> {
    const subject = await openSend(engine, ground);
    await engine.settle();
    return subject;
  }

  /** Lets time pass, and does what is due then. */
  async function later(milliseconds: number): Promise<void> {
    ahead += milliseconds;
    const by = ahead;
    setClock(() => Date.now() + by);
    await engine.sweepOnce();
  }

  const webhook = async () => (await rows(Webhook).findOne({ _id: id }))!;
  const ids = () => receiver.events.map((event) => event.id);
  const perRow = async (subject: Subject, name: string) =>
    (await subject.rows()).map((row) => `delivery-${row._id}-${name}-1`);

  it('reports each mail that a server accepted, once and with what it is about', async () => {
    await addWebhook();
    const subject = await send();
    await later(3000);
    expect(ids().sort()).to.deep.equal((await perRow(subject, 'accepted')).sort());
    const row = await subject.row('person3@example.com');
    expect(receiver.events.find(({ data }) => data['delivery_id'] === row._id)).to.deep.equal({
      id: `delivery-${row._id}-accepted-1`,
      type: 'delivery.accepted',
      timestamp: row.accepted_at!.toISOString().replace('Z', '000Z'),
      data: {
        delivery_id: row._id,
        utr: subject.utr,
        email: 'person3@example.com',
        contact_id: row.contact_id,
        attempt: 1,
      },
    });
    await later(60_000);
    expect(receiver.events).to.have.length(SIZE);
    const { body } = await ground.client.get(`/webhooks/attempts?id=${id}`);
    expect(body.message.attempts).to.have.length(SIZE);
    expect(body.message.attempts[0]).to.deep.include({ status: 204, failure: null, events: 1 });
  });

  const kept = async (): Promise<{ body: string; answer: string; events: number; message_id: string }[]> =>
    (await ground.client.get(`/webhooks/attempts?id=${id}&bodies=1`)).body.message.attempts;

  it('keeps the text of each call, and how the endpoint answered', async () => {
    await addWebhook();
    const subject = await send();
    await later(3000);
    const calls = await kept();
    expect(calls.map(({ body }) => JSON.parse(body))).to.have.deep.members(receiver.events);
    expect(new Set(calls.map(({ answer }) => answer))).to.deep.equal(new Set(['']));
    const row = await subject.row('person3@example.com');
    const call = calls.find(({ message_id }) => message_id === `delivery-${row._id}-accepted-1`)!;
    expect(call.body).to.equal(
      JSON.stringify({
        id: `delivery-${row._id}-accepted-1`,
        type: 'delivery.accepted',
        timestamp: row.accepted_at!.toISOString().replace('Z', '000Z'),
        data: {
          delivery_id: row._id,
          utr: subject.utr,
          email: 'person3@example.com',
          contact_id: row.contact_id,
          attempt: 1,
        },
      }),
    );
  });

  it('keeps the first whole events of a long batch, and the beginning of a long answer', async () => {
    await addContacts(ground, people(40, 'more'));
    await addWebhook({ batch: 1 });
    receiver.status = 500;
    await send();
    await later(3000);
    const [call] = await kept();
    const { type, data } = JSON.parse(call!.body);
    expect([type, call!.events]).to.deep.equal(['batch', 40 + SIZE]);
    expect(call!.body.length).to.be.within(3000, 4000);
    expect(data.length).to.be.within(10, 30);
    expect(call!.answer).to.match(/^x{180}$/);
  });

  it('keeps no address that was erased, although its call was made before', async () => {
    await addWebhook();
    await send();
    await later(3000);
    expect(JSON.stringify(await kept())).to.contain('person4@example.com');
    await ground.client.post('/contacts/erase', { email: 'person4@example.com' });
    await engine.settle();
    const left = JSON.stringify(await kept());
    expect(left).not.to.contain('person4');
    expect(left).to.contain('person3@example.com');
  });

  it('removes what was sent and answered where it names an erased person, in parts, and leaves the rest unwritten', async () => {
    const { user_id } = ground.client;
    const first = await reserveIds('webhook_attempts', 5);
    const texts = [
      {
        body: JSON.stringify({ data: { email: 'ada+x@example.com', metadata: { name: 'Ada' } } }),
        answer: '',
      },
      { body: '{}', answer: 'GET /?to=Ada%2bx%40example.com failed for Ada' },
      { body: JSON.stringify({ data: { email: 'bob@example.com' } }), answer: '100%, a@b' },
    ];
    await rows(WebhookAttempt).insertMany([
      ...texts.map((text, at) => aWebhookCall({ _id: first + at, user_id, webhook_id: 7 }, text)),
      aWebhookCall({ _id: first + 3, user_id, webhook_id: 9 }, texts[0]),
      aWebhookCall({ _id: first + 4, user_id: user_id + 1, webhook_id: 9 }, texts[0]),
    ]);
    const person = { erased: 'hash@erased.invalid', before: new Date() };
    const work = newErasing(user_id, new Map([['ada+x@example.com', person]]), []);
    const over = { isOver: () => true };
    const left = async () =>
      (
        await rows(WebhookAttempt)
          .find({ _id: { $gte: first } })
          .sort({ _id: 1 })
          .toArray()
      ).map(({ body }) => body !== undefined);
    const next = await eraseFromWebhookCalls(work, over, null);
    expect(next).to.equal(`7 ${first + 2}`);
    expect(await left()).to.deep.equal([false, false, true, true, true]);
    const last = await eraseFromWebhookCalls(work, over, next!);
    expect([last, await left()]).to.deep.equal([`9 ${first + 3}`, [false, false, true, false, true]]);
    expect(await eraseFromWebhookCalls(work, { isOver: () => false }, null)).to.equal(undefined);
  });

  it('keeps what was sent in the latest 500 calls and in failed ones', async () => {
    await addWebhook();
    const { user_id } = ground.client;
    const first = await reserveIds('webhook_attempts', 500);
    await rows(WebhookAttempt).insertMany(
      Array.from({ length: 500 }, (_, at) =>
        aWebhookCall(
          { _id: first + at, user_id, webhook_id: id },
          { body: '{}', answer: 'x', failure: at === 1 ? 'HTTP 500' : null },
        ),
      ),
    );
    await send();
    await later(3000);
    const calls = await rows(WebhookAttempt).find({ webhook_id: id }).sort({ _id: 1 }).toArray();
    expect(calls).to.have.length(500 + SIZE);
    const without = calls.flatMap(({ body, answer }, at) =>
      body === undefined && answer === undefined ? [at] : [],
    );
    expect(without).to.deep.equal(Array.from({ length: SIZE }, (_, at) => at).filter((at) => at !== 1));
  });

  it('keeps 4,000 characters of a long event, and no half address at their end', async () => {
    const long = 'x'.repeat(3900);
    const event = {
      id: 'a',
      type: 'delivery.accepted' as const,
      timestamp: '2026-11-20T08:00:00Z',
      data: { long, email: `${'person'.repeat(9)}@example.com` },
    };
    const secrets = [Buffer.alloc(24)];
    const caller = { config: engine.api.config, secrets, signal: AbortSignal.timeout(5000) };
    for (const batch of [false, true]) {
      const webhook = { _id: 1, user_id: 1, url: receiver.url, batch };
      const { body } = await callEndpoint({ ...caller, webhook }, [event]);
      expect(body!.length).to.be.within(3600, 4000);
      expect(body).to.contain(long.slice(0, 3500)).and.not.to.contain('person');
    }
    receiver.events.length = 0;
  });

  it('puts all events in one call when batches are asked for', async () => {
    await addWebhook({ batch: 1 });
    const subject = await send();
    await later(3000);
    expect(receiver.calls).to.have.length(1);
    expect(ids().sort()).to.deep.equal((await perRow(subject, 'accepted')).sort());
  });

  it('reports deferrals, acceptances and bounces of one recipient in their order', async () => {
    await addWebhook({ batch: 1 });
    engine.mail.answer((to) => {
      if (to === 'person1@example.com') return { code: 451, text: '4.7.1 Greylisted, try again' };
      return to === 'person2@example.com' ? { code: 550, text: '5.1.1 No such user' } : null;
    });
    const subject = await send();
    engine.mail.answer(() => null);
    await later(3000);
    for (let round = 0; round < 3; round += 1) await later(10 * 60_000);
    await later(3000);
    const [first, second] = [
      await subject.row('person1@example.com'),
      await subject.row('person2@example.com'),
    ];
    const told = (of: number) =>
      receiver.events
        .filter(({ data }) => data['delivery_id'] === of)
        .map(({ type, data }) => [type, data['attempt']]);
    expect(told(first._id)).to.deep.equal([
      ['delivery.deferred', 1],
      ['delivery.accepted', 2],
    ]);
    expect(told(second._id)).to.deep.equal([['delivery.bounced', 1]]);
    const bounce = receiver.events.find(({ type }) => type === 'delivery.bounced')!;
    expect(bounce.data).to.deep.include({ class: 'gone', email: 'person2@example.com' });
    expect(bounce.data['reply']).to.contain('No such user');
  });

  for (const [what, status] of [
    ['fails', 500],
    ['redirects', 302],
  ] as const)
    it(`repeats calls to an endpoint that ${what}, until it gets each event`, async () => {
      await addWebhook();
      receiver.status = status;
      const subject = await send();
      await later(3000);
      expect(receiver.events).to.deep.equal([]);
      expect(await webhook()).to.deep.include({ failures: 1, last_failure: `It answered ${status}` });
      await later(1000);
      await later(10_000);
      expect((await webhook()).failures).to.equal(2);
      expect(receiver.server.asked.map(({ line }) => line)).not.to.include('GET /inside');
      receiver.status = 204;
      await later(DAY);
      expect(ids().sort()).to.deep.equal((await perRow(subject, 'accepted')).sort());
      expect(await webhook()).to.deep.include({ failures: 0, failing_since: null, last_failure: null });
    });

  it('repeats calls to an endpoint that hangs, and delays no other', async () => {
    await addWebhook();
    const [hanging, secret] = [id, receiver.secret];
    const other = await startWebhookReceiver();
    try {
      const { body } = await ground.client.post('/webhooks/save', { url: other.url, events: DELIVERIES });
      other.secret = body.secret;
      await rows(Webhook).updateOne({ _id: body.id }, { $set: { late: false, untried: false } });
      receiver.status = 0;
      const subject = await send();
      ahead += 3000;
      setClock(() => Date.now() + 3000);
      const slow = engine.run('call-webhook', { webhookId: hanging });
      await engine.run('call-webhook', { webhookId: body.id });
      expect(other.events).to.have.length(SIZE);
      expect(receiver.events).to.have.length(0);
      await slow;
      expect((await webhook()).last_failure).to.equal('It did not answer within 10 seconds');
      const late = async () => (await rows(Webhook).findOne({ _id: hanging }))!.late;
      expect([await late(), (await rows(Webhook).findOne({ _id: body.id }))!.late]).to.deep.equal([
        true,
        false,
      ]);
      await rows(Webhook).updateOne({ _id: hanging }, { $set: { due_at: new Date(0) } });
      engine.rung.length = 0;
      await engine.sweep();
      expect(
        engine.rung.filter(({ payload }) => 'webhookId' in payload && payload.webhookId === hanging),
      ).to.deep.equal([
        { name: 'call-late-webhook', payload: { webhookId: hanging, userId: ground.client.user_id } },
      ]);
      Object.assign(receiver, { status: 204, secret });
      await later(60_000);
      expect(ids().sort()).to.deep.equal((await perRow(subject, 'accepted')).sort());
      // It stays apart for ten minutes.
      expect(await late()).to.equal(true);
      await later(600_000);
      await send();
      await later(3000);
      expect(await late()).to.equal(false);
    } finally {
      await other.stop();
    }
  });

  it('takes its turns apart until its endpoint has answered in time, also after a change of it', async () => {
    const rungFor = async () => {
      await rows(Webhook).updateOne({ _id: id }, { $set: { due_at: new Date(0) } });
      engine.rung.length = 0;
      await engine.sweep();
      return engine.rung.flatMap(({ name, payload }) =>
        'webhookId' in payload && payload.webhookId === id ? [name] : [],
      );
    };
    await addWebhook();
    expect(await rungFor()).to.deep.equal(['call-first-webhook']);
    await send();
    await later(3000);
    expect(receiver.events).to.have.length(SIZE);
    expect(await rungFor()).to.deep.equal(['call-webhook']);
    const changes = { url: receiver.url, events: DELIVERIES };
    const updated = await ground.client.post(`/webhooks/update?id=${id}`, changes);
    expect(updated.status, JSON.stringify(updated.body)).to.equal(200);
    expect(await rungFor()).to.deep.equal(['call-first-webhook']);
  });

  it('reaches no address that is not public, in production', async () => {
    await addWebhook({ url: receiver.url.replace('http:', 'https:') });
    await send();
    await rows(Webhook).updateOne({ _id: id }, { $set: { url: 'https://10.0.0.1/hook' } });
    await later(3000);
    expect(await webhook()).to.deep.include({ last_failure: 'Its address is not public' });
  });

  it('stops after three days without an answer, and tells recipients of notifications', async () => {
    const watcher = await watch(ground.client);
    await addWebhook();
    receiver.status = 503;
    const subject = await send();
    await later(3000);
    for (let day = 0; day < 3; day += 1) await later(DAY);
    expect(await webhook()).to.deep.include({ enabled: false, last_failure: 'It answered 503' });
    const called = receiver.calls.length;
    await later(DAY);
    expect(receiver.calls).to.have.length(called);
    await engine.settle();
    const subjects = await Promise.all(
      engine.mail.to(watcher).map(async (one) => (await engine.mail.read(one)).subject),
    );
    expect(subjects).to.include('A webhook is off: its calls failed for three days');
    receiver.status = 204;
    await ground.client.post('/webhooks/redeliver', { id });
    await later(1000);
    expect(ids().sort()).to.deep.equal((await perRow(subject, 'accepted')).sort());
  });

  it('uses the same ids when all events are sent again', async () => {
    await addWebhook();
    const from = new Date().toISOString();
    await send();
    await later(3000);
    const before = ids().sort();
    await ground.client.post('/webhooks/redeliver', { id, from });
    await later(3000);
    expect(ids().slice(SIZE).sort()).to.deep.equal(before);
  });

  it('reports no events that a note announced and no row has, and later reports what follows', async () => {
    await addWebhook();
    const subject = await openSend(engine, ground);
    const [first] = await subject.rows();
    const note = {
      user_id: ground.client.user_id,
      type: 'delivery.accepted' as const,
      records: [{ id: first!._id }],
    };
    await rows(EventNote).insertOne({ _id: new mongoose.Types.ObjectId(), ...note, at: new Date() });
    setClock(() => Date.now() + 3000);
    await engine.run('call-webhook', { webhookId: id });
    expect(receiver.calls).to.deep.equal([]);
    await engine.settle();
    await later(60_000);
    await later(3000);
    expect([...new Set(ids())].sort()).to.deep.equal((await perRow(subject, 'accepted')).sort());
  });

  it('signs by an old secret, too, for a day after it was replaced', async () => {
    await addWebhook();
    const old = receiver.secret;
    const { secret } = (await ground.client.post(`/webhooks/rotate?id=${id}`, {})).body;
    const signedBy = async (key: string): Promise<boolean> => {
      receiver.secret = key;
      receiver.events.length = 0;
      await ground.client.post('/webhooks/redeliver', { id, from });
      await later(3000);
      return receiver.events.length === SIZE;
    };
    const from = new Date().toISOString();
    await send();
    expect(await signedBy(secret)).to.equal(true);
    expect(await signedBy(old)).to.equal(true);
    await later(DAY);
    expect(await signedBy(old)).to.equal(false);
    expect(await webhook()).to.deep.include({ last_failure: 'It answered 401' });
    expect(await signedBy(secret)).to.equal(true);
  });

  it('reports all that happened, in its order, to an endpoint that was down for a day', async () => {
    await addWebhook({ batch: 1 });
    receiver.status = 503;
    const sent: string[] = [];
    for (let time = 0; time < 4; time += 1) {
      sent.push(...(await perRow(await send(), 'accepted')));
      await later(DAY / 4);
    }
    expect(receiver.calls.length).to.be.at.least(4);
    receiver.status = 204;
    await later(DAY / 24);
    expect(ids().sort()).to.deep.equal(sent.sort());
    const times = receiver.events.map(({ timestamp }) => timestamp);
    expect(times).to.deep.equal(times.toSorted());
  });

  it('names no person who was erased', async () => {
    await addWebhook();
    receiver.status = 500;
    const subject = await send();
    const row = await subject.row('person4@example.com');
    await ground.client.post('/contacts/erase', { email: 'person4@example.com' });
    await engine.settle();
    expect((await rows(Delivery).findOne({ _id: row._id }))!.email).not.to.equal('person4@example.com');
    receiver.status = 204;
    await later(DAY);
    expect(receiver.events).to.have.length(SIZE - 1);
    expect(JSON.stringify(receiver.events)).not.to.contain('person4');
  });

  it('waits while the account is suspended', async () => {
    await addWebhook();
    await send();
    const ours = { _id: ground.client.user_id };
    await Account.updateOne(ours, { $set: { suspended: { at: new Date(), reason: '' } } });
    await later(3000);
    expect(receiver.calls).to.deep.equal([]);
    await Account.updateOne(ours, { $set: { suspended: null } });
    await later(60_000);
    expect(receiver.events).to.have.length(SIZE);
  });

  it('runs in one worker at a time', async () => {
    await addWebhook({ batch: 1 });
    await send();
    ahead += 3000;
    setClock(() => Date.now() + 3000);
    const call = () => engine.run('call-webhook', { webhookId: id });
    await Promise.all([call(), call(), call()]);
    expect(receiver.calls).to.have.length(1);
    expect(receiver.events).to.have.length(SIZE);
  });
});
