import { expect } from 'chai';
import { setClock } from '../../../../../common/clock.ts';
import { ContactType } from '../../../../../common/models/contact-types.ts';
import { Import } from '../../../../../common/models/imports.ts';
import { Mailing } from '../../../../../common/models/mailings.ts';
import { Notice } from '../../../../../common/models/notices.ts';
import { Sender, type SenderDocument } from '../../../../../common/models/senders.ts';
import { SingleSend } from '../../../../../common/models/single-sends.ts';
import { startSingleSend } from '../../../../../worker/sending/single-sends/start.ts';
import { driverOf } from '../../../../support/driver-methods.ts';
import { createSend, type Engine, people, type Subject, startEngine } from '../../../../support/engine.ts';
import { aSend, type Ground } from '../../../../support/factories.ts';
import { watch } from '../../../../support/notices.ts';
import { rows } from '../../../../support/rows.ts';
import { addContacts } from '../../../../support/world.ts';

const HOUR = 3600_000;
const DAY = 24 * HOUR;

describe('starting a single send', () => {
  let engine: Engine;
  let ground: Ground;

  before(async () => {
    engine = await startEngine('start-single-send');
  });
  after(() => engine.stop());
  beforeEach(async () => {
    ground = await engine.ground();
    await addContacts(ground, people(3));
    engine.mail.mails.length = 0;
    engine.rung.length = 0;
  });
  afterEach(() => setClock());

  const start = ({ id, userId }: Subject) => startSingleSend({ singleSendId: id, userId }, engine.worker);
  const setVerified = (is_verified: 0 | 1) =>
    rows(Sender).updateOne({ _id: ground.sender_id }, { $set: { is_verified } });
  const expectHeld = async (subject: Subject, hold_reason: string | null, status = 0): Promise<void> => {
    expect(await subject.details()).to.deep.include({ status, hold_reason, sent_at: null });
    expect(await rows(Mailing).countDocuments({ _id: subject.mailing })).to.equal(0);
  };
  const completes = async (subject: Subject): Promise<void> => {
    await engine.sweepOnce();
    await engine.sweepOnce();
    expect(await subject.details()).to.deep.include({ status: 3, delivered: 3, hold_reason: null });
  };

  it('happens once, however often and wherever it is asked for', async () => {
    const subject = await createSend(ground);
    const before = Date.now();
    await Promise.all(Array.from({ length: 5 }, () => start(subject)));
    await start(subject);
    const { sent_at, status } = await subject.send();
    expect(status).to.equal(2);
    expect(sent_at!.getTime()).to.be.within(before, Date.now());
    expect(await rows(Mailing).countDocuments({ single_send_id: subject.id })).to.equal(1);
    await engine.work();
    await start(subject);
    expect((await subject.send()).sent_at).to.deep.equal(sent_at);
    expect(await subject.details()).to.deep.include({ status: 3, delivered: 3 });
    expect(engine.mail.mails.filter((mail) => mail.from === 'ada@sender.example')).to.have.length(3);
  });

  it('waits for its time, and a late worker starts it at any later time', async () => {
    const when = { schedule_type: 1, schedule_date: '2999-01-01', schedule_time: '09:00:00' };
    const subject = await createSend(ground, when);
    await start(subject);
    await expectHeld(subject, null, 1);
    setClock(() => Date.parse('2999-01-01T08:59:59Z'));
    await engine.sweepOnce();
    await expectHeld(subject, null, 1);
    setClock(() => Date.parse('2999-01-05T00:00:00Z'));
    await completes(subject);
    expect((await subject.details()).sent_at).to.equal('2999-01-05 00:00:00');
  });

  describe('with a time to take it back', () => {
    const WAIT = { undo_seconds: 15 };
    const sent = () => engine.mail.mails.filter((mail) => mail.from === 'ada@sender.example');
    const pass = (at: number, ms: number) => setClock(() => at + ms);
    const update = async ({ utr }: Subject, fields: Readonly<Record<string, unknown>>) => {
      const answer = await ground.client.post('/single/send/update', { ...aSend(ground, fields), utr });
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    };

    it('mails no recipient before it is over, whatever asks for it, and each once afterwards', async () => {
      const at = Date.now();
      pass(at, 0);
      const subject = await createSend(ground, WAIT);
      // The job is rung for twice, and the worker that takes it up later is another one.
      await Promise.all([start(subject), start(subject)]);
      pass(at, 14_999);
      await engine.sweepOnce();
      await engine.work(engine.another({}));
      await expectHeld(subject, null, 1);
      expect(sent()).to.have.length(0);
      pass(at, 15_000);
      await Promise.all([start(subject), start(subject)]);
      await completes(subject);
      expect(sent()).to.have.length(3);
    });

    it('continues in the sweep of another worker when its job is lost', async () => {
      const at = Date.now();
      pass(at, 0);
      const subject = await createSend(ground, WAIT);
      engine.rung.length = 0;
      pass(at, 15_000);
      await engine.sweepOnce();
      await completes(subject);
      expect(sent()).to.have.length(3);
    });

    it('becomes a draft again in it, and mails no recipient', async () => {
      const at = Date.now();
      pass(at, 0);
      const subject = await createSend(ground, WAIT);
      await start(subject);
      pass(at, 14_000);
      await update(subject, { draft: 1 });
      pass(at, 60_000);
      await start(subject);
      await engine.sweepOnce();
      await expectHeld(subject, 'draft');
      expect(sent()).to.have.length(0);
      // It goes out when it is readied once more.
      await update(subject, {});
      await completes(subject);
    });

    it('takes changes in that time, and waits again if that is asked for', async () => {
      const at = Date.now();
      pass(at, 0);
      const subject = await createSend(ground, WAIT);
      await start(subject);
      pass(at, 10_000);
      await update(subject, { subject: 'Another', ...WAIT });
      pass(at, 24_999);
      await engine.sweepOnce();
      await expectHeld(subject, null, 1);
      pass(at, 25_000);
      await completes(subject);
      expect(sent().map(({ raw }) => /^Subject: (.*)$/m.exec(raw.toString())?.[1]?.trim())).to.deep.equal(
        Array(3).fill('Another'),
      );
    });

    it('mails all recipients or none when it is taken back at the moment when its time is over', async () => {
      const outcomes = new Set<number>();
      for (let round = 0; round < 6; round += 1) {
        const at = Date.now();
        pass(at, 0);
        engine.mail.mails.length = 0;
        const subject = await createSend(ground, WAIT);
        pass(at, 15_000);
        const takeBack = () =>
          ground.client.post('/single/send/update', { ...aSend(ground, { draft: 1 }), utr: subject.utr });
        const [first, second] = round % 2 === 0 ? [takeBack, start] : [start, takeBack];
        const answers = await Promise.all([first(subject), second(subject)]);
        const { status } = answers.find((answer) => typeof answer === 'object')!;
        outcomes.add(status);
        await engine.sweepOnce();
        await engine.sweepOnce();
        expect(sent(), String(status)).to.have.length(status === 200 ? 0 : 3);
        expect((await subject.details()).hold_reason).to.equal(status === 200 ? 'draft' : null);
      }
      expect([...outcomes].every((status) => status === 200 || status === 409)).to.equal(true);
    });
  });

  describe('with a reason to hold it', () => {
    it('holds a draft, without a notice, until an update readies it', async () => {
      const subject = await createSend(ground, { draft: 1, subject: '' });
      await start(subject);
      await engine.sweepOnce();
      await expectHeld(subject, 'draft');
      expect(await rows(Notice).countDocuments({ kind: 'send-held', subject: subject.id })).to.equal(0);
      await ground.client.post('/single/send/update', { ...aSend(ground), utr: subject.utr });
      await completes(subject);
    });

    it('holds the send for its sender, and continues automatically when that is verified', async () => {
      await setVerified(0);
      const subject = await createSend(ground);
      await expectHeld(subject, 'sender_unverified');
      await start(subject);
      await engine.sweepOnce();
      await expectHeld(subject, 'sender_unverified');
      await setVerified(1);
      await completes(subject);
    });

    it('holds the send for a sender’s address that is not ASCII before the @, until the sender has another', async () => {
      const address = (fields: Partial<SenderDocument>) =>
        rows(Sender).updateOne({ _id: ground.sender_id }, { $set: fields });
      // In the form in which an earlier version stored it.
      for (const field of ['from_email', 'reply_to_email'] as const) {
        const good = (await rows(Sender).findOne({ _id: ground.sender_id }))![field];
        await address({ [field]: 'jörg@shop.example' });
        const subject = await createSend(ground);
        await expectHeld(subject, 'sender_address');
        await start(subject);
        await start(subject);
        await engine.sweepOnce();
        await expectHeld(subject, 'sender_address');
        await address({ [field]: good });
        await completes(subject);
      }
    });

    it('holds the send for such an address even if it was started with it, and no mail could be composed', async () => {
      const stuck = async (deleted_at: Date | null) => {
        const subject = await createSend(ground);
        // The state that an earlier version left: it is started and has no mailing.
        await rows(SingleSend).updateOne(
          { _id: subject.id },
          { $set: { status: 2, hold_reason: null, sent_at: new Date(), deleted_at } },
        );
        return subject;
      };
      await watch(ground.client);
      const good = await rows(Sender).findOne({ _id: ground.sender_id });
      const subject = await stuck(null);
      const deleted = await stuck(new Date());
      await rows(Sender).updateOne(
        { _id: ground.sender_id },
        { $set: { reply_to_email: 'jörg@shop.example' } },
      );
      await engine.sweepOnce();
      await engine.sweepOnce();
      await expectHeld(subject, 'sender_address');
      expect((await deleted.send()).status).to.equal(3);
      expect(await rows(Notice).countDocuments({ _id: { $regex: `^send-held-${subject.id}` } })).to.equal(1);
      await rows(Sender).updateOne(
        { _id: ground.sender_id },
        { $set: { reply_to_email: good!.reply_to_email } },
      );
      await completes(subject);
    });

    it('holds the send for an import into one of its contact types, and then includes all imported contacts', async () => {
      const subject = await createSend(ground);
      const at = new Date();
      await rows(Import).insertOne({
        _id: subject.id,
        user_id: ground.client.user_id,
        contact_type_id: ground.contact_type_id,
        state: 'running',
        lease_until: new Date(Date.now() + DAY),
        created_at: at,
        updated_at: at,
      } as never);
      await start(subject);
      await expectHeld(subject, 'import_running');
      await engine.sweepOnce();
      await expectHeld(subject, 'import_running');
      await addContacts(ground, ['imported@example.com']);
      await rows(Import).updateOne({ _id: subject.id }, { $set: { state: 'completed' } });
      await engine.sweepOnce();
      expect(await subject.details()).to.deep.include({ status: 3, delivered: 4 });
    });

    it('holds the send for deleted references until it is updated, with the first reason first', async () => {
      const subject = await createSend(ground);
      await setVerified(0);
      await rows(ContactType).updateOne(
        { _id: ground.contact_type_id },
        { $set: { deleted_at: new Date() } },
      );
      await start(subject);
      await expectHeld(subject, 'recipient_deleted');
      await rows(Sender).updateOne({ _id: ground.sender_id }, { $set: { deleted_at: new Date() } });
      await start(subject);
      await expectHeld(subject, 'sender_deleted');
    });

    it('holds the send when its design renders to nothing', async () => {
      const template = {
        template_html: '',
        template_json: JSON.stringify({ mjml: '<mjml><mj-body></mj-body></mjml>' }),
      };
      const subject = await createSend(ground, template);
      await start(subject);
      await expectHeld(subject, 'template_empty');
      await engine.sweepOnce();
      await expectHeld(subject, 'template_empty');
    });

    it('holds the send when it is more than a day late, and then until it is updated', async () => {
      const when = { schedule_type: 1, schedule_date: '2999-01-01', schedule_time: '09:00:00' };
      await setVerified(0);
      const due = Date.parse('2999-01-01T09:00:00Z');
      const [short, long] = [await createSend(ground, when), await createSend(ground, when)];
      setClock(() => due + DAY);
      await setVerified(1);
      await start(short);
      expect((await short.details()).status).to.equal(2);
      setClock(() => due + DAY + 1);
      await setVerified(0);
      await start(long);
      await expectHeld(long, 'sender_unverified');
      await setVerified(1);
      await engine.sweepOnce();
      await expectHeld(long, 'schedule_missed');
      await engine.sweepOnce();
      await start(long);
      await expectHeld(long, 'schedule_missed');
      await ground.client.post('/single/send/update', { ...aSend(ground), utr: long.utr });
      await completes(long);
    });
  });

  describe('after a crash', () => {
    it('continues between the start and the mailing', async () => {
      const subject = await createSend(ground);
      await rows(SingleSend).updateOne({ _id: subject.id }, { $set: { status: 2, sent_at: new Date() } });
      await completes(subject);
    });

    it('continues between the mailing and the freeze', async () => {
      const subject = await createSend(ground);
      const mailings = driverOf(Mailing);
      const { insertOne } = mailings;
      mailings.insertOne = async (...args: Parameters<typeof insertOne>) => {
        await insertOne.apply(mailings, args);
        throw new Error('crashed');
      };
      const end = await start(subject).catch((error: Error) => error.message);
      mailings.insertOne = insertOne;
      expect(end).to.equal('crashed');
      expect((await subject.document()).state).to.equal('freezing');
      // The lease that it was inserted with stands until its time is over.
      expect(await start(subject)).to.equal('idle');
      await rows(Mailing).updateOne({ _id: subject.mailing }, { $set: { lease_until: new Date(0) } });
      await completes(subject);
    });

    it('stops between a deletion and its stop', async () => {
      const subject = await createSend(ground);
      await start(subject);
      await rows(SingleSend).updateOne({ _id: subject.id }, { $set: { deleted_at: new Date() } });
      engine.rung.length = 0;
      // The chore that finds it runs last, so the job that it rings for runs after the others.
      await engine.sweepOnce();
      await engine.sweepOnce();
      expect(await subject.document()).to.deep.include({ state: 'done', stopped: true });
      expect((await subject.document()).figures).to.deep.include({ skipped: 3, accepted: 0 });
    });
  });

  it('does not happen when it was deleted between its start and its mailing', async () => {
    const subject = await createSend(ground);
    const mailings = driverOf(Mailing);
    const { insertOne } = mailings;
    mailings.insertOne = async (...args: Parameters<typeof insertOne>) => {
      const answer = await ground.client.delete(`/single/send/delete?utr=${subject.utr}`);
      expect(answer.status).to.equal(200);
      return insertOne.apply(mailings, args);
    };
    await start(subject);
    mailings.insertOne = insertOne;
    await engine.work();
    await engine.sweepOnce();
    expect(await subject.document()).to.deep.include({ state: 'done', stopped: true });
    expect(await subject.rows()).to.have.length(0);
    expect((await subject.send()).status).to.equal(3);
  });

  it('does not happen when it was deleted or cancelled before', async () => {
    const [deleted, cancelled] = [await createSend(ground), await createSend(ground)];
    await ground.client.delete(`/single/send/delete?utr=${deleted.utr}`);
    await ground.client.post(`/single-send/cancel?utr=${cancelled.utr}`);
    for (const subject of [deleted, cancelled]) {
      await start(subject);
      await engine.sweepOnce();
      expect(await rows(Mailing).countDocuments({ _id: subject.mailing })).to.equal(0);
    }
    expect(await cancelled.details()).to.deep.include({ status: 3, cancelled: true, sent_at: null });
  });
});
