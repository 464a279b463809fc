import { expect } from 'chai';
import { countFigures, markDirty, refreshFigures } from '../../../../common/changes/figures.ts';
import { setClock } from '../../../../common/clock.ts';
import { Batch } from '../../../../common/models/batches.ts';
import { Delivery } from '../../../../common/models/deliveries.ts';
import { Mailing } from '../../../../common/models/mailings.ts';
import { movableClock } from '../../../support/automations.ts';
import { createSend, type Engine, people, type Subject, startEngine } from '../../../support/engine.ts';
import { rows } from '../../../support/rows.ts';
import { addContacts } from '../../../support/world.ts';

describe('the count of a mailing', () => {
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
    // The worker knew them: now something changes.
    await markDirty(send.userId, [(await batch())._id]);
  });
  afterEach(() => setClock());

  const batch = async () => (await rows(Batch).findOne({ mailing: send.mailing }))!;
  /** Marks so many rows as bounced, like a write after the count. */
  const bounce = async (count: number): Promise<void> => {
    const some = await rows(Delivery).find({ mailing: send.mailing }).sort({ _id: 1 }).limit(count).toArray();
    const ids = some.map((row) => row._id);
    await rows(Delivery).updateMany({ _id: { $in: ids } }, { $set: { state: 'bounced' } });
  };
  const bounced = async (): Promise<number> => (await refreshFigures(send.userId, send.mailing)).bounced;

  it('repeats at each request until a count begins a second after the mark', async () => {
    await bounce(1);
    expect(await bounced()).to.equal(1);
    expect((await batch()).counted_at).to.equal(null);
    await bounce(2);
    expect(await bounced()).to.equal(2);
    clock.pass(1500);
    await bounce(3);
    expect(await bounced()).to.equal(3);
    expect((await batch()).counted_at).to.be.a('date');
  });

  describe('after the mark was counted', () => {
    beforeEach(async () => {
      clock.pass(1500);
      await bounce(3);
      expect(await bounced()).to.equal(3);
    });

    it('stays the same while nothing marks the mailing as changed', async () => {
      await bounce(4);
      expect(await bounced()).to.equal(3);
    });

    it('repeats for a caller who asks for exact figures', async () => {
      await bounce(4);
      expect((await countFigures(send.userId, send.mailing)).bounced).to.equal(4);
    });

    it('repeats after the next mark, once more ten seconds later, and is then stored', async () => {
      clock.pass(1500);
      await markDirty(send.userId, [(await batch())._id]);
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
  });

  it('stays the same for all who ask at the same time', async () => {
    await bounce(7);
    const asked = await Promise.all(Array.from({ length: 20 }, bounced));
    expect(new Set(asked)).to.deep.equal(new Set([7]));
  });
});
