import { expect } from 'chai';
import { recordEvents } from '../../../../../common/changes/engagement.ts';
import { markAllDirty, refreshFigures } from '../../../../../common/changes/figures.ts';
import { countDetails } from '../../../../../common/changes/mail-details.ts';
import { setClock } from '../../../../../common/clock.ts';
import { signToken, tokenKey } from '../../../../../common/domain/tokens.ts';
import { Batch } from '../../../../../common/models/batches.ts';
import { Delivery } from '../../../../../common/models/deliveries.ts';
import { ImportRefusal } from '../../../../../common/models/import-refusals.ts';
import { ImportStep } from '../../../../../common/models/import-steps.ts';
import { Import } from '../../../../../common/models/imports.ts';
import { Notice } from '../../../../../common/models/notices.ts';
import { Session } from '../../../../../common/models/sessions.ts';
import { Suppression } from '../../../../../common/models/suppressions.ts';
import { findMail } from '../../../../../common/queries/mail-links.ts';
import { applyRetention } from '../../../../../worker/lifecycle/retention/apply.ts';
import { createSend, type Engine, people, type Subject, startEngine } from '../../../../support/engine.ts';
import { type Ground } from '../../../../support/factories.ts';
import { ofMailing, ofRows, stored } from '../../../../support/mail-details.ts';
import { rows } from '../../../../support/rows.ts';
import { trackedEvent } from '../../../../support/tracked-events.ts';
import { addContacts } from '../../../../support/world.ts';

const SIZE = 600;
const DAY = 24 * 3600_000;

describe('the retention', () => {
  let engine: Engine;
  let ground: Ground;
  let old: Subject;
  let opened: number;
  let address: string;

  const inDays = (days: number) => setClock(() => Date.now() + days * DAY);
  const left = (subject: Subject) => rows(Delivery).countDocuments({ mailing: subject.mailing });
  const page = () =>
    `/unsubscribe/${signToken(tokenKey(engine.api.config.appSecret), 'unsubscribe', { account: ground.client.user_id, id: opened })}`;
  const send = async (): Promise<Subject> => {
    const subject = await createSend(ground);
    await engine.worker.ring('start-single-send', { singleSendId: subject.id, userId: subject.userId });
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
    address = first!.email;
    await recordEvents([trackedEvent('open', opened, new Date())]);
  });
  after(async () => {
    setClock();
    await engine?.stop();
  });

  it('keeps rows for their time, and forever when so configured', async () => {
    inDays(399);
    await applyRetention(engine.worker);
    inDays(4000);
    await applyRetention(engine.another({}, { retentionDays: 0 }));
    expect(await left(old)).to.equal(SIZE);
  });

  it('removes rows after that, and keeps their figures and details', async () => {
    const before = await old.details();
    const details = await ofRows({ mailing: old.mailing });
    expect(details.domains).to.deep.equal({ 'example.com accepted': SIZE, 'example.com opened': 1 });
    expect(before).to.include({ status: 3, delivered: SIZE, unique_opens: 1, total_opens: 1 });
    inDays(401);
    const fresh = await send();
    await applyRetention(engine.worker);
    await applyRetention(engine.worker);
    expect(await left(old)).to.equal(0);
    expect(await left(fresh)).to.equal(SIZE);
    await markAllDirty(old.userId, old.mailing);
    await refreshFigures(old.userId, old.mailing);
    expect(await old.details()).to.deep.equal(before);
    // Also by a count that began before.
    await countDetails(await old.batches());
    expect(await ofMailing(old.mailing)).to.deep.equal(details);
    expect(await stored(old.mailing)).to.deep.equal({ marked: 0, details: 0 });
    expect(await left(fresh)).to.equal(SIZE);
  });

  it('keeps the links in mails working', async () => {
    const { user_id } = ground.client;
    expect(await findMail({ account: user_id, id: opened })).to.include({
      user_id,
      mailing: old.mailing,
      email: address,
    });
    expect((await engine.api.request(page())).status).to.equal(200);
    expect(await rows(Suppression).countDocuments({ user_id })).to.equal(0);
  });

  it('finds no mail for the id of a mail that never existed', async () => {
    expect(await findMail({ account: ground.client.user_id, id: 999_999 })).to.equal(null);
  });

  it('keeps unsubscribing possible forever, without a change of the old figures', async () => {
    const { user_id } = ground.client;
    const figures = await old.details();
    const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
    expect((await engine.api.request(page(), oneClick)).status).to.equal(200);
    const [suppression] = await rows(Suppression).find({ user_id }).toArray();
    expect(suppression).to.include({
      email_address: address,
      unsubscribe_groups_id: ground.unsubscribe_group_id,
    });
    expect(await old.details()).to.deep.equal(figures);
    await rows(Suppression).deleteMany({ user_id });
  });

  it('leaves rows with an expiry date to MongoDB’s own clock', async () => {
    const ends = async (model: typeof Notice | typeof Session): Promise<unknown[]> =>
      (await model.driver.indexes()).map((index) => index['expireAfterSeconds']).filter(Number.isInteger);
    expect(await ends(Notice)).to.deep.equal([90 * 24 * 3600]);
    expect(await ends(Session)).to.deep.equal([0]);
  });

  it('waits while a mail has no final outcome', async () => {
    const waiting = await send();
    const [row] = await waiting.rows();
    await rows(Delivery).updateOne({ _id: row!._id }, { $set: { state: 'deferred', due_at: new Date(0) } });
    await markAllDirty(waiting.userId, waiting.mailing);
    inDays(900);
    await applyRetention(engine.worker);
    // The batch with this mail waits; the others were removed.
    expect(await left(waiting)).to.be.within(1, SIZE - 1);
    expect(await rows(Delivery).findOne({ _id: row!._id })).to.include({ state: 'deferred' });
  });

  it('removes rows after a crash between the mark and the rows', async () => {
    const broken = await send();
    inDays(1400);
    await rows(Batch).updateMany({ mailing: broken.mailing }, { $set: { retired: 'going', dirty_at: null } });
    await applyRetention(engine.worker);
    expect(await left(broken)).to.equal(0);
    expect(await broken.details()).to.include({ delivered: SIZE });
  });

  it('removes what undoes imports after thirty-one days', async () => {
    setClock();
    const ended = (_id: number, days: number, more: object = {}) =>
      ({
        _id,
        state: 'completed',
        remembered: true,
        finished_at: new Date(Date.now() - days * DAY),
        user_id: 900 + _id,
        ...more,
      }) as never;
    await rows(Import).insertMany([ended(11, 32), ended(12, 30), ended(13, 40, { undo_state: 'running' })]);
    await rows(ImportStep).insertMany(
      [11, 12, 13].map((import_id) => ({ import_id, user_id: 900 + import_id, line: 2 }) as never),
    );
    await applyRetention(engine.worker);
    expect(await rows(ImportStep).distinct('import_id')).to.deep.equal([12, 13]);
    expect(await rows(Import).findOne({ _id: 11 })).to.include({ remembered: false });
    await rows(Import).deleteMany({});
    await rows(ImportStep).deleteMany({});
  });

  it('removes the refused rows of imports', async () => {
    setClock();
    const ended = { user_id: 1, state: 'completed', retired: undefined } as const;
    await rows(Import).insertMany([
      { ...ended, _id: 1, finished_at: new Date(Date.now() - 401 * DAY) } as never,
      { ...ended, _id: 2, finished_at: new Date(Date.now() - 399 * DAY) } as never,
    ]);
    await ImportRefusal.insertMany(
      [1, 2].map((import_id) => ({ _id: { import_id, line: 2 }, reason: 'no address', cells: ['x'] })),
    );
    await rows(Import).updateMany({}, { $unset: { retired: '' } });
    await applyRetention(engine.worker);
    expect(await ImportRefusal.distinct('_id.import_id')).to.deep.equal([2]);
  });
});
