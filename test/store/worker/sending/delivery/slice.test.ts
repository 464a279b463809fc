import { expect } from 'chai';
import { MongoNetworkError } from 'mongodb';
import { setClock } from '../../../../../common/clock.ts';
import { Batch } from '../../../../../common/models/batches.ts';
import { Delivery } from '../../../../../common/models/deliveries.ts';
import type { WorkerContext } from '../../../../../worker/runtime/context.ts';
import { compileContent } from '../../../../../worker/sending/content/compiled-mails.ts';
import { finish } from '../../../../../worker/sending/delivery/finish-slice.ts';
import { handOverRows } from '../../../../../worker/sending/delivery/hand-over-rows.ts';
import { leaseBatch } from '../../../../../worker/sending/delivery/lease-batches.ts';
import { load } from '../../../../../worker/sending/delivery/load-slice.ts';
import deliverFirstSlice from '../../../../../worker/sending/jobs/deliver-first-slice.ts';
import deliverSlice from '../../../../../worker/sending/jobs/deliver-slice.ts';
import { driverOf } from '../../../../support/driver-methods.ts';
import { type Engine, openSend, people, type Subject, startEngine } from '../../../../support/engine.ts';
import { type Ground } from '../../../../support/factories.ts';
import { perform } from '../../../../support/job-payloads.ts';
import { startScriptedSmtp } from '../../../../support/scripted-smtp.ts';
import { until } from '../../../../support/until.ts';
import { addContacts } from '../../../../support/world.ts';

const SIZE = 60;

describe('a slice', () => {
  let engine: Engine;
  let ground: Ground;
  let subject: Subject;

  before(async () => {
    engine = await startEngine('slice', { RECORD_MAILS: '5', RECORD_MS: '5' });
    ground = await engine.ground();
    await addContacts(ground, people(SIZE));
  });
  after(() => engine.stop());
  beforeEach(async () => {
    engine.mail.mails.length = 0;
    engine.mail.answer(() => null);
    subject = await openSend(engine, ground);
  });
  afterEach(() => setClock());

  const slice = async (worker: WorkerContext): Promise<void> => {
    await perform(deliverSlice, { mailing: subject.mailing, lane: 0, turn: 0 }, worker);
    await worker.tails.ended();
  };
  const hold = { inDoubt: 'hold' as const };
  const later = (seconds: number) => setClock(() => Date.now() + seconds * 1000);
  const inState = async (state: string): Promise<string[]> =>
    (await subject.rows()).filter((row) => row.state === state).map((row) => row.email);
  const doubted = async (): Promise<string[]> =>
    (await subject.rows()).filter((row) => row.doubted).map((row) => row.email);
  const copies = (): Map<string, number> => {
    const count = new Map<string, number>();
    for (const { from, to } of engine.mail.mails) {
      if (from === 'ada@sender.example') count.set(to, (count.get(to) ?? 0) + 1);
    }
    return count;
  };
  /** Calls `act` at the server's `nth` recipient; later recipients are answered when it is done. */
  const at = (nth: number, act: () => void | Promise<void>): void => {
    let asked = 0;
    let acted: void | Promise<void>;
    engine.mail.answer(async () => {
      asked += 1;
      if (asked === nth) acted = act();
      await acted;
      return null;
    });
  };
  /** Checks the end: every recipient has an outcome, and only a recipient in doubt may have a second copy. */
  const expectExact = async (): Promise<void> => {
    expect(await subject.details()).to.deep.include({
      status: 3,
      delivered: SIZE,
      triggered: SIZE,
      pending: 0,
    });
    expect(copies().size).to.equal(SIZE);
    const twice = [...copies()].filter(([, count]) => count > 1).map(([to]) => to);
    expect(await doubted()).to.include.members(twice);
  };

  for (const inDoubt of ['resend', 'hold'] as const) {
    it(`ends mails in flight, releases the rest and leaves none in doubt when it is stopped (${inDoubt})`, async () => {
      const stop = new AbortController();
      const worker = engine.another({ stopping: stop.signal }, { inDoubt });
      at(20, () => stop.abort());
      await slice(worker);
      const [batch] = await subject.batches();
      expect(batch).to.deep.include({ state: 'ready', lease_token: null, intent: 0 });
      const accepted = await inState('accepted');
      expect(accepted.length).to.be.within(20, 20 + engine.worker.semaphore.total);
      expect([...copies().keys()]).to.have.members(accepted);
      expect(await inState('pending')).to.have.length(SIZE - accepted.length);
      await engine.sweepOnce(engine.another({}, { inDoubt }));
      await expectExact();
      expect(await doubted()).to.deep.equal([]);
    });
  }

  it('leaves only the mails at a hanging server in doubt when it is stopped', async () => {
    const server = await startScriptedSmtp({
      act: ({ point, mail }) => (point === 'dot' && mail === 4 ? 'hang' : undefined),
    });
    const [stop, hurry] = [new AbortController(), new AbortController()];
    const worker = engine.another(
      { stopping: stop.signal, hurry: hurry.signal },
      { ...hold, smtpUrls: [server.url] },
    );
    const running = slice(worker);
    while (server.messages.length < 12) await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    hurry.abort();
    await running;
    expect(await inState('accepted')).to.have.length(9);
    expect(await inState('in_doubt')).to.have.length(3);
    expect(await inState('pending')).to.have.length(SIZE - 12);
    await server.close();
    // A server that breaks three connections is not used for a second.
    later(2);
    await engine.sweepOnce(engine.another({}, hold));
    expect(await subject.details()).to.deep.include({
      status: 3,
      delivered: SIZE - 3,
      in_doubt: 3,
      triggered: SIZE,
    });
  });

  it('sends a whole small send while sends of one other account start', async () => {
    const started = engine.worker.starts.begin(ground.client.user_id + 1);
    await deliverFirstSlice.run({ mailing: subject.mailing, userId: ground.client.user_id }, engine.worker);
    expect(copies().size).to.equal(SIZE);
    started();
    await engine.sweepOnce();
    await expectExact();
  });

  it('sends the first mails of a new send, and lets the others wait, when many other sends start', async () => {
    const begun = Array.from({ length: 15 }, (_, at) =>
      engine.worker.starts.begin(ground.client.user_id + 1 + at),
    );
    const started = (): void => {
      for (const end of begun) end();
    };
    await deliverFirstSlice.run({ mailing: subject.mailing, userId: ground.client.user_id }, engine.worker);
    expect(copies().size).to.equal(20);
    expect((await subject.batches())[0]).to.include({ state: 'ready', lease_token: null });
    const waiting = slice(engine.worker);
    await until(async () => (await subject.batches())[0]!.lease_token !== null);
    expect(copies().size).to.equal(20);
    started();
    await waiting;
    await engine.sweepOnce();
    await expectExact();
    expect(engine.mail.mails.filter(({ from }) => from === 'ada@sender.example')).to.have.length(SIZE);
  });

  it('hands nothing more over when it lost its lease, and its outcomes count', async () => {
    const held = (await leaseBatch(subject.userId, subject.mailing, 'whole'))!;
    let stands = true;
    at(20, () => {
      stands = false;
    });
    const mailing = await subject.document();
    const compiled = await compileContent(mailing.content, mailing, engine.worker);
    if (compiled.state !== 'done') throw new Error(compiled.state);
    const lost = { ...held, lease: { ...held.lease, stands: () => stands } };
    const loaded = await load({ held: lost, mailing }, compiled.mail, engine.worker, false);
    await handOverRows(loaded);
    expect(await finish(loaded)).to.equal('lost');
    held.lease.end();
    const accepted = await inState('accepted');
    expect(accepted.length).to.be.within(20, 20 + engine.worker.semaphore.total);
    expect([...copies().keys()]).to.have.members(accepted);
    expect((await subject.batches())[0]!.state).to.equal('ready');
    later(31);
    await engine.sweepOnce();
    await expectExact();
    expect(Math.max(...copies().values())).to.equal(1);
  });

  for (const inDoubt of ['resend', 'hold'] as const) {
    it(`settles a crash between the server’s answer and the ledger (${inDoubt})`, async () => {
      // The process is gone, so it never writes what it had not written.
      const deliveries = driverOf(Delivery);
      const { updateMany } = deliveries;
      let groups = 0;
      deliveries.updateMany = (...args: Parameters<typeof updateMany>) => {
        groups += 1;
        if (groups > 2) throw new Error('crashed');
        return updateMany.apply(deliveries, args);
      };
      const crashed = await slice(engine.another({}, { inDoubt })).then(
        () => null,
        (error: Error) => error.message,
      );
      deliveries.updateMany = updateMany;
      expect(crashed).to.equal('crashed');
      const taken = new Set(copies().keys());
      const written = await inState('accepted');
      expect(taken.size).to.be.greaterThan(written.length);
      await engine.sweepOnce(engine.another({}, { inDoubt }));
      expect(copies().size).to.equal(taken.size);
      later(31);
      await engine.sweepOnce(engine.another({}, { inDoubt }));
      if (inDoubt === 'resend') return expectExact();
      expect(Math.max(...copies().values())).to.equal(1);
      const ambiguous = await inState('in_doubt');
      expect(ambiguous).to.include.members([...taken].filter((to) => !written.includes(to)));
      expect(await subject.details()).to.deep.include({
        status: 3,
        in_doubt: ambiguous.length,
        delivered: SIZE - ambiguous.length,
      });
      expect(new Set([...copies().keys(), ...ambiguous]).size).to.equal(SIZE);
    });
  }

  it('continues, with no mail in doubt, when the database is away for a moment', async () => {
    const deliveries = driverOf(Delivery);
    const { updateMany } = deliveries;
    let calls = 0;
    deliveries.updateMany = (...args: Parameters<typeof updateMany>) => {
      calls += 1;
      if (calls === 2) throw new MongoNetworkError('away');
      return updateMany.apply(deliveries, args);
    };
    const batches = driverOf(Batch);
    const { updateOne } = batches;
    let moves = 0;
    batches.updateOne = (...args: Parameters<typeof updateOne>) => {
      if (JSON.stringify(args[1]).includes('intent')) moves += 1;
      if (moves === 2) throw new MongoNetworkError('away');
      return updateOne.apply(batches, args);
    };
    await slice(engine.another({}, hold));
    deliveries.updateMany = updateMany;
    batches.updateOne = updateOne;
    expect(moves).to.be.at.least(3);
    expect(await inState('in_doubt')).to.deep.equal([]);
    await engine.sweepOnce(engine.another({}, hold));
    await expectExact();
  });

  for (const [what, init, path] of [
    ['cancel', { method: 'POST' }, '/single-send/cancel'],
    ['deletion', { method: 'DELETE' }, '/single/send/delete'],
  ] as const) {
    it(`skips mails that are not handed over after a ${what}`, async () => {
      const stop = new AbortController();
      at(10, async () => {
        expect((await ground.client.request(`${path}?utr=${subject.utr}`, init)).status).to.equal(200);
        stop.abort();
      });
      await slice(engine.another({ stopping: stop.signal }));
      const sent = copies().size;
      expect(sent).to.be.within(10, SIZE - 1);
      await engine.sweepOnce();
      expect(copies().size).to.equal(sent);
      const { state, figures } = await subject.document();
      expect(state).to.equal('done');
      expect(figures).to.deep.include({ accepted: sent, skipped: SIZE - sent, triggered: sent, pending: 0 });
      const reasons = (await subject.rows()).map((row) => row.skip_reason);
      expect(reasons.filter((reason) => reason === 'cancelled')).to.have.length(SIZE - sent);
      expect((await subject.send()).status).to.equal(3);
    });
  }
});
