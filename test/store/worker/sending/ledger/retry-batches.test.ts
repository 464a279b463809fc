import { expect } from 'chai';
import { setClock } from '../../../../../common/clock.ts';
import { Batch } from '../../../../../common/models/batches.ts';
import { Delivery } from '../../../../../common/models/deliveries.ts';
import { readyOrphanedLists } from '../../../../../worker/sending/ledger/orphaned-batches.ts';
import { batchDueRetries, batchStrayRows } from '../../../../../worker/sending/ledger/retry-batches.ts';
import { type Engine, openSend, people, type Subject, startEngine } from '../../../../support/engine.ts';
import { type Ground } from '../../../../support/factories.ts';
import { rows } from '../../../../support/rows.ts';
import { deliveryBatches } from '../../../../support/small-steps.ts';
import { until } from '../../../../support/until.ts';
import { addContacts } from '../../../../support/world.ts';

/** Rows of a batch. */
const BATCH = 30;
/** More than one batch has, and no more than two. */
const SIZE = BATCH + 7;

describe('collecting rows for another attempt', () => {
  deliveryBatches(BATCH);
  let engine: Engine;
  let ground: Ground;
  let subject: Subject;

  before(async () => {
    engine = await startEngine('gather');
    ground = await engine.ground();
    await addContacts(ground, people(SIZE));
  });
  after(() => engine.stop());
  beforeEach(async () => {
    engine.mail.mails.length = 0;
    subject = await openSend(engine, ground);
  });
  afterEach(() => setClock());

  const own = () => ({ mailing: subject.mailing });
  const user = () => ground.client.user_id;
  const lists = async () => (await subject.batches()).filter((batch) => batch.ids !== null);
  /** All rows were tried and deferred, and are due. */
  const deferAll = async (): Promise<void> => {
    await rows(Batch).updateMany(own(), { $set: { state: 'done' } });
    await rows(Delivery).updateMany(own(), {
      $set: { state: 'deferred', attempts: 1, due_at: new Date(Date.now() - 1000) },
    });
  };

  const gather = () => batchDueRetries(subject.mailing, user());
  /** One row is due an hour later than the others. */
  const deferAllButOne = async (): Promise<void> => {
    await deferAll();
    await rows(Delivery).updateOne(
      { ...own(), email: 'person7@example.com' },
      { $set: { due_at: new Date(Date.now() + 3_600_000) } },
    );
  };

  it('takes each due row into one batch, however many workers collect at once', async () => {
    await deferAllButOne();
    const counts = await Promise.all([gather(), gather(), gather()]);
    counts.push(await gather(), await gather());
    expect(counts.reduce((sum, count) => sum + count, 0)).to.equal(SIZE - 1);
    expect(counts.at(-1)).to.equal(0);
    const taken = (await subject.rows()).filter((row) => row.state === 'pending');
    expect(taken).to.have.length(SIZE - 1);
    const byList = new Map((await lists()).map((list) => [list._id, list]));
    for (const row of taken) {
      expect(byList.get(row.retry!)!.ids).to.include(row._id);
      expect(row).to.not.have.property('due_at');
    }
  });

  it('sends the due rows, and another one when it is due', async () => {
    await deferAllButOne();
    await gather();
    // On a busy machine a late server gets its mails in several rounds.
    await until(async () => {
      await engine.sweepOnce();
      return (await subject.details()).delivered === SIZE - 1;
    }, 'the due rows');
    expect(await subject.details()).to.deep.include({ status: 2, pending: 1, triggered: SIZE });
    setClock(() => Date.now() + 3_601_000);
    await engine.sweepOnce();
    expect(await subject.details()).to.deep.include({ status: 3, delivered: SIZE, pending: 0 });
  });

  it('completes a batch whose worker crashed, before or after it took rows', async () => {
    await deferAll();
    await batchDueRetries(subject.mailing, user());
    const [list] = await lists();
    await rows(Batch).updateOne({ _id: list!._id }, { $set: { state: 'filling' } });
    // Another worker crashed right after it had made its batch.
    await rows(Batch).insertOne({ ...list!, _id: list!._id + 1_000_000, state: 'filling' });
    await readyOrphanedLists();
    expect((await lists()).map((one) => one.state)).to.deep.equal(['filling', 'filling']);
    setClock(() => Date.now() + 61_000);
    await readyOrphanedLists();
    expect((await lists()).map((one) => one.state)).to.deep.equal(['ready', 'ready']);
    await engine.sweepOnce();
    expect(await subject.details()).to.deep.include({ status: 3, delivered: SIZE });
    expect(engine.mail.to('person3@example.com')).to.have.length(1);
  });

  it('collects pending rows of batches that are closed', async () => {
    await rows(Batch).updateMany(own(), { $set: { state: 'done' } });
    const [first] = await subject.rows();
    // One row had been collected before, and its batch is closed, too.
    await rows(Batch).insertOne({ ...(await subject.batches())[0]!, _id: 5_000_000, ids: [first!._id] });
    await rows(Delivery).updateOne({ _id: first!._id }, { $set: { retry: 5_000_000 } });
    const stray = () => batchStrayRows(subject.mailing, user());
    const counts = await Promise.all([stray(), stray()]);
    expect(counts[0] + counts[1]).to.equal(BATCH);
    // Rows in an open batch are not collected; the rest is collected when that batch is closed.
    expect(await stray()).to.equal(0);
    await engine.sweepOnce();
    expect(await subject.details()).to.deep.include({ status: 3, delivered: SIZE, pending: 0 });
  });

  it('closes a batch in which no row is due any more', async () => {
    await deferAll();
    await batchDueRetries(subject.mailing, user());
    await rows(Delivery).updateMany(own(), { $set: { state: 'accepted' } });
    await engine.sweepOnce();
    expect((await subject.batches()).map((batch) => batch.state)).to.deep.equal(['done', 'done', 'done']);
    await engine.sweepOnce();
    expect((await subject.document()).state).to.equal('done');
  });
});
