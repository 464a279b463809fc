import { expect } from 'chai';
import { addOptOuts } from '../../../../../common/changes/suppressions.ts';
import { setClock } from '../../../../../common/clock.ts';
import { Batch } from '../../../../../common/models/batches.ts';
import { Contact } from '../../../../../common/models/contacts.ts';
import { Delivery } from '../../../../../common/models/deliveries.ts';
import { Sender } from '../../../../../common/models/senders.ts';
import { Suppression } from '../../../../../common/models/suppressions.ts';
import deliverSlice from '../../../../../worker/sending/jobs/deliver-slice.ts';
import { driverOf } from '../../../../support/driver-methods.ts';
import { type Engine, openSend, people, type Subject, startEngine } from '../../../../support/engine.ts';
import { type Ground } from '../../../../support/factories.ts';
import { perform } from '../../../../support/job-payloads.ts';
import { rows } from '../../../../support/rows.ts';
import { startScriptedSmtp } from '../../../../support/scripted-smtp.ts';
import { deliveryBatches } from '../../../../support/small-steps.ts';
import { suppressBounced } from '../../../../support/suppressions.ts';
import { addContacts } from '../../../../support/world.ts';

const HOUR = 3600_000;

/** Rows of a batch. */
const BATCH = 60;

describe('delivering a slice', () => {
  deliveryBatches(BATCH);
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
    perform(deliverSlice, { mailing: subject.mailing, lane: 0, turn: 0 }, worker);
  /** The mails of sends; verification mails have another sender. */
  const sentTo = (): string[] =>
    engine.mail.mails
      .filter((mail) => mail.from === 'ada@sender.example')
      .map((mail) => mail.to)
      .sort();
  const states = async (subject: Subject) =>
    Object.fromEntries((await subject.rows()).map((row) => [row.email, row.state]));

  it('hands each mail over once, however often and wherever it runs', async () => {
    const everybody = people(BATCH + 5);
    const subject = await open(everybody);
    await Promise.all(Array.from({ length: 6 }, () => slice(subject)));
    await engine.work();
    await slice(subject);
    expect(sentTo()).to.deep.equal([...everybody].sort());
    expect(await subject.details()).to.deep.include({
      status: 3,
      triggered: everybody.length,
      delivered: everybody.length,
      bounces: 0,
      pending: 0,
      resent_in_doubt: 0,
    });
    const ids = engine.mail.mails.map((mail) => /^Message-ID: (.+)$/im.exec(mail.raw.toString())?.[1]);
    expect(new Set(ids).size).to.equal(everybody.length);
  });

  it('leaves out contacts that were suppressed or deleted since the freeze, with the reason', async () => {
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
    const reasons = Object.fromEntries((await subject.rows()).map((row) => [row.email, row.skip_reason]));
    expect(reasons).to.deep.equal({
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
    describe('that is refused', () => {
      const refuse = async (): Promise<Subject> => {
        engine.mail.answer((to) => {
          if (to.startsWith('gone')) return { code: 550, text: '5.1.1 no such user' };
          return to.startsWith('full') ? { code: 552, text: '5.2.2 full' } : null;
        });
        const subject = await open(['gone@example.com', 'full@example.com', 'ok@example.com']);
        await slice(subject);
        return subject;
      };

      it('bounces, with the reply of the server', async () => {
        const subject = await refuse();
        expect(await states(subject)).to.deep.equal({
          'gone@example.com': 'bounced',
          'full@example.com': 'bounced',
          'ok@example.com': 'accepted',
        });
        expect((await subject.row('full@example.com')).reply).to.contain('5.2.2');
      });

      it('makes its address suspected, not suppressed, while little is known of the server', async () => {
        await refuse();
        const suppressed = await rows(Suppression).find({ user_id: ground.client.user_id }).toArray();
        expect(suppressed.map((one) => [one.email_address, one.class])).to.deep.include([
          'gone@example.com',
          'gone',
        ]);
        expect(suppressed.filter(({ state }) => state === 'active')).to.deep.equal([]);
      });

      it('suppresses its address before the bounce is recorded', async () => {
        const deliveries = driverOf(Delivery);
        const { bulkWrite } = deliveries;
        const { user_id } = ground.client;
        const suppressedFirst: number[] = [];
        deliveries.bulkWrite = async (...args: Parameters<typeof bulkWrite>) => {
          suppressedFirst.push(
            await rows(Suppression).countDocuments({ user_id, email_norm: 'gone@example.com' }),
          );
          return bulkWrite.apply(deliveries, args);
        };
        await refuse();
        deliveries.bulkWrite = bulkWrite;
        expect(suppressedFirst).to.include(1);
      });
    });

    describe('that is deferred', () => {
      let subject: Subject;
      let start: number;
      let domains = 0;
      let never: string;
      const row = () => subject.row(never);

      beforeEach(async () => {
        engine.mail.answer((to) => (to.startsWith('never') ? { code: 450, text: '4.2.1 later' } : null));
        // Its own domain: one that has deferred twenty mails in a row gets no more at once.
        domains += 1;
        never = `never@later${domains}.example`;
        subject = await open([never, 'ok@example.com']);
        start = Date.now();
        await slice(subject);
      });

      it('waits until it is due, after one to six minutes', async () => {
        const deferred = await row();
        expect(deferred).to.deep.include({ state: 'deferred', attempts: 1 });
        expect(deferred.due_at!.getTime() - start).to.be.within(60_000, 330_000);
        expect(await subject.details()).to.deep.include({
          status: 2,
          pending: 1,
          triggered: 2,
          delivered: 1,
        });
        await engine.sweepOnce();
        expect((await row()).attempts).to.equal(1);
      });

      it('tries again each time when it is due, and ends after 96 hours', async () => {
        let tries = 1;
        for (let hours = 0; (await row()).state === 'deferred'; hours += 4) {
          expect(hours).to.be.lessThan(125);
          setClock(() => start + (hours + 4) * HOUR);
          await engine.sweepOnce();
          tries += 1;
          expect((await row()).attempts).to.equal(tries);
        }
        expect((await row()).reply).to.match(/^Given up after 96 hours: .*4\.2\.1 later/);
        expect(tries).to.be.within(24, 26);
        await engine.sweepOnce();
        expect(await subject.details()).to.deep.include({
          status: 3,
          triggered: 2,
          delivered: 1,
          bounces: 1,
        });
        expect(sentTo()).to.deep.equal(['ok@example.com']);
      });
    });

    describe('whose answer was lost', () => {
      const lose = async (inDoubt: 'resend' | 'hold', tries = 1): Promise<Subject> => {
        const server = await startScriptedSmtp({ act: ({ point }) => (point === 'dot' ? 'cut' : undefined) });
        const subject = await open(['lost@example.com']);
        const cutOff = engine.another({}, { inDoubt, smtpUrls: [server.url] });
        await slice(subject, cutOff);
        for (let hour = 1; hour < tries; hour += 1) {
          setClock(() => Date.now() + hour * HOUR);
          await engine.sweepOnce(cutOff);
        }
        await server.close();
        // A sweep also sends notices.
        const copies = server.messages.filter((raw) => /^To: .*lost@example\.com/m.test(raw));
        expect(copies).to.have.length(Math.min(tries, 2));
        return subject;
      };

      it('is in doubt after the second copy, and gets no third', async () => {
        const subject = await lose('resend', 4);
        const row = await subject.row('lost@example.com');
        expect(row).to.deep.include({ state: 'in_doubt', doubted: true, attempts: 2 });
        const shown = { status: 3, in_doubt: 1, resent_in_doubt: 1, triggered: 1, bounces: 0 };
        expect(await subject.details()).to.deep.include(shown);
      });

      it('goes out again, marked, with IN_DOUBT=resend', async () => {
        const subject = await lose('resend');
        const row = await subject.row('lost@example.com');
        expect(row).to.deep.include({ state: 'deferred', doubted: true, attempts: 1 });
        expect(await subject.details()).to.deep.include({ resent_in_doubt: 1, pending: 1, in_doubt: 0 });
      });

      it('waits for a person with IN_DOUBT=hold', async () => {
        const subject = await lose('hold');
        const row = await subject.row('lost@example.com');
        expect(row).to.deep.include({ state: 'in_doubt', attempts: 1 });
        engine.rung.length = 0;
        await engine.sweepOnce();
        const shown = { status: 3, in_doubt: 1, triggered: 1, delivered: 0, bounces: 0 };
        expect(await subject.details()).to.deep.include(shown);
      });
    });
  });

  describe('when the sender or the server has a problem', () => {
    const untouched = async (subject: Subject): Promise<void> => {
      for (const row of await subject.rows()) {
        expect(row.state).to.equal('pending');
        expect(row).to.not.have.any.keys('attempts', 'doubted', 'reply', 'due_at');
      }
    };

    it('leaves rows unchanged without a server, and the batch waits and continues automatically', async () => {
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

    it('pauses the send when the server refuses our password, until a person resumes it', async () => {
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

    it('pauses the send when the server has no STARTTLS for our login, and shows what to do', async () => {
      const server = await startScriptedSmtp({ offers: ['AUTH PLAIN'] });
      const subject = await open(people(40));
      const smtpUrls = [`smtp://me:secret@0.0.0.0:${server.port}`];
      await slice(subject, engine.another({}, { smtpUrls }));
      await server.close();
      await untouched(subject);
      expect(await subject.details()).to.deep.include({ status: 2, paused_reason: 'refused' });
      expect(server.commands.join()).not.to.match(/AUTH/);
    });

    it('pauses the send when the only domain refuses us', async () => {
      engine.mail.answer(() => ({ code: 550, text: '5.7.1 not from you' }));
      const subject = await open(people(30));
      await slice(subject);
      expect(await subject.details()).to.deep.include({ bounces: 0, pending: 30, paused_reason: 'refused' });
    });

    it('pauses the send when all domains refuse us', async () => {
      engine.mail.answer(() => ({ code: 550, text: '5.7.1 not from you' }));
      const many = await open(Array.from({ length: 60 }, (_, at) => `person@domain${at}.example`));
      await slice(many);
      const { bounces, pending, paused_reason } = await many.details();
      expect(paused_reason).to.equal('refused');
      expect(bounces).to.equal(0);
      expect(pending).to.equal(60);
      const tried = (await many.rows()).filter(({ attempts }) => attempts === 1);
      expect(tried.length).to.be.within(10, 10 + engine.worker.semaphore.total);
      expect(await rows(Suppression).countDocuments({ user_id: ground.client.user_id })).to.equal(0);
    });
  });

  it('pauses for a sender whose address no server accepts; with another it continues automatically', async () => {
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

  it('pauses for an unverified sender, and continues automatically after its verification', async () => {
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
  });

  describe('of a deleted sender', () => {
    let subject: Subject;

    beforeEach(async () => {
      subject = await open(people(3));
      await rows(Sender).updateOne({ _id: ground.sender_id }, { $set: { deleted_at: new Date() } });
      await slice(subject);
      await engine.sweepOnce();
    });

    it('pauses, and still shows the sender', async () => {
      expect(await subject.details()).to.deep.include({
        status: 2,
        paused_reason: 'sender_deleted',
        from_sender: 'ada@sender.example',
      });
    });

    it('pauses once more when it is resumed', async () => {
      await ground.client.post(`/single-send/resume?utr=${subject.utr}`);
      await engine.sweepOnce();
      expect(await subject.details()).to.deep.include({ paused_reason: 'sender_deleted', delivered: 0 });
    });

    it('ends when the send is cancelled', async () => {
      expect((await ground.client.post(`/single-send/cancel?utr=${subject.utr}`)).status).to.equal(200);
      await engine.sweepOnce();
      expect(await subject.details()).to.deep.include({ status: 3, paused_reason: null, skipped: 3 });
    });
  });

  it('does nothing for paused, finished or missing mailings', async () => {
    const subject = await open(people(3));
    await ground.client.post(`/single-send/pause?utr=${subject.utr}`);
    await slice(subject);
    await perform(deliverSlice, { mailing: 'send-987654', lane: 0, turn: 0 }, engine.worker);
    expect(sentTo()).to.have.length(0);
    expect(engine.rung).to.deep.equal([]);
    const [batch] = await rows(Batch).find({ mailing: subject.mailing }).toArray();
    expect(batch!.lease_token).to.equal(null);
  });
});
