import { expect } from 'chai';
import { setClock } from '../../../common/clock.ts';
import { Batch } from '../../../common/models/batches.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Sender } from '../../../common/models/senders.ts';
import { Suppression } from '../../../common/models/suppressions.ts';
import { rows } from '../../../common/mongo.ts';
import { suppressBounced } from '../../../common/queries/bounces.ts';
import { addOptOuts } from '../../../common/queries/suppressions.ts';
import { deliverSlice } from '../../../worker/jobs/deliver-slice.ts';
import { type Engine, openSend, people, type Subject, startEngine } from '../../support/engine.ts';
import { startScriptedSmtp } from '../../support/scripted-smtp.ts';
import { addContacts, type Ground } from '../../support/world.ts';

const HOUR = 3600_000;

describe('delivering a slice', () => {
  let engine: Engine;
  let ground: Ground;

  before(async () => {
    engine = await startEngine('deliver-slice');
  });
  after(() => engine.stop());
  beforeEach(async () => {
    ground = await engine.ground();
    engine.mail.mails.length = 0;
    engine.mail.answer(() => null);
    engine.rung.length = 0;
  });
  afterEach(() => setClock());

  const open = async (addresses: readonly string[], fields = {}): Promise<Subject> => {
    await addContacts(ground, addresses);
    return openSend(engine, ground, fields);
  };
  const slice = (subject: Subject, worker = engine.worker) =>
    deliverSlice({ mailing: subject.mailing, lane: 0, turn: 0 }, worker);
  /** Verification mails come from elsewhere. */
  const sentTo = (): string[] =>
    engine.mail.mails
      .filter((mail) => mail.from === 'ada@sender.example')
      .map((mail) => mail.to)
      .sort();
  const states = async (subject: Subject) =>
    Object.fromEntries((await subject.rows()).map((row) => [row.email, row.state]));

  it('hands each mail over once, however often and wherever it runs', async () => {
    const everybody = people(1100);
    const subject = await open(everybody);
    await Promise.all(Array.from({ length: 6 }, () => slice(subject)));
    await engine.work();
    await slice(subject);
    expect(sentTo()).to.deep.equal([...everybody].sort());
    expect(await subject.details()).to.deep.include({
      status: 3,
      triggered: 1100,
      delivered: 1100,
      bounces: 0,
      pending: 0,
      resent_in_doubt: 0,
    });
    const ids = engine.mail.mails.map((mail) => /^Message-ID: (.+)$/im.exec(mail.raw.toString())?.[1]);
    expect(new Set(ids).size).to.equal(1100);
  });

  it('leaves out who was suppressed or deleted since the freeze, and says why', async () => {
    const subject = await open(['all@example.com', 'group@example.com', 'bad@example.com', ...people(2)]);
    const { user_id } = ground.client;
    await addOptOuts(user_id, null, ['ALL@example.com']);
    await addOptOuts(user_id, ground.unsubscribe_group_id, ['group@example.com']);
    await suppressBounced(user_id, ['bad@example.com']);
    await rows(Contact).updateOne(
      { email: 'person0@example.com', user_id },
      { $set: { deleted_at: new Date() } },
    );
    await slice(subject);
    const replies = Object.fromEntries((await subject.rows()).map((row) => [row.email, row.reply]));
    expect(replies).to.deep.equal({
      'all@example.com': 'unsubscribed',
      'group@example.com': 'unsubscribed',
      'bad@example.com': 'bounced',
      'person0@example.com': 'deleted',
      'person1@example.com': undefined,
    });
    expect(sentTo()).to.deep.equal(['person1@example.com']);
    expect(await subject.details()).to.deep.include({ skipped: 4, delivered: 1, triggered: 1 });
  });

  describe('a mail', () => {
    it('refused for good bounces; an address that is no more is suppressed, before this is written', async () => {
      engine.mail.answer((to) => {
        if (to.startsWith('gone')) return { code: 550, text: '5.1.1 nobody' };
        return to.startsWith('full') ? { code: 552, text: '5.2.2 full' } : null;
      });
      const deliveries = rows(Delivery);
      const { bulkWrite } = deliveries;
      const suppressedFirst: number[] = [];
      deliveries.bulkWrite = async (...args: Parameters<typeof bulkWrite>) => {
        suppressedFirst.push(await rows(Suppression).countDocuments({ email_norm: 'gone@example.com' }));
        return bulkWrite.apply(deliveries, args);
      };
      const subject = await open(['gone@example.com', 'full@example.com', 'ok@example.com']);
      await slice(subject);
      deliveries.bulkWrite = bulkWrite;
      expect(await states(subject)).to.deep.equal({
        'gone@example.com': 'bounced',
        'full@example.com': 'bounced',
        'ok@example.com': 'accepted',
      });
      expect(suppressedFirst).to.include(1);
      const suppressed = await rows(Suppression).find({ user_id: ground.client.user_id }).toArray();
      expect(suppressed.map((one) => [one.email_address, one.reason])).to.deep.equal([
        ['gone@example.com', 'bounced'],
      ]);
      expect((await subject.row('full@example.com')).reply).to.contain('5.2.2');
    });

    it('deferred is tried again when it is due, and given up in the end', async () => {
      engine.mail.answer((to) => (to.startsWith('never') ? { code: 450, text: '4.2.1 later' } : null));
      const subject = await open(['never@example.com', 'ok@example.com']);
      const start = Date.now();
      await slice(subject);
      const row = await subject.row('never@example.com');
      expect(row).to.deep.include({ state: 'deferred', attempts: 1 });
      expect(row.due_at!.getTime() - start).to.be.within(60_000, 330_000);
      expect(await subject.details()).to.deep.include({ status: 2, pending: 1, triggered: 2, delivered: 1 });
      await engine.sweepOnce();
      expect((await subject.row('never@example.com')).attempts).to.equal(1);

      let tries = 1;
      for (let hours = 0; (await subject.row('never@example.com')).state === 'deferred'; hours += 4) {
        expect(hours).to.be.lessThan(100);
        setClock(() => start + (hours + 4) * HOUR);
        await engine.sweepOnce();
        tries += 1;
        expect((await subject.row('never@example.com')).attempts).to.equal(tries);
      }
      const given = await subject.row('never@example.com');
      expect(given.reply).to.match(/^Given up after 72 hours: .*4\.2\.1 later/);
      expect(tries).to.be.within(18, 20);
      await engine.sweepOnce();
      expect(await subject.details()).to.deep.include({ status: 3, triggered: 2, delivered: 1, bounces: 1 });
      expect(sentTo()).to.deep.equal(['ok@example.com']);
    });

    it('whose answer was lost comes again, marked, or waits for a person', async () => {
      for (const inDoubt of ['resend', 'hold'] as const) {
        const server = await startScriptedSmtp({ act: ({ point }) => (point === 'dot' ? 'cut' : undefined) });
        ground = await engine.ground();
        const subject = await open([`${inDoubt}@example.com`]);
        await slice(subject, engine.another({}, { inDoubt, smtpUrls: [server.url] }));
        const row = await subject.row(`${inDoubt}@example.com`);
        if (inDoubt === 'resend') {
          expect(row).to.deep.include({ state: 'deferred', doubted: true, attempts: 1 });
          expect(await subject.details()).to.deep.include({ resent_in_doubt: 1, pending: 1, in_doubt: 0 });
        } else {
          expect(row).to.deep.include({ state: 'in_doubt', attempts: 1 });
          engine.rung.length = 0;
          await engine.sweepOnce();
          const shown = { status: 3, in_doubt: 1, triggered: 1, delivered: 0, bounces: 0 };
          expect(await subject.details()).to.deep.include(shown);
        }
        await server.close();
      }
    });
  });

  describe('when something is wrong with us or the server', () => {
    const untouched = async (subject: Subject): Promise<void> => {
      for (const row of await subject.rows()) {
        expect(row.state).to.equal('pending');
        expect(row).to.not.have.any.keys('attempts', 'doubted', 'reply', 'due_at');
      }
    };

    it('nobody is there: rows stay as they are, the batch waits, and goes on by itself', async () => {
      const subject = await open(people(40));
      const gone = engine.another({}, { smtpUrls: ['smtp://127.0.0.1:9'] });
      await slice(subject, gone);
      await untouched(subject);
      const [batch] = await subject.batches();
      expect(batch).to.deep.include({ state: 'ready', lease_token: null, intent: 0 });
      expect(batch!.free_at.getTime()).to.be.greaterThan(Date.now() + 100);
      expect((await subject.document()).paused_reason).to.equal(null);
      setClock(() => Date.now() + 61_000);
      await engine.sweepOnce();
      expect(await subject.details()).to.deep.include({ status: 3, delivered: 40, resent_in_doubt: 0 });
    });

    it('it refuses our password: the send pauses, and a person resumes it', async () => {
      const server = await startScriptedSmtp({
        offers: ['AUTH PLAIN'],
        act: ({ point }) => (point === 'AUTH' ? '535 5.7.8 no' : undefined),
      });
      const subject = await open(people(40));
      await slice(subject, engine.another({}, { smtpUrls: [server.url.replace('//', '//me:wrong@')] }));
      await server.close();
      await untouched(subject);
      expect(await subject.details()).to.deep.include({ status: 2, paused_reason: 'refused' });
      engine.rung.length = 0;
      await engine.sweepOnce();
      expect(sentTo()).to.have.length(0);
      const resumed = await ground.client.post(`/single-send/resume?utr=${subject.utr}`);
      expect(resumed.body.message).to.equal('Single send Resumed Successfully');
      await engine.sweepOnce();
      expect(await subject.details()).to.deep.include({ status: 3, delivered: 40, paused_reason: null });
    });

    it('it has no STARTTLS for our login: the send pauses, and says what to do', async () => {
      const server = await startScriptedSmtp({ offers: ['AUTH PLAIN'] });
      const subject = await open(people(40));
      const smtpUrls = [`smtp://me:secret@0.0.0.0:${server.port}`];
      await slice(subject, engine.another({}, { smtpUrls }));
      await server.close();
      await untouched(subject);
      expect(await subject.details()).to.deep.include({ status: 2, paused_reason: 'refused' });
      expect(server.commands.join()).not.to.match(/AUTH/);
    });

    it('it refuses us everywhere: the send pauses; refused by one domain alone it goes on', async () => {
      engine.mail.answer(() => ({ code: 550, text: '5.7.1 not from you' }));
      const oneDomain = await open(people(30));
      await slice(oneDomain);
      expect(await oneDomain.details()).to.deep.include({ bounces: 30, paused_reason: null });

      ground = await engine.ground();
      const many = await open(Array.from({ length: 60 }, (_, at) => `person@domain${at}.example`));
      await slice(many);
      const { bounces, pending, paused_reason } = await many.details();
      expect(paused_reason).to.equal('refused');
      expect(bounces).to.be.within(10, 10 + engine.worker.gate.size);
      expect(pending).to.equal(60 - bounces!);
      expect(await rows(Suppression).countDocuments({ user_id: ground.client.user_id })).to.equal(0);
    });
  });

  it('pauses for a sender whose address no server takes; with another it goes on by itself', async () => {
    const subject = await open(people(3));
    const set = (reply_to_email: string) =>
      rows(Sender).updateOne({ _id: ground.sender_id }, { $set: { reply_to_email } });
    await set('jörg@shop.example');
    await slice(subject);
    await slice(subject);
    expect((await subject.details()).paused_reason).to.equal('sender_address');
    await engine.sweepOnce();
    expect(sentTo()).to.have.length(0);
    await set('joerg@shop.example');
    await engine.sweepOnce();
    await engine.sweepOnce();
    expect(await subject.details()).to.deep.include({ status: 3, delivered: 3, paused_reason: null });
  });

  it('pauses for a sender that is gone or unverified; once verified it goes on by itself', async () => {
    const subject = await open(people(3));
    await rows(Sender).updateOne({ _id: ground.sender_id }, { $set: { is_verified: 0 } });
    await slice(subject);
    expect((await subject.details()).paused_reason).to.equal('sender_unverified');
    await engine.sweepOnce();
    expect(sentTo()).to.have.length(0);
    await rows(Sender).updateOne({ _id: ground.sender_id }, { $set: { is_verified: 1 } });
    await engine.sweepOnce();
    await engine.sweepOnce();
    expect(await subject.details()).to.deep.include({ status: 3, delivered: 3, paused_reason: null });

    const other = await openSend(engine, ground);
    await rows(Sender).updateOne({ _id: ground.sender_id }, { $set: { deleted_at: new Date() } });
    await slice(other);
    await engine.sweepOnce();
    expect(await other.details()).to.deep.include({
      status: 2,
      paused_reason: 'sender_deleted',
      from_sender: 'ada@sender.example',
    });
    await ground.client.post(`/single-send/resume?utr=${other.utr}`);
    await engine.sweepOnce();
    expect(await other.details()).to.deep.include({ paused_reason: 'sender_deleted', delivered: 0 });
    expect((await ground.client.post(`/single-send/cancel?utr=${other.utr}`)).status).to.equal(200);
    await engine.sweepOnce();
    expect(await other.details()).to.deep.include({ status: 3, paused_reason: null, skipped: 3 });
  });

  it('does nothing to what is paused, done, or not there', async () => {
    const subject = await open(people(3));
    await ground.client.post(`/single-send/pause?utr=${subject.utr}`);
    await slice(subject);
    await deliverSlice({ mailing: 'send-987654', lane: 0, turn: 0 }, engine.worker);
    expect(sentTo()).to.have.length(0);
    expect(engine.rung).to.deep.equal([]);
    const [batch] = await rows(Batch).find({ mailing: subject.mailing }).toArray();
    expect(batch!.lease_token).to.equal(null);
  });
});
