import { expect } from 'chai';
import { countFigures, markDirty, refreshFigures } from '../../../../../common/changes/figures.ts';
import { setClock } from '../../../../../common/clock.ts';
import { Delivery } from '../../../../../common/models/deliveries.ts';
import { NO_FIGURES } from '../../../../../common/models/figures.ts';
import { countBatches } from '../../../../../common/queries/figures.ts';
import { closeBatch } from '../../../../../worker/sending/delivery/close-batches.ts';
import { deliverNext } from '../../../../../worker/sending/delivery/deliver-next.ts';
import { type HeldBatch, leaseBatch } from '../../../../../worker/sending/delivery/lease-batches.ts';
import { movableClock } from '../../../../support/automations.ts';
import { type Engine, openSend, people, type Subject, startEngine } from '../../../../support/engine.ts';
import { type Ground } from '../../../../support/factories.ts';
import { rows } from '../../../../support/rows.ts';
import { suppressBounced } from '../../../../support/suppressions.ts';
import { addContacts } from '../../../../support/world.ts';

const SIZE = 40;

describe('the holder of a batch', () => {
  let engine: Engine;
  let ground: Ground;
  let subject: Subject;
  let clock: ReturnType<typeof movableClock>;

  before(async () => {
    engine = await startEngine('known-figures');
  });
  beforeEach(async () => {
    clock = movableClock();
    ground = await engine.ground();
    await addContacts(ground, people(SIZE));
    subject = await openSend(engine, ground);
  });
  afterEach(() => {
    setClock();
    engine.mail.answer(() => null);
  });
  after(() => engine.stop());

  const batch = async () => (await subject.batches())[0]!;
  const deliver = () => deliverNext(subject.userId, subject.mailing, engine.worker);
  const lease = async (): Promise<HeldBatch> => (await leaseBatch(subject.userId, subject.mailing, 'whole'))!;
  const counted = async () =>
    (await countBatches(subject.userId, subject.mailing, [await batch()])).get((await batch())._id);
  /** A change of rows without a mark, which a count would find. */
  const bounceQuietly = (count: number) =>
    rows(Delivery).updateMany(
      { mailing: subject.mailing, email: { $in: people(count) } },
      { $set: { state: 'bounced' } },
    );

  it('stores its figures as it closes the batch, whatever became of its rows, without another count', async () => {
    engine.mail.answer((to) => {
      const number = Number(/\d+/.exec(to)![0]);
      if (number % 4 === 1) return { code: 550, text: '5.1.1 no such user' };
      return number % 4 === 2 ? { code: 451, text: '4.2.0 later' } : null;
    });
    await suppressBounced(subject.userId, ['person0@example.com']);
    await deliver();
    const { figures, state } = await batch();
    expect(state).to.equal('done');
    expect(figures).to.deep.equal(await counted());
    expect(figures).to.include({ accepted: 19, bounced: 10, deferred: 10, skipped: 1, triggered: 39 });
    await bounceQuietly(8);
    clock.pass(2000);
    expect(await refreshFigures(subject.userId, subject.mailing)).to.deep.equal(figures);
    expect(await countFigures(subject.userId, subject.mailing)).to.deep.equal(figures);
    expect((await subject.document()).figures).to.deep.equal(figures);
    expect((await batch()).dirty_at).to.equal(null);
  });

  it('leaves the batch to a count when another process changed a row while it held the batch', async () => {
    const held = await lease();
    // In the same moment: the mark of the lease is not enough.
    await markDirty(subject.userId, [held.found._id]);
    await rows(Delivery).updateOne(
      { mailing: subject.mailing, email: 'person3@example.com' },
      { $set: { opens: 2 } },
    );
    expect(await closeBatch(held, { ...NO_FIGURES, accepted: SIZE })).to.equal(true);
    expect(await refreshFigures(subject.userId, subject.mailing)).to.include({
      unique_opens: 1,
      total_opens: 2,
      pending: SIZE,
    });
  });

  it('leaves the batch to a count when another process changes a row in the moment after it closed the batch', async () => {
    const held = await lease();
    expect(await closeBatch(held, { ...NO_FIGURES, accepted: SIZE, triggered: SIZE })).to.equal(true);
    expect(await refreshFigures(subject.userId, subject.mailing)).to.include({
      accepted: SIZE,
      unique_opens: 0,
    });
    await markDirty(subject.userId, [held.found._id]);
    await rows(Delivery).updateOne(
      { mailing: subject.mailing, email: 'person3@example.com' },
      { $set: { opens: 2 } },
    );
    expect(await refreshFigures(subject.userId, subject.mailing)).to.include({
      unique_opens: 1,
      total_opens: 2,
    });
  });

  it('knows no figures after it took the batch over', async () => {
    const first = await lease();
    first.lease.end();
    clock.pass(31_000);
    const second = await lease();
    await closeBatch(second, { ...NO_FIGURES, accepted: SIZE });
    expect(await refreshFigures(subject.userId, subject.mailing)).to.include({ accepted: 0, pending: SIZE });
  });

  it('knows no figures after another process changed a row', async () => {
    const last = { mailing: subject.mailing, email: `person${SIZE - 1}@example.com` };
    engine.mail.answer(async () => {
      await rows(Delivery).updateOne(last, { $set: { state: 'bounced' } });
      return null;
    });
    await deliver();
    expect(await refreshFigures(subject.userId, subject.mailing)).to.deep.equal(await counted());
    expect((await counted())!.bounced).to.equal(1);
  });
});
