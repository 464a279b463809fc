import { expect } from 'chai';
import { setClock } from '../../../../../common/clock.ts';
import { Batch } from '../../../../../common/models/batches.ts';
import { Delivery } from '../../../../../common/models/deliveries.ts';
import { closeBatch, releaseBatch } from '../../../../../worker/sending/delivery/close-batches.ts';
import { settleDoubts } from '../../../../../worker/sending/delivery/doubts.ts';
import {
  type HeldBatch,
  leaseBatch,
  moveIntent,
} from '../../../../../worker/sending/delivery/lease-batches.ts';
import { type Engine, openSend, people, type Subject, startEngine } from '../../../../support/engine.ts';
import { type Ground } from '../../../../support/factories.ts';
import { rows } from '../../../../support/rows.ts';
import { deliveryBatches } from '../../../../support/small-steps.ts';
import { addContacts } from '../../../../support/world.ts';

/** Rows of a batch. */
const BATCH = 50;
// All batches are full, so that they have the same size.
const SIZE = 3 * BATCH;

describe('the lease of a batch', () => {
  deliveryBatches(BATCH);
  let engine: Engine;
  let ground: Ground;
  let subject: Subject;

  before(async () => {
    engine = await startEngine('batches');
    ground = await engine.ground();
    await addContacts(ground, people(SIZE));
  });
  after(() => engine.stop());
  beforeEach(async () => {
    subject = await openSend(engine, ground);
  });
  afterEach(() => setClock());

  const lease = async (intent: 'whole' | 'none' = 'whole'): Promise<HeldBatch> =>
    (await leaseBatch(subject.userId, subject.mailing, intent))!;
  const stored = async ({ found }: HeldBatch) => (await rows(Batch).findOne({ _id: found._id }))!;
  const later = (seconds: number) => setClock(() => Date.now() + seconds * 1000);
  /** The holder dies without notice, and its lease expires. */
  const crash = (held: HeldBatch): void => {
    held.lease.end();
    later(31);
  };

  it('belongs to one holder, however many workers ask at once', async () => {
    const held = await Promise.all(
      Array.from({ length: 8 }, () => leaseBatch(subject.userId, subject.mailing, 'whole')),
    );
    const ids = held.flatMap((one) => (one ? [one.found._id] : []));
    expect(new Set(ids).size).to.equal(ids.length);
    expect([...ids].sort((a, b) => a - b)).to.deep.equal((await subject.batches()).map((batch) => batch._id));
    for (const one of held) one?.lease.end();
  });

  it('expires after half a minute', async () => {
    const first = await lease();
    later(29);
    const second = await lease();
    expect(second.found._id).to.not.equal(first.found._id);
    crash(first);
    const next = await lease();
    expect(next.found._id).to.equal(first.found._id);
    for (const held of [second, next]) held.lease.end();
  });

  it('lets its old holder change nothing after it expired', async () => {
    const first = await lease();
    crash(first);
    const next = await lease();
    expect(await moveIntent(first, first.found.last)).to.equal(false);
    expect(await closeBatch(first, null)).to.equal(false);
    await releaseBatch(first);
    expect(await stored(first)).to.deep.include({ state: 'ready', lease_token: next.lease.token });
    expect(await closeBatch(next, null)).to.equal(true);
    expect(await stored(first)).to.deep.include({ state: 'done', lease_token: null, intent: 0 });
  });

  it('passes on at once when it is returned', async () => {
    const first = await lease();
    await releaseBatch(first);
    const again = await lease();
    expect(again.found._id).to.equal(first.found._id);
    again.lease.end();
  });

  it('passes on later when it is returned for later', async () => {
    const first = await lease();
    await releaseBatch(first, 5000);
    const other = await lease();
    expect(other.found._id).to.not.equal(first.found._id);
    other.lease.end();
    later(6);
    const last = await lease();
    expect(last.found._id).to.equal(first.found._id);
    last.lease.end();
  });

  it('marks the batch for counting before any of its rows changes', async () => {
    await rows(Batch).updateMany({ mailing: subject.mailing }, { $set: { dirty_at: null } });
    const held = await lease();
    expect((await stored(held)).dirty_at).to.be.a('date');
    held.lease.end();
  });

  describe('after a crash', () => {
    const hold = () => ({ ...engine.worker.config, inDoubt: 'hold' as const });
    const resend = () => ({ ...engine.worker.config, inDoubt: 'resend' as const });
    const countIn = ({ found }: HeldBatch, filter: object) =>
      rows(Delivery).countDocuments({ batch: found._id, ...filter });
    /** The first rows of a batch were accepted, and this was recorded. */
    const accept = ({ found }: HeldBatch, count: number) =>
      rows(Delivery).updateMany(
        { _id: { $gte: found.first, $lt: found.first + count } },
        { $set: { state: 'accepted' } },
      );

    it('marks each row without an outcome as possibly doubled with IN_DOUBT=resend', async () => {
      const held = await lease();
      await accept(held, 10);
      crash(held);
      const next = await lease();
      await settleDoubts(next, resend());
      await settleDoubts(next, resend());
      expect(await countIn(held, { state: 'accepted', doubted: { $exists: false } })).to.equal(10);
      expect(await countIn(held, { state: 'pending', doubted: true })).to.equal(BATCH - 10);
      next.lease.end();
    });

    it('puts rows that may have been handed over in doubt with IN_DOUBT=hold, and leaves the others unchanged', async () => {
      const held = await lease('none');
      await accept(held, 10);
      expect(await moveIntent(held, held.found.first + 29)).to.equal(true);
      crash(held);
      const next = await lease('none');
      await settleDoubts(next, hold());
      await settleDoubts(next, hold());
      expect(await countIn(held, { state: 'accepted' })).to.equal(10);
      expect(await countIn(held, { state: 'in_doubt', attempts: 1 })).to.equal(20);
      expect(await countIn(held, { state: 'pending', attempts: { $exists: false } })).to.equal(BATCH - 30);
      expect(await subject.details()).to.deep.include({ in_doubt: 20, triggered: 30, delivered: 10 });
      next.lease.end();
    });

    it('settles the batch when the next worker crashed before settling', async () => {
      const held = await lease('none');
      await moveIntent(held, held.found.first + 9);
      crash(held);
      const second = await lease('none');
      second.lease.end();
      later(62);
      const third = await lease('none');
      expect(third.found._id).to.equal(held.found._id);
      await settleDoubts(third, hold());
      expect(await countIn(held, { state: 'in_doubt' })).to.equal(10);
      third.lease.end();
    });

    it('leaves no doubt after a regular return, or when nothing could have been handed over', async () => {
      const back = await lease();
      await releaseBatch(back);
      const again = await lease('none');
      await settleDoubts(again, resend());
      expect(await countIn(again, { doubted: true })).to.equal(0);
      crash(again);
      const next = await lease('none');
      await settleDoubts(next, hold());
      expect(await countIn(next, { state: 'pending' })).to.equal(BATCH);
      next.lease.end();
    });
  });
});
