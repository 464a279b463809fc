import { expect } from 'chai';
import { noteBouncedAddresses } from '../../../../../common/changes/bounced-addresses.ts';
import { setClock } from '../../../../../common/clock.ts';
import { Batch } from '../../../../../common/models/batches.ts';
import { Delivery } from '../../../../../common/models/deliveries.ts';
import { Mailing } from '../../../../../common/models/mailings.ts';
import { Suppression } from '../../../../../common/models/suppressions.ts';
import deliverSlice from '../../../../../worker/sending/jobs/deliver-slice.ts';
import type { Outcome } from '../../../../../worker/sending/transport/outcome.ts';
import { createSeries, join } from '../../../../support/automations.ts';
import { type Engine, openSend, people, type Subject, startEngine } from '../../../../support/engine.ts';
import { type Ground } from '../../../../support/factories.ts';
import { perform } from '../../../../support/job-payloads.ts';
import { rows } from '../../../../support/rows.ts';
import { startScriptedSmtp } from '../../../../support/scripted-smtp.ts';
import { deliveryBatches } from '../../../../support/small-steps.ts';
import { until } from '../../../../support/until.ts';
import { addContacts } from '../../../../support/world.ts';

const HOUR = 3600_000;
const at = (domain: string, count: number, prefix = 'person'): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}@${domain}`);

/** Rows of a batch. */
const BATCH = 120;

describe('delivery: the handling of a reply', () => {
  deliveryBatches(BATCH);
  let engine: Engine;
  let ground: Ground;

  before(async () => {
    engine = await startEngine('consequences');
  });
  after(() => engine.stop());
  beforeEach(async () => {
    ground = await engine.ground();
    engine.mail.mails.length = 0;
    engine.mail.answer(() => null);
    engine.rung.length = 0;
  });
  afterEach(() => setClock());

  const open = async (addresses: readonly string[]): Promise<Subject> => {
    await addContacts(ground, addresses);
    return openSend(engine, ground);
  };
  const slice = (subject: Subject, worker = engine.worker) =>
    perform(deliverSlice, { mailing: subject.mailing, lane: 0, turn: 0 }, worker);
  /** Rows that a domain's pace deferred for seconds: on a busy machine its server answers late. */
  const putOff = async (subject: Subject) =>
    (await subject.rows()).filter(
      ({ state, reply, refusing_domain }) =>
        state === 'deferred' && !refusing_domain && reply?.endsWith('wait for their turn'),
    );
  const settle = (subject: Subject) =>
    until(async () => {
      await engine.settle();
      return (await putOff(subject)).length === 0;
    }, 'the deferred rows');
  /** Runs the work until the send has ended: a domain that was refused gets few mails at first, and its batch waits for seconds. */
  const finish = (subject: Subject) =>
    until(async () => {
      await engine.sweepOnce();
      return (await subject.details()).status === 3;
    }, 'the end of the send');
  const resume = async ({ utr }: Subject): Promise<void> => {
    const { body } = await ground.client.post(`/single-send/resume?utr=${utr}`);
    expect(body.message).to.equal('Single send Resumed Successfully');
  };
  const sentTo = (domain: string): number =>
    engine.mail.mails.filter(({ from, to }) => from === 'ada@sender.example' && to.endsWith(`@${domain}`))
      .length;
  const refuse = (domain: string, text = '5.7.26 not authenticated'): void =>
    engine.mail.answer((to) => (to.endsWith(`@${domain}`) ? { code: 550, text } : null));
  const suppressions = () => rows(Suppression).find({ user_id: ground.client.user_id }).toArray();
  const expectBalance = async (subject: Subject): Promise<void> => {
    const { triggered, delivered, bounces, in_doubt } = await subject.details();
    expect(triggered).to.equal(delivered! + bounces! + in_doubt!);
  };

  describe('a domain that refuses all mails', () => {
    // Many rounds of the sweep.
    it('pauses a send to it alone while parked; all mails go out once a person resumes the send', async () => {
      refuse('gmail.com');
      const subject = await open(at('gmail.com', 30));
      await slice(subject);
      const shown = await subject.details();
      expect(shown).to.deep.include({ status: 2, paused_reason: 'refused', bounces: 0, pending: 30 });
      expect(shown.paused_detail).to.contain('gmail.com: 550 5.7.26');
      expect(shown.parked).to.have.length(1);
      const { length: late } = await putOff(subject);
      expect(shown.parked![0]).to.deep.include({ domain: 'gmail.com', class: 'auth', rows: 30 - late });
      const tried = (await subject.rows()).filter(({ attempts }) => attempts !== undefined);
      expect(tried.length).to.be.within(10, 10 + engine.worker.semaphore.total);
      expect(tried[0]).to.deep.include({ class: 'auth', state: 'deferred' });
      expect(await suppressions()).to.have.length(0);
      engine.mail.answer(() => null);
      await engine.sweepOnce();
      expect(sentTo('gmail.com')).to.equal(0);
      await resume(subject);
      await finish(subject);
      expect(await subject.details()).to.deep.include({
        status: 3,
        delivered: 30,
        bounces: 0,
        parked: [],
      });
      expect(sentTo('gmail.com')).to.equal(30);
      await expectBalance(subject);
    });

    it('waits while healthy domains get their mails, with two workers, and continues when its time has come', async () => {
      refuse('gmail.com');
      const subject = await open([...at('gmail.com', 30), ...at('example.com', BATCH)]);
      await Promise.all([slice(subject), slice(subject, engine.another({}))]);
      await settle(subject);
      expect(await subject.details()).to.deep.include({
        status: 2,
        paused_reason: null,
        delivered: BATCH,
        bounces: 0,
        pending: 30,
      });
      const { parked } = await subject.details();
      expect(parked).to.have.length(1);
      expect(parked![0]).to.deep.include({ domain: 'gmail.com', rows: 30 });
      expect(sentTo('example.com')).to.equal(BATCH);
      // One refusal is enough to park it once more, and twice as long.
      setClock(() => Date.now() + 1.1 * HOUR);
      await engine.settle();
      const [again] = (await subject.document()).standing!.domains;
      expect(again!.parks).to.equal(2);
      expect(again!.until!.getTime() - Date.now()).to.be.greaterThan(2.9 * HOUR);
      engine.mail.answer(() => null);
      setClock(() => Date.now() + 3.3 * HOUR);
      await engine.settle();
      await engine.settle();
      expect(await subject.details()).to.deep.include({ status: 3, delivered: BATCH + 30, bounces: 0 });
      expect(sentTo('gmail.com')).to.equal(30);
    });

    it('causes bounces after 96 hours', async () => {
      refuse('gmail.com');
      const subject = await open([...at('gmail.com', 20), ...at('example.com', 80)]);
      for (let hours = 0; hours < 130; hours += 6) {
        setClock(() => Date.now() + hours * HOUR);
        await engine.sweepOnce();
      }
      await engine.settle();
      expect(await subject.details()).to.deep.include({
        status: 3,
        delivered: 80,
        bounces: 20,
        triggered: 100,
      });
      expect((await subject.row('person0@gmail.com')).reply).to.match(/^Given up after 96 hours/);
    });

    it('is not tried at once for a send that is cancelled', async () => {
      refuse('gmail.com');
      const subject = await open(at('gmail.com', 30));
      await slice(subject);
      expect((await subject.details()).parked).to.have.length(1);
      await ground.client.post(`/single-send/cancel?utr=${subject.utr}`);
      const { standing } = await subject.document();
      const { status, body } = await ground.client.post(`/single-send/resume?utr=${subject.utr}`);
      expect([status, body.errors]).to.deep.equal([409, 'Single send is not paused']);
      expect((await subject.document()).standing).to.deep.equal(standing);
    });

    it('leaves a refused row bounced when the send is cancelled', async () => {
      refuse('gmail.com');
      const subject = await open([...at('gmail.com', 40), ...at('example.com', 20)]);
      await slice(subject);
      const refused = (await subject.rows()).filter((row) => row.refused_at).length;
      expect(refused).to.be.at.least(10);
      await ground.client.post(`/single-send/cancel?utr=${subject.utr}`);
      await engine.settle();
      const ended = await subject.details();
      expect(ended).to.deep.include({ status: 3, bounces: refused });
      await expectBalance(subject);
      const one = (await subject.rows()).find((row) => row.state === 'bounced')!;
      expect(one.reply).to.contain('5.7.26');
    });

    it('becomes parked although the worker that heard it died before it wrote that', async () => {
      refuse('gmail.com');
      const subject = await open(at('gmail.com', 12));
      const [batch] = await subject.batches();
      // As a worker leaves it that was killed once the outcomes were written.
      await rows(Delivery).updateMany(
        { mailing: subject.mailing },
        {
          $set: {
            state: 'bounced',
            attempts: 1,
            class: 'policy',
            reply: '550 5.7.26 no',
            refusing_domain: 'gmail.com',
            refused_at: new Date(),
          },
        },
      );
      await rows(Batch).updateOne(
        { _id: batch!._id },
        { $set: { lease_token: 'dead', intent: batch!.last } },
      );
      await slice(subject);
      expect(await subject.details()).to.deep.include({ paused_reason: 'refused', bounces: 0, pending: 12 });
    });
  });

  it('counts one refusal of a domain as a bounce', async () => {
    engine.mail.answer((to) => (to === 'person3@gmail.com' ? { code: 550, text: '5.7.1 no' } : null));
    const subject = await open(at('gmail.com', 30));
    await finish(subject);
    expect(await subject.details()).to.deep.include({ status: 3, delivered: 29, bounces: 1 });
    expect(await subject.row('person3@gmail.com')).to.deep.include({ class: 'policy' });
  });

  it('pauses a send when many domains refuse a few mails each, and uses no recipient up', async () => {
    engine.mail.answer(() => ({ code: 550, text: '5.7.1 listed' }));
    const subject = await open(Array.from({ length: 60 }, (_, one) => `a@domain${one}.example`));
    await slice(subject);
    expect(await subject.details()).to.deep.include({ paused_reason: 'refused', bounces: 0, pending: 60 });
    engine.mail.answer(() => null);
    await resume(subject);
    await engine.settle();
    expect(await subject.details()).to.deep.include({ status: 3, delivered: 60 });
  });

  it('pauses a send, however small, when the server refuses our sender, and uses no recipient up', async () => {
    const server = await startScriptedSmtp({
      act: ({ point }) => (point === 'MAIL' ? '550 5.1.0 not from you' : undefined),
    });
    const subject = await open(people(3));
    await slice(subject, engine.another({}, { smtpUrls: [server.url] }));
    await server.close();
    expect(await subject.details()).to.deep.include({ paused_reason: 'refused', bounces: 0, pending: 3 });
    await resume(subject);
    await engine.settle();
    expect(await subject.details()).to.deep.include({ status: 3, delivered: 3 });
  });

  describe('a mailbox that is gone', () => {
    const gone = { code: 550, text: '5.1.1 no such user' };

    it('stays suspected while little is known: the next mailing mails it, and confirms it', async () => {
      engine.mail.answer((to) => (to.startsWith('dead') ? gone : null));
      const first = await open(['dead@example.com', ...people(3)]);
      await slice(first);
      const [one] = await suppressions();
      expect(one).to.deep.include({
        reason: 'bounced',
        class: 'gone',
        state: 'suspected',
        utr: first.utr,
        reply: '550 5.1.1 no such user',
      });
      const second = await openSend(engine, ground);
      expect(await second.rows()).to.have.length(4);
      await slice(second);
      await slice(second);
      expect((await suppressions()).map(({ state }) => state)).to.deep.equal(['active']);
      const third = await openSend(engine, ground);
      expect(await third.rows()).to.have.length(3);
    });

    it('loses the suspicion after a delivery', async () => {
      engine.mail.answer((to) => (to.startsWith('dead') ? gone : null));
      await slice(await open(['dead@example.com', ...people(3)]));
      engine.mail.answer(() => null);
      await slice(await openSend(engine, ground));
      expect(await suppressions()).to.have.length(0);
    });

    it('suppresses its address at once when the server is believed', async () => {
      engine.mail.answer((to) => (to.startsWith('dead') ? gone : null));
      await slice(await open([...people(80), 'dead@example.com']));
      const state = (await suppressions())[0]?.state;
      expect(state).to.equal('active');
    });

    it('pauses a send when a relay says it of all, once, and suppresses no address', async () => {
      engine.mail.answer(() => gone);
      const subject = await open(people(80));
      await slice(subject);
      const shown = await subject.details();
      expect(shown).to.deep.include({ status: 2, paused_reason: 'too_many_bounces' });
      expect(shown.bounces).to.be.within(50, 50 + engine.worker.semaphore.total);
      expect(new Set((await suppressions()).map(({ state }) => state))).to.deep.equal(new Set(['suspected']));
      engine.mail.answer(() => null);
      await resume(subject);
      await engine.settle();
      expect(await subject.details()).to.deep.include({
        status: 3,
        delivered: 80 - shown.bounces!,
        bounces: shown.bounces,
      });
    });

    it('continues after a person resumed the send, even if the mailboxes are gone', async () => {
      engine.mail.answer(() => gone);
      const subject = await open(people(120));
      await slice(subject);
      await resume(subject);
      await engine.settle();
      expect(await subject.details()).to.deep.include({ status: 3, bounces: 120, paused_reason: null });
    });

    it('counts as refused, and gets no mail again, if the worker died before it had written that to the row', async () => {
      const subject = await open(people(4));
      const [believed, suspected, other] = await subject.rows();
      const said = { class: 'gone', reply: `${gone.code} ${gone.text}` } as const;
      // As the dead worker left it: the addresses are written, the rows are not. The third was refused with another mail.
      await noteBouncedAddresses(
        [believed!, suspected!, other!].map(({ _id, email }) => ({
          user_id: ground.client.user_id,
          email,
          ...said,
          mailing: subject.mailing,
          delivery: _id === other!._id ? _id - 1000 : _id,
          believes: async () => email !== suspected!.email,
        })),
      );
      await engine.settle();
      const refused = { state: 'bounced', attempts: 1, ...said };
      expect(await subject.row(believed!.email)).to.include(refused);
      expect(await subject.row(suspected!.email)).to.include(refused);
      expect(await subject.row(other!.email)).to.include({ state: 'skipped', skip_reason: 'bounced' });
      expect(await subject.details()).to.include({ status: 3, delivered: 1, bounces: 2, skipped: 1 });
      expect(sentTo('example.com')).to.equal(1);
      await expectBalance(subject);
    });
  });

  it('resumes an email of an automation that refusals paused when the automation is set live', async () => {
    engine.mail.answer((to) => (to.endsWith('gmail.com') ? { code: 550, text: '5.7.26 no' } : null));
    const series = await createSeries(ground);
    await series.email();
    await series.live();
    await join(ground, at('gmail.com', 15), engine.worker);
    await engine.settle();
    const [mailing] = await rows(Mailing).find({ user_id: ground.client.user_id }).toArray();
    expect(mailing).to.deep.include({ paused_reason: 'refused' });
    const progress = await ground.client.get(`/automations/progress?utr=${series.utr}`);
    expect(progress.body.message.progress.emails[0]).to.include({ hold_reason: 'refused', bounces: 0 });
    engine.mail.answer(() => null);
    await engine.settle();
    expect(sentTo('gmail.com')).to.equal(0);
    await ground.client.get(`/automations/set-live?utr=${series.utr}`);
    // A domain that was refused gets few mails at first.
    await until(async () => {
      await engine.settle();
      return sentTo('gmail.com') === 15;
    }, 'the mails');
  });

  describe('a full mailbox', () => {
    /** One more mailing to the address, with this outcome of the transport. */
    const mailing = async (kind: 'refused' | 'accepted'): Promise<void> => {
      const outcome: Outcome =
        kind === 'accepted'
          ? { kind, reply: '250 ok', bytesFree: true }
          : {
              kind,
              reply: '552 5.2.2 full',
              code: '5.2.2',
              class: 'full',
              rule: 'test',
              bytesFree: true,
            };
      const transport = { ...engine.worker.transport, send: async () => outcome };
      const subject = await openSend(engine, ground);
      expect(await subject.rows()).to.have.length(1);
      await slice(subject, engine.another({ transport }));
    };
    const states = async () => (await suppressions()).map(({ class: name, state }) => [name, state]);

    beforeEach(() => addContacts(ground, ['full@example.com']));

    it('suppresses its address after five mailings in a row', async () => {
      for (let sends = 0; sends < 4; sends += 1) await mailing('refused');
      expect(await states()).to.deep.equal([['full', 'suspected']]);
      await mailing('refused');
      expect(await states()).to.deep.equal([['full', 'active']]);
      expect(await (await openSend(engine, ground)).rows()).to.have.length(0);
    });

    it('counts from the start after a delivery', async () => {
      for (let sends = 0; sends < 4; sends += 1) await mailing('refused');
      await mailing('accepted');
      expect(await states()).to.deep.equal([]);
      await mailing('refused');
      expect(await states()).to.deep.equal([['full', 'suspected']]);
    });

    it('stays suspected if the five are spread over more than 14 days', async () => {
      for (let sends = 0; sends < 6; sends += 1) {
        setClock(() => Date.now() + sends * 4 * 24 * HOUR);
        await mailing('refused');
      }
      expect(await states()).to.deep.equal([['full', 'suspected']]);
    });
  });

  describe('a refusal for a reason that no rule knows', () => {
    const strange = { code: 550, text: 'five seven hundred' };
    const states = async () => (await suppressions()).map(({ class: name, state }) => [name, state]);
    /** One more mailing, in which the server refuses these addresses. */
    const mailing = async (refused: readonly string[]): Promise<void> => {
      engine.mail.answer((to) => (refused.includes(to) ? strange : null));
      const subject = await openSend(engine, ground);
      await slice(subject);
      const isOpen = (await subject.rows()).some(({ state }) => state === 'pending' || state === 'deferred');
      if (isOpen) await settle(subject);
    };

    it('suppresses its address after four mailings in a row', async () => {
      await addContacts(ground, ['odd@odd.example', ...at('odd.example', 3), ...at('example.com', 5)]);
      for (let sends = 0; sends < 3; sends += 1) await mailing(['odd@odd.example']);
      expect(await states()).to.deep.equal([['unknown', 'suspected']]);
      await mailing(['odd@odd.example']);
      expect(await suppressions()).to.have.length(1);
      expect((await suppressions())[0]).to.include({ class: 'inactive', state: 'active', rule: 'repeated' });
      expect(await (await openSend(engine, ground)).rows()).to.have.length(8);
    });

    it('counts from the start after a delivery', async () => {
      await addContacts(ground, ['odd@again.example', ...at('again.example', 3)]);
      for (let sends = 0; sends < 3; sends += 1) await mailing(['odd@again.example']);
      await mailing([]);
      expect(await states()).to.deep.equal([]);
      await mailing(['odd@again.example']);
      expect(await states()).to.deep.equal([['unknown', 'suspected']]);
    });

    it('is about us where half of the replies of the domain are such refusals', async () => {
      const all = at('half.example', 4);
      await addContacts(ground, all);
      for (let sends = 0; sends < 5; sends += 1) await mailing(all.slice(0, 2));
      expect(await states()).to.deep.equal([]);
    });
  });
});
