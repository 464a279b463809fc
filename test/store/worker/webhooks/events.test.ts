import { expect } from 'chai';
import { WEBHOOK_EVENTS } from '../../../../api/openapi/webhook-events.ts';
import { recordEvents } from '../../../../common/changes/engagement.ts';
import { toldChange } from '../../../../common/changes/event-notes.ts';
import { applyMailEvent } from '../../../../common/changes/mail-events.ts';
import { keepLinks } from '../../../../common/changes/mail-links.ts';
import { pauseMailing } from '../../../../common/changes/mailings.ts';
import { undoOptOut } from '../../../../common/changes/resubscribes.ts';
import { addOptOuts, removeOptOuts } from '../../../../common/changes/suppressions.ts';
import { setClock } from '../../../../common/clock.ts';
import type { EventType } from '../../../../common/domain/event-types.ts';
import { signToken, tokenKey } from '../../../../common/domain/tokens.ts';
import { Delivery } from '../../../../common/models/deliveries.ts';
import { EventNote } from '../../../../common/models/event-notes.ts';
import { Sender } from '../../../../common/models/senders.ts';
import { Webhook } from '../../../../common/models/webhooks.ts';
import { findMail } from '../../../../common/queries/mail-links.ts';
import { optOuts } from '../../../../common/queries/opt-out-filters.ts';
import type { Answer } from '../../../support/api.ts';
import { leaveInDoubt, startDoubtfulSmtp } from '../../../support/doubts.ts';
import { type Engine, openSend, people, startEngine } from '../../../support/engine.ts';
import { type Ground } from '../../../support/factories.ts';
import { mailOf } from '../../../support/mail-of.ts';
import { rows } from '../../../support/rows.ts';
import { trackedEvent } from '../../../support/tracked-events.ts';
import { until } from '../../../support/until.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../support/webhook-receiver.ts';
import { addContacts } from '../../../support/world.ts';

describe('an event of a webhook', () => {
  let engine: Engine;
  let ground: Ground;
  let receiver: WebhookReceiver;
  let ahead = 0;

  before(async () => {
    engine = await startEngine('worker-webhook-events');
  });
  after(() => engine.stop());
  beforeEach(async () => {
    ahead = 0;
    ground = await engine.ground();
    await addContacts(ground, people(2));
    receiver = await startWebhookReceiver();
  });
  afterEach(async () => {
    setClock();
    for (const { type, data } of receiver.events)
      expect(Object.keys(data), type).to.have.members(
        Object.keys(WEBHOOK_EVENTS[type as EventType].example.data),
      );
    await receiver.stop();
    await rows(Webhook).deleteMany({});
  });

  async function listen(events: readonly EventType[]): Promise<void> {
    const answer = await ground.client.post('/webhooks/save', { url: receiver.url, events });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    receiver.secret = answer.body.secret;
  }

  async function later(milliseconds: number): Promise<void> {
    ahead += milliseconds;
    const by = ahead;
    setClock(() => Date.now() + by);
    await engine.sweepOnce();
  }

  async function importFile(text: string): Promise<void> {
    const form = new FormData();
    form.append('contact_type_id', String(ground.contact_type_id));
    form.append('file', new File([text], 'people.csv', { type: 'text/csv' }));
    await ground.client.post('/contacts/upload-csv', form);
    await engine.settle();
  }

  async function sent() {
    const subject = await openSend(engine, ground);
    await engine.settle();
    return { subject, row: (await subject.rows())[0]! };
  }

  it('names openings and clicks of people, when they are certain, and none of machines', async () => {
    const { subject, row } = await sent();
    await listen(['delivery.opened', 'delivery.clicked']);
    const at = new Date();
    const scanned = (await subject.rows())[1]!;
    await recordEvents([
      trackedEvent('open', row._id, at),
      trackedEvent('click', row._id, at),
      trackedEvent('open', scanned._id, at, 'prefetcher'),
    ]);
    await later(5000);
    expect(receiver.calls).to.deep.equal([]);
    await later(60_000);
    const about = {
      delivery_id: row._id,
      utr: subject.utr,
      email: row.email,
      contact_id: row.contact_id,
    };
    expect(receiver.events.map(({ id, type, data }) => ({ id, type, data }))).to.have.deep.members([
      { id: `delivery-${row._id}-opened-${at.getTime()}`, type: 'delivery.opened', data: about },
      {
        id: `delivery-${row._id}-clicked-1-${at.getTime()}`,
        type: 'delivery.clicked',
        data: { ...about, url: null },
      },
    ]);
  });

  it('names late bounces and complaints', async () => {
    const { row } = await sent();
    await listen(['delivery.bounced', 'delivery.complained']);
    const report = {
      account: row.user_id,
      delivery: row._id,
      attempt: 1,
      recipient: row.email,
      class: 'full',
      rule: 'test',
      reply: '552 5.2.2 Mailbox full',
    } as const;
    await applyMailEvent({ kind: 'bounced', ...report }, engine.api.config);
    await applyMailEvent({ kind: 'complained', ...report }, engine.api.config);
    await later(3000);
    expect(receiver.events.map(({ id, data }) => [id, data['class'], data['reply']])).to.deep.equal([
      [`delivery-${row._id}-bounced-1`, 'full', '552 5.2.2 Mailbox full'],
      [`delivery-${row._id}-complained`, undefined, undefined],
    ]);
  });

  it('names a mail in doubt', async () => {
    const doubtful = await startDoubtfulSmtp();
    try {
      await listen(['delivery.in_doubt', 'delivery.bounced']);
      await addContacts(ground, ['doubt@example.com']);
      const subject = await openSend(engine, ground);
      const worker = engine.another({}, { smtpUrls: [doubtful.url], inDoubt: 'hold' });
      await until(async () => {
        await engine.sweepOnce(worker);
        return (await subject.row('doubt@example.com')).state === 'in_doubt';
      }, 'the doubt');
      const row = await subject.row('doubt@example.com');
      await later(3000);
      const { type, data } = receiver.events.find(({ id }) => id === `delivery-${row._id}-in_doubt-1`)!;
      expect({ type, data }).to.deep.equal({
        type: 'delivery.in_doubt',
        data: {
          delivery_id: row._id,
          utr: subject.utr,
          email: row.email,
          contact_id: row.contact_id,
          attempt: 1,
        },
      });
    } finally {
      await doubtful.close();
    }
  });

  it('names a sender whose link was confirmed, once even if two people confirm it', async () => {
    await listen(['sender.verified']);
    const { verification, from_email } = (await rows(Sender).findOne({ _id: ground.sender_id }))!;
    const key = tokenKey(engine.api.config.appSecret);
    const path = `/verify/${signToken(key, 'verify', { account: ground.client.user_id, id: ground.sender_id }, verification!.nonce)}`;
    await Promise.all([1, 2, 3].map(() => engine.api.request(path, { method: 'POST' })));
    await later(3000);
    expect(receiver.events.map(({ type, data }) => [type, data])).to.deep.equal([
      ['sender.verified', { sender_id: ground.sender_id, from_email }],
    ]);
  });

  it('names a contact that a call with an Idempotency-Key added, once', async () => {
    await listen(['contact.added', 'contact.deleted']);
    const given = { contact_type_id: ground.contact_type_id, email: 'grace@example.com', country: 1 };
    const call = () =>
      ground.client.request('/contacts/add', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'grace' },
        body: JSON.stringify(given),
      });
    const { body } = await call();
    expect((await call()).body).to.deep.equal(body);
    await later(3000);
    await later(40_000);
    expect(receiver.events.map(({ id, data }) => [id, data['email']])).to.deep.equal([
      [`contact-added-${body.id}-once`, 'grace@example.com'],
    ]);
  });

  it('names nothing that a call with an Idempotency-Key was refused', async () => {
    await listen(['contact.added']);
    const { status } = await ground.client.request('/contacts/add', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'refused' },
      body: JSON.stringify({ contact_type_id: ground.contact_type_id, email: people(1)[0], country: 1 }),
    });
    expect(status).to.equal(422);
    await later(40_000);
    expect(receiver.calls).to.deep.equal([]);
  });

  for (const key of [{}, { 'Idempotency-Key': 'refused before' }] as Readonly<Record<string, string>>[])
    it(`does not wait for a refused call ${Object.keys(key).length > 0 ? 'with' : 'without'} a key`, async () => {
      await listen(['contact.added']);
      const add = (email: string, headers: Readonly<Record<string, string>>) =>
        ground.client.request('/contacts/add', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...headers },
          body: JSON.stringify({ contact_type_id: ground.contact_type_id, email, country: 1 }),
        });
      expect((await add(people(1)[0]!, key)).status).to.equal(422);
      expect((await add('next@example.com', {})).status).to.equal(200);
      await later(3000);
      expect(receiver.events.map(({ data }) => data['email'])).to.deep.equal(['next@example.com']);
    });

  it('names mails in doubt that a person says were delivered', async () => {
    const { subject } = await sent();
    const [id] = await leaveInDoubt(subject.mailing, subject.userId);
    await listen(['delivery.accepted']);
    const decided = await ground.client.post('/single-send/in-doubt/decide', {
      utr: subject.utr,
      ids: [id],
      decision: 'delivered',
    });
    expect(decided.body).to.deep.include({ status: 'success' });
    await later(3000);
    expect(receiver.events.map(({ data }) => data['delivery_id'])).to.deep.equal([id]);
  });

  it('names the start, a pause and the completion of a single send, also after it was resumed', async () => {
    await listen(['single_send.started', 'single_send.paused', 'single_send.completed']);
    receiver.status = 503;
    const subject = await openSend(engine, ground);
    expect(await pauseMailing(subject.userId, subject.mailing, 'person')).to.equal(true);
    expect(await pauseMailing(subject.userId, subject.mailing, 'refused')).to.equal(false);
    await ground.client.post(`/single-send/resume?utr=${subject.utr}`, {});
    await engine.settle();
    receiver.status = 204;
    await later(3600_000);
    const about = {
      single_send_id: subject.id,
      utr: subject.utr,
      single_send_name: (await subject.send()).single_send_name,
    };
    expect(receiver.events.map(({ type, data }) => [type, data])).to.deep.equal([
      ['single_send.started', about],
      ['single_send.paused', { ...about, paused_reason: 'person' }],
      ['single_send.completed', about],
    ]);
  });

  it('names contacts that are added, changed and deleted, by calls and by imports', async () => {
    await listen(['contact.added', 'contact.updated', 'contact.deleted']);
    const { contact_type_id } = ground;
    const person = { contact_type_id, email: 'grace@example.com', first_name: 'Grace', country: 1 };
    const { id } = (await ground.client.post('/contacts/add', person)).body;
    const twice = await ground.client.post('/contacts/add', person);
    expect(twice.status).to.equal(422);
    await later(40_000);
    const changed = await ground.client.post('/contacts/update', {
      ...person,
      contact_id: id,
      first_name: 'Amazing Grace',
    });
    expect(changed.status).to.equal(200);
    await later(40_000);
    await importFile('email,first_name\ngrace@example.com,Grace\nnew@example.com,New\n');
    await later(40_000);
    await ground.client.delete(`/contacts/delete?contact_id=${id}`);
    await later(40_000);
    const grace = { contact_id: id, contact_type_id, email: 'grace@example.com' };
    const told = (email: string) =>
      receiver.events.filter(({ data }) => data['email'] === email).map(({ type, data }) => [type, data]);
    expect(told('grace@example.com')).to.deep.equal([
      ['contact.added', grace],
      ['contact.updated', grace],
      ['contact.updated', grace],
      ['contact.deleted', grace],
    ]);
    expect(told('new@example.com').map(([type]) => type)).to.deep.equal(['contact.added']);
    expect(new Set(receiver.events.map((event) => event.id)).size).to.equal(5);
  });

  it('names an address that unsubscribes, and subscribes again, by the link of a mail', async () => {
    const { row } = await sent();
    await listen(['contact.unsubscribed', 'contact.resubscribed']);
    await addOptOuts(row.user_id, null, [row.email], { delivery: row._id });
    await recordEvents([trackedEvent('unsubscribe', row._id)]);
    const mail = (await findMail(mailOf(row)))!;
    await undoOptOut(mail, null);
    await later(3000);
    const data = { email: row.email, delivery_id: row._id, by: 'person' };
    expect(receiver.events.map((event) => [event.type, event.data])).to.deep.equal([
      ['contact.unsubscribed', data],
      ['contact.resubscribed', data],
    ]);
  });

  describe('about an opt-out that a call lifts', () => {
    const opted = async (path: string, fields: object): Promise<number[]> =>
      (await ground.client.post(path, { ...fields })).body.ids;
    const ofAll = (email_address: string) => opted('/global-unsubscribes/save', { email_address });
    const ofGroup = (email_address: string) =>
      opted('/unsubscribes-groups/manually-add', {
        email_address,
        unsubscribe_groups_id: ground.unsubscribe_group_id,
      });
    const told = () =>
      receiver.events.map(({ id, type, data }) => [id, type, data['email'], data['delivery_id'], data['by']]);
    const lifted = (id: number, email: string, by: string) => [
      `contact-resubscribed-0-opt_out_${id}`,
      'contact.resubscribed',
      email,
      null,
      by,
    ];
    const keyed = (path: string, strIds: readonly number[]) =>
      ground.client.request(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'lift' },
        body: JSON.stringify({ strIds }),
      });

    for (const [name, opt, lift] of [
      ['from all mail', ofAll, (id) => ground.client.delete(`/global-unsubscribes/delete?id=${id}`)],
      [
        'from all mail, in bulk',
        ofAll,
        (id) => ground.client.post('/global-unsubscribes/bulk-delete', { strIds: [id] }),
      ],
      ['from all mail, with a key', ofAll, (id) => keyed('/global-unsubscribes/bulk-delete', [id])],
      [
        'from a group',
        ofGroup,
        (id) => ground.client.delete(`/unsubscribes-groups/recipients-delete?id=${id}`),
      ],
      [
        'from a group, in bulk',
        ofGroup,
        (id) => ground.client.post('/unsubscribes-groups/recipients-bulk-delete', { strIds: [id] }),
      ],
    ] as const satisfies readonly [string, typeof ofAll, (id: number) => Promise<Answer>][])
      it(`names its address and the program, once: ${name}`, async () => {
        await listen(['contact.resubscribed']);
        const [id] = await opt('Grace@Example.com');
        const [other] = await opt('other@example.com');
        for (const status of name.includes('key') ? [200, 200] : [200, 404])
          expect((await lift(id!)).status).to.equal(status);
        await later(20_000);
        expect(told()).to.deep.equal([lifted(id!, 'Grace@Example.com', 'api')]);
        expect(other).to.be.a('number');
      });

    it('names the console', async () => {
      await listen(['contact.resubscribed']);
      const [id] = await ofAll('grace@example.com');
      const userId = ground.client.user_id;
      expect(await removeOptOuts(userId, optOuts(userId, null), [id!], 'console')).to.equal(1);
      await later(3000);
      expect(told()).to.deep.equal([lifted(id!, 'grace@example.com', 'console')]);
    });

    it('waits for a change that may still be written, and is dropped if it is not', async () => {
      await listen(['contact.resubscribed']);
      const [id] = await ofAll('grace@example.com');
      const event = { user_id: ground.client.user_id, type: 'contact.resubscribed', id: 0 } as const;
      const lifted = { opt_out: id!, email: 'grace@example.com', by: 'api' } as const;
      await toldChange([{ ...event, lifted }], async () => {
        throw new Error('stopped');
      }).catch(() => {});
      await later(20_000);
      expect(told()).to.deep.equal([]);
    });

    it('names no erased person, and no note keeps the address', async () => {
      await listen(['contact.resubscribed']);
      const [id] = await ofAll('grace@example.com');
      await ground.client.delete(`/global-unsubscribes/delete?id=${id}`);
      const notes = () =>
        EventNote.of(ground.client.user_id).find({ type: 'contact.resubscribed' }).toArray();
      expect(JSON.stringify(await notes())).to.include('grace@example.com');
      await ground.client.post('/contacts/erase', { email: 'grace@example.com' });
      await engine.settle();
      expect(JSON.stringify(await notes())).not.to.include('grace@example.com');
      await later(3000);
      expect(told()).to.deep.equal([]);
    });
  });

  it('names an address that subscribes again by the link of a mail whose row has expired', async () => {
    const { row } = await sent();
    await keepLinks(row.user_id, { _id: row._id });
    await rows(Delivery).deleteOne({ _id: row._id });
    await listen(['contact.resubscribed']);
    const mail = (await findMail(mailOf(row)))!;
    await addOptOuts(row.user_id, null, [row.email], { delivery: row._id });
    for (let time = 0; time < 2; time += 1) await undoOptOut(mail, null);
    await later(3000);
    expect(receiver.events.map(({ type, data }) => [type, data])).to.deep.equal([
      ['contact.resubscribed', { email: row.email, delivery_id: row._id, by: 'person' }],
    ]);
  });

  it('says who opted an address out: a call, the console, an import, or the person', async () => {
    const { row } = await sent();
    await listen(['contact.unsubscribed']);
    const userId = row.user_id;
    await ground.client.post('/global-unsubscribes/save', { email_address: 'api@example.com' });
    await addOptOuts(userId, null, ['console@example.com'], { by: 'console' });
    await addOptOuts(userId, null, ['import@example.com'], { import_id: 1 });
    await applyMailEvent(
      {
        kind: 'unsubscribed',
        account: userId,
        delivery: row._id,
        recipient: row.email,
        attempt: 1,
        class: 'unknown',
        rule: 'test',
        reply: '',
      },
      engine.api.config,
    );
    await later(3000);
    const told = receiver.events.map(({ data }) => [data['email'], data['delivery_id'], data['by']]);
    expect(told).to.deep.equal([
      ['api@example.com', null, 'api'],
      ['console@example.com', null, 'console'],
      ['import@example.com', null, 'import'],
      [row.email, null, 'person'],
    ]);
  });

  it('names an import that ended', async () => {
    await listen(['import.completed']);
    await importFile('email\nnew@example.com\nnot an address\n');
    await later(3000);
    expect(receiver.events).to.have.length(1);
    expect(receiver.events[0]!.data).to.deep.include({
      contact_type_id: ground.contact_type_id,
      rows_read: 2,
      rows_added: 1,
      rows_refused: 1,
      failure: null,
    });
  });
});
