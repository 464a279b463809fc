import { expect } from 'chai';
import { setClock } from '../../../common/clock.ts';
import { Batch } from '../../../common/models/batches.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { ImportRefusal } from '../../../common/models/import-refusals.ts';
import { Import } from '../../../common/models/imports.ts';
import { rows } from '../../../common/mongo.ts';
import { findMail, recordEvents } from '../../../common/queries/engagement.ts';
import { markAllDirty, refreshFigures } from '../../../common/queries/figures.ts';
import { applyRetention } from '../../../worker/retention/apply.ts';
import { createSend, type Engine, people, type Subject, startEngine } from '../../support/engine.ts';
import { addContacts, type Ground } from '../../support/world.ts';

const SIZE = 600;
const DAY = 24 * 3600_000;

describe('what is kept no longer', () => {
  let engine: Engine;
  let ground: Ground;
  let old: Subject;
  let opened: number;

  const inDays = (days: number) => setClock(() => Date.now() + days * DAY);
  const left = (subject: Subject) => rows(Delivery).countDocuments({ mailing: subject.mailing });
  const send = async (): Promise<Subject> => {
    const subject = await createSend(ground);
    await engine.worker.ring('start-single-send', { singleSendId: subject.id });
    await engine.work();
    return subject;
  };

  before(async () => {
    engine = await startEngine('retention');
    ground = await engine.ground();
    await addContacts(ground, people(SIZE));
    old = await send();
    const [first] = await old.rows();
    opened = first!._id;
    await recordEvents([{ kind: 'open', id: opened, at: new Date() }]);
  });
  after(async () => {
    setClock();
    await engine?.stop();
  });

  it('stays for as long as it is kept, and for ever where that is wished', async () => {
    inDays(399);
    await applyRetention(engine.worker);
    inDays(4000);
    await applyRetention(engine.another({}, { retentionDays: 0 }));
    expect(await left(old)).to.equal(SIZE);
  });

  it('goes after that, and its figures stay', async () => {
    const before = await old.details();
    expect(before).to.include({ status: 3, delivered: SIZE, unique_opens: 1, total_opens: 1 });
    inDays(401);
    const fresh = await send();
    await applyRetention(engine.worker);
    await applyRetention(engine.worker);
    expect(await left(old)).to.equal(0);
    expect(await left(fresh)).to.equal(SIZE);
    await markAllDirty(old.mailing);
    await refreshFigures(old.mailing);
    expect(await old.details()).to.deep.equal(before);
    // Its links lead nowhere, and harm nothing.
    expect(await findMail(opened)).to.equal(null);
  });

  it('waits while a mail has no final outcome', async () => {
    const waiting = await send();
    const [row] = await waiting.rows();
    await rows(Delivery).updateOne({ _id: row!._id }, { $set: { state: 'deferred', due_at: new Date(0) } });
    await markAllDirty(waiting.mailing);
    inDays(900);
    await applyRetention(engine.worker);
    // The batch that holds it waits, the others went.
    expect(await left(waiting)).to.be.within(1, SIZE - 1);
    expect(await rows(Delivery).findOne({ _id: row!._id })).to.include({ state: 'deferred' });
  });

  it('goes on after a crash between the mark and the rows', async () => {
    const broken = await send();
    inDays(1400);
    await rows(Batch).updateMany({ mailing: broken.mailing }, { $set: { retired: 'going', dirty_at: null } });
    await applyRetention(engine.worker);
    expect(await left(broken)).to.equal(0);
    expect(await broken.details()).to.include({ delivered: SIZE });
  });

  it('takes the refused rows of imports along', async () => {
    setClock();
    const ended = { state: 'completed', retired: undefined } as const;
    await rows(Import).insertMany([
      { ...ended, _id: 1, finished_at: new Date(Date.now() - 401 * DAY) } as never,
      { ...ended, _id: 2, finished_at: new Date(Date.now() - 399 * DAY) } as never,
    ]);
    await rows(ImportRefusal).insertMany(
      [1, 2].map((import_id) => ({ _id: { import_id, line: 2 }, reason: 'no address', cells: ['x'] })),
    );
    await rows(Import).updateMany({}, { $unset: { retired: '' } });
    await applyRetention(engine.worker);
    expect(await rows(ImportRefusal).distinct('_id.import_id')).to.deep.equal([2]);
  });
});
