import { expect } from 'chai';
import { setClock } from '../../../common/clock.ts';
import { Batch } from '../../../common/models/batches.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { rows } from '../../../common/mongo.ts';
import { countFigures, markDirty, refreshFigures } from '../../../common/queries/figures.ts';
import { movableClock } from '../../support/automations.ts';
import { createSend, type Engine, people, type Subject, startEngine } from '../../support/engine.ts';
import { addContacts } from '../../support/world.ts';

describe('figures of a mailing', () => {
  let engine: Engine;
  let clock: ReturnType<typeof movableClock>;
  let send: Subject;

  before(async () => {
    engine = await startEngine('common-figures');
  });
  after(() => engine.stop());
  beforeEach(async () => {
    clock = movableClock();
    const ground = await engine.ground();
    await addContacts(ground, people(40));
    send = await createSend(ground);
    await engine.worker.ring('start-single-send', { singleSendId: send.id, userId: send.userId });
    await engine.work();
    // As if nobody had counted them yet.
    await rows(Batch).updateMany({ mailing: send.mailing }, { $set: { counted_at: null } });
  });
  afterEach(() => setClock());

  const batch = async () => (await rows(Batch).findOne({ mailing: send.mailing }))!;
  /** Has so many rows say that they bounced, as a write does that comes after the count. */
  const bounce = async (count: number): Promise<void> => {
    const some = await rows(Delivery).find({ mailing: send.mailing }).sort({ _id: 1 }).limit(count).toArray();
    const ids = some.map((row) => row._id);
    await rows(Delivery).updateMany({ _id: { $in: ids } }, { $set: { state: 'bounced' } });
  };
  const bounced = async (): Promise<number> => (await refreshFigures(send.mailing)).bounced;

  it('are counted for each look until a count began a second after the mark, and once more after ten', async () => {
    await bounce(1);
    expect(await bounced()).to.equal(1);
    expect((await batch()).counted_at).to.equal(null);
    await bounce(2);
    expect(await bounced()).to.equal(2);
    clock.pass(1500);
    await bounce(3);
    expect(await bounced()).to.equal(3);
    expect((await batch()).counted_at).to.be.a('date');
    // Nobody said that anything changes: it stands …
    await bounce(4);
    expect(await bounced()).to.equal(3);
    // … unless somebody goes by it, or says so.
    expect((await countFigures(send.mailing)).bounced).to.equal(4);
    clock.pass(1500);
    await markDirty([(await batch())._id]);
    await bounce(5);
    expect(await bounced()).to.equal(5);
    clock.pass(5000);
    expect(await bounced()).to.equal(5);
    await bounce(6);
    expect(await bounced()).to.equal(5);
    clock.pass(5000);
    expect(await bounced()).to.equal(6);
    expect((await batch()).dirty_at).to.equal(null);
    expect((await rows(Mailing).findOne({ _id: send.mailing }))!.figures).to.include({
      bounced: 6,
      accepted: 34,
    });
  });

  it('are the same for all who ask at once', async () => {
    await bounce(7);
    const asked = await Promise.all(Array.from({ length: 20 }, bounced));
    expect(new Set(asked)).to.deep.equal(new Set([7]));
  });
});
