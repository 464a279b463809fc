import { isDeepStrictEqual } from 'node:util';
import { expect } from 'chai';
import { readMembers } from '../../../../../common/audience/members.ts';
import { addOptOuts } from '../../../../../common/changes/suppressions.ts';
import { setClock } from '../../../../../common/clock.ts';
import { Batch } from '../../../../../common/models/batches.ts';
import { ContactType } from '../../../../../common/models/contact-types.ts';
import { Contact } from '../../../../../common/models/contacts.ts';
import { Delivery } from '../../../../../common/models/deliveries.ts';
import { type AudienceCounts, Mailing } from '../../../../../common/models/mailings.ts';
import { SEND_STATUS, SingleSend } from '../../../../../common/models/single-sends.ts';
import { WorkerPresence } from '../../../../../common/models/workers.ts';
import { freeze } from '../../../../../worker/sending/audience/freeze.ts';
import { writePage } from '../../../../../worker/sending/audience/freeze-page.ts';
import { removeOrphanedRanges } from '../../../../../worker/sending/ledger/orphaned-batches.ts';
import { startSingleSend } from '../../../../../worker/sending/single-sends/start.ts';
import { walkAudience } from '../../../../../worker/sending/single-sends/walk.ts';
import { driverOf } from '../../../../support/driver-methods.ts';
import { createSend, type Engine, people, type Subject, startEngine } from '../../../../support/engine.ts';
import { type Ground } from '../../../../support/factories.ts';
import { rows } from '../../../../support/rows.ts';
import { segmentBook } from '../../../../support/segments.ts';
import { deliveryBatches, freezePages, freezeSteps } from '../../../../support/small-steps.ts';
import { stoppingAfter } from '../../../../support/stopping.ts';
import { suppressBounced } from '../../../../support/suppressions.ts';
import { until } from '../../../../support/until.ts';
import { addContacts } from '../../../../support/world.ts';

/** Members that one step of the walk reads. */
const STEP = 40;
/** Members whose rows it writes at once. */
const PAGE = STEP / 2;
/** Rows of a batch. */
const BATCH = PAGE / 2;

describe('freezing an audience', () => {
  freezeSteps(STEP);
  freezePages(PAGE);
  deliveryBatches(BATCH);
  let engine: Engine;
  let ground: Ground;

  before(async () => {
    engine = await startEngine('freeze');
    ground = await engine.ground();
  });
  after(() => engine.stop());
  afterEach(() => {
    setClock();
    engine.rung.length = 0;
  });

  const addType = async (addresses: readonly string[]): Promise<number> => {
    await ground.client.post('/contacts-type/add', { name: 'More' });
    const id: number = (await ground.client.get('/contacts-type')).body.message.contactTypes.at(-1).id;
    if (addresses.length > 0) await addContacts({ ...ground, contact_type_id: id }, addresses);
    return id;
  };
  /** Starts a send, and walks its audience to the end or until the worker stops. */
  const start = async (subject: Subject, worker = engine.worker): Promise<void> => {
    await startSingleSend({ singleSendId: subject.id, userId: subject.userId }, worker);
    for (let rung = walksOf(subject); rung.length > 0; rung = walksOf(subject)) {
      for (const one of rung) engine.rung.splice(engine.rung.indexOf(one), 1);
      await walkAudience({ singleSendId: subject.id, userId: subject.userId }, worker);
    }
  };
  const walksOf = ({ id, userId }: Subject) =>
    engine.rung.filter(
      ({ name, payload }) =>
        name === 'walk-audience' && isDeepStrictEqual(payload, { singleSendId: id, userId }),
    );
  const counts = (given: Partial<AudienceCounts>): AudienceCounts => ({
    members: 0,
    duplicates: 0,
    excluded: 0,
    unsubscribed: 0,
    bounced: 0,
    recipients: 0,
    ...given,
  });

  /** Each member has one row, in the batch that the row names, and all batches are ready. */
  async function expectExact(subject: Subject, audience: Partial<AudienceCounts>): Promise<void> {
    const mailing = await subject.document();
    expect(mailing).to.deep.include({ state: 'open', walking: false, audience: counts(audience) });
    const ledger = await subject.rows();
    expect(ledger).to.have.length(mailing.audience.recipients);
    expect(new Set(ledger.map((row) => row.email_norm)).size).to.equal(ledger.length);
    const batches = new Map((await subject.batches()).map((batch) => [batch._id, batch]));
    for (const batch of batches.values()) expect(batch).to.deep.include({ state: 'ready', ids: null });
    const wrong = ledger.filter(({ _id, batch, state }) => {
      const { first, last } = batches.get(batch)!;
      return _id < first || _id > last || state !== 'pending';
    });
    expect(wrong).to.deep.equal([]);
  }

  it('writes each recipient once and counts the members that were left out, by reason', async () => {
    const first = await addType([
      'One@example.com',
      'two@example.com',
      'out@example.com',
      'gone@example.com',
    ]);
    const second = await addType(['TWO@EXAMPLE.COM', 'three@example.com', 'group@example.com']);
    const third = await addType(['three@example.com', 'one@example.com', 'four@example.com']);
    const not = await addType(['four@example.com', 'nobody@example.com']);
    await ground.client.post('/global-unsubscribes/save', { email_address: 'OUT@example.com' });
    await suppressBounced(ground.client.user_id, ['gone@example.com', 'out@example.com']);
    await addOptOuts(ground.client.user_id, ground.unsubscribe_group_id, ['group@example.com']);
    await addOptOuts(ground.client.user_id, ground.unsubscribe_group_id + 1, ['one@example.com']);
    const subject = await createSend(ground, {
      recipient_id: [first, second, third].map((id) => `contacts_${id}`),
      exclude_specific_recipient_id: [`contacts_${not}`],
    });
    await start(subject);
    await expectExact(subject, {
      members: 10,
      duplicates: 3,
      excluded: 1,
      unsubscribed: 2,
      bounced: 1,
      recipients: 3,
    });
    const spelt = (await subject.rows()).map((row) => row.email);
    expect(spelt).to.deep.equal(['One@example.com', 'two@example.com', 'three@example.com']);
  });

  it('leaves out deleted contacts, and those of a deleted type', async () => {
    const first = await addType(['a@example.com', 'b@example.com']);
    const second = await addType(['c@example.com']);
    const subject = await createSend(ground, { recipient_id: [`contacts_${first}`, `contacts_${second}`] });
    await rows(Contact).updateOne({ email: 'b@example.com' }, { $set: { deleted_at: new Date() } });
    // The type is deleted after the start has checked that it exists.
    await rows(SingleSend).updateOne({ _id: subject.id }, { $set: { status: SEND_STATUS.running } });
    await rows(ContactType).updateOne({ _id: second }, { $set: { deleted_at: new Date() } });
    await start(subject);
    await expectExact(subject, { members: 1, recipients: 1 });
  });

  it('continues in another turn when the dates of a rule take a whole turn', async () => {
    const type = await addType(['a@example.com', 'b@example.com']);
    const rule = { select_field: ['last_sent_at'], select_operator: ['is blank'], value: [] };
    const segment = await segmentBook(ground.client, type).add(rule);
    const subject = await createSend(ground, { recipient_id: [`segments_${segment}`] });
    const { id: singleSendId, userId } = subject;
    await startSingleSend({ singleSendId, userId }, engine.another({ stopping: stoppingAfter(0) }));
    expect(await subject.document()).to.deep.include({ state: 'freezing', lease_token: null });
    expect(walksOf(subject)).to.have.length(1);
    await walkAudience({ singleSendId, userId }, engine.worker);
    await expectExact(subject, { members: 2, recipients: 2 });
  });

  describe('with many members', () => {
    const SIZE = STEP + BATCH + 2;
    let many: number;
    let subject: Subject;

    before(async () => {
      many = await addType(people(SIZE, 'many'));
    });
    beforeEach(async () => {
      subject = await createSend(ground, { recipient_id: [`contacts_${many}`] });
    });
    afterEach(() => rows(Mailing).updateOne({ _id: subject.mailing }, { $set: { state: 'done' } }));

    it('continues where it stopped, in the right order', async () => {
      await start(subject, engine.another({ stopping: stoppingAfter(1) }));
      const left = await subject.document();
      expect(left).to.deep.include({ state: 'open', walking: true, lease_token: null });
      expect(left.audience).to.deep.equal(counts({ members: STEP, recipients: STEP }));
      await start(subject);
      await expectExact(subject, { members: SIZE, recipients: SIZE });
      await start(subject);
      await expectExact(subject, { members: SIZE, recipients: SIZE });
    });

    it('continues after a crash in the middle of a step', async () => {
      await start(subject, engine.another({ stopping: stoppingAfter(1) }));
      // One page of the next step is written completely, of another the batches and some of the rows.
      const mailing = await subject.document();
      const ref = { table: 'contacts_' as const, id: many };
      const next = await readMembers(ref, ground.client.user_id, mailing.walk.after, STEP);
      await writePage(mailing, [], next.slice(0, 6));
      const half = await writePage(mailing, [], next.slice(6));
      await rows(Delivery).deleteMany({ mailing: mailing._id, batch: half.batches.at(-1)! });
      await rows(Mailing).updateOne(
        { _id: mailing._id },
        { $set: { lease_token: 'the dead one', lease_until: new Date(Date.now() + 30_000) } },
      );
      await start(subject);
      expect((await subject.document()).walking).to.equal(true);
      setClock(() => Date.now() + 31_000);
      await start(subject);
      await expectExact(subject, { members: SIZE, recipients: SIZE });
    });

    it('happens once, however many workers try at once', async () => {
      await Promise.all(Array.from({ length: 4 }, () => start(subject)));
      await expectExact(subject, { members: SIZE, recipients: SIZE });
    });

    it('removes what a worker without its lease wrote while the next one cleaned up', async () => {
      await start(subject, engine.another({ stopping: stoppingAfter(1) }));
      const mailing = await subject.document();
      const [next] = await readMembers(
        { table: 'contacts_', id: many },
        ground.client.user_id,
        mailing.walk.after,
        1,
      );
      // The next worker removes the rows that it finds; right after that the old worker writes one.
      const batches = driverOf(Batch);
      const { find } = batches;
      batches.find = ((...args: Parameters<typeof find>) => {
        batches.find = find;
        const cursor = find.apply(batches, args);
        const { toArray } = cursor;
        cursor.toArray = async () => {
          const found = await toArray.call(cursor);
          await writePage(mailing, [], [{ ...next!, email_norm: 'zombie@example.com' }]);
          return found;
        };
        return cursor;
      }) as typeof find;
      await start(subject);
      await expectExact(subject, { members: SIZE, recipients: SIZE });
    });

    it('writes members again whose rows a worker without its lease wrote late', async () => {
      await start(subject, engine.another({ stopping: stoppingAfter(1) }));
      const mailing = await subject.document();
      const next = await readMembers(
        { table: 'contacts_', id: many },
        ground.client.user_id,
        mailing.walk.after,
        BATCH + 1,
      );
      const { batches } = await writePage(mailing, [], next);
      // They were not there when the next worker looked for batches, and their rows came later.
      await rows(Batch).deleteMany({ _id: { $in: [...batches] } });
      await start(subject);
      await expectExact(subject, { members: SIZE, recipients: SIZE });
    });

    it('starts over when it does not add up and nothing was delivered', async () => {
      const few = await addType(people(3, 'few'));
      await start(subject, engine.another({ stopping: stoppingAfter(0) }));
      await rows(Mailing).updateOne({ _id: subject.mailing }, { $set: { 'audience.recipients': 5 } });
      await rows(SingleSend).updateOne(
        { _id: subject.id },
        { $set: { recipient_id: [{ table: 'contacts_', id: few }] } },
      );
      await start(subject).then(
        () => expect.fail('it adds up'),
        (error: Error) =>
          expect(error.message).to.match(/8 recipients were counted, and 3 are in the ledger$/),
      );
      expect((await subject.document()).audience).to.deep.equal(counts({}));
      expect(await subject.rows()).to.have.length(0);
      expect(await subject.batches()).to.have.length(0);
      await start(subject);
      await expectExact(subject, { members: 3, recipients: 3 });
    });

    it('pauses and reports both counts when they differ after mails were sent', async () => {
      await start(subject, engine.another({ stopping: stoppingAfter(1) }));
      await rows(Mailing).updateOne({ _id: subject.mailing }, { $inc: { 'audience.recipients': 1 } });
      await start(subject);
      expect(await subject.details()).to.deep.include({
        paused_reason: 'failed',
        paused_detail: `The audience does not add up: ${SIZE + 1} recipients were counted, and ${SIZE} are in the ledger. When you resume, those in the ledger get their mail.`,
      });
      expect((await subject.document()).walking).to.equal(false);
    });

    it('delivers stored rows while it walks the rest, and ends only afterwards', async () => {
      await start(subject, engine.another({ stopping: stoppingAfter(1) }));
      expect(engine.rung.some(({ name }) => name === 'deliver-first-slice')).to.equal(true);
      await engine.run('deliver-first-slice', { mailing: subject.mailing, userId: ground.client.user_id });
      const accepted = (await subject.rows()).filter(({ state }) => state === 'accepted').length;
      expect(accepted).to.be.at.least(BATCH);
      await rows(Batch).updateMany({ mailing: subject.mailing }, { $set: { state: 'done' } });
      await engine.run('finish-mailing', { mailing: subject.mailing, userId: ground.client.user_id });
      expect(await subject.document()).to.deep.include({ state: 'open', walking: true });
      await start(subject);
      expect(await subject.document()).to.deep.include({
        state: 'open',
        walking: false,
        audience: counts({ members: SIZE, recipients: SIZE }),
      });
    });

    it('leaves the rest to a job of its own as soon as the first mails may go', async () => {
      await startSingleSend({ singleSendId: subject.id, userId: subject.userId }, engine.worker);
      const opened = await subject.document();
      expect(opened).to.deep.include({ state: 'open', walking: true, lease_token: null });
      expect(opened.audience).to.deep.equal(counts({ members: STEP, recipients: STEP }));
      expect(walksOf(subject)).to.have.length(1);
      expect(engine.rung.map(({ name }) => name)).to.include('deliver-first-slice');
      await engine.run('walk-audience', { singleSendId: subject.id, userId: subject.userId });
      await expectExact(subject, { members: SIZE, recipients: SIZE });
      // It was handed on in good order: nothing of an earlier holder is looked for.
      expect((await subject.document()).freezes).to.equal(1);
      expect(walksOf(subject)).to.have.length(1);
      await engine.run('walk-audience', { singleSendId: subject.id, userId: subject.userId });
      await expectExact(subject, { members: SIZE, recipients: SIZE });
    });

    it('walks on when the ring for the rest was lost', async () => {
      await startSingleSend({ singleSendId: subject.id, userId: subject.userId }, engine.worker);
      engine.rung.length = 0;
      await engine.sweep();
      expect(walksOf(subject)).to.have.length(1);
      await start(subject);
      await expectExact(subject, { members: SIZE, recipients: SIZE });
    });

    it('yields to new sends as soon as its own mails may be sent', async () => {
      let asked = 0;
      let goOn!: () => void;
      const over = new Promise<void>((resolve) => (goOn = resolve));
      const wait = (): Promise<void> => {
        asked += 1;
        return over;
      };
      const walked = start(subject, engine.another({ newSends: { ...engine.worker.newSends, wait } }));
      await until(() => asked > 0);
      expect(await subject.rows()).to.have.length(STEP);
      goOn();
      await walked;
      await expectExact(subject, { members: SIZE, recipients: SIZE });
    });

    it('continues after a crash between a checkpoint and its batches', async () => {
      await start(subject, engine.another({ stopping: stoppingAfter(1) }));
      await rows(Batch).updateMany({ mailing: subject.mailing }, { $set: { state: 'filling' } });
      await start(subject);
      await expectExact(subject, { members: SIZE, recipients: SIZE });
    });

    it('delivers nothing before its end while a worker of version 0.1.0 lives', async () => {
      const old = { _id: 'old', slices: 1, seen_at: new Date() };
      await WorkerPresence.insertOne(old);
      await start(subject, engine.another({ stopping: stoppingAfter(1) }));
      expect(await subject.document()).to.deep.include({ state: 'freezing' });
      expect((await subject.batches()).every(({ state }) => state === 'filling')).to.equal(true);
      expect(engine.rung.some(({ name }) => name === 'deliver-first-slice')).to.equal(false);
      await start(subject);
      await expectExact(subject, { members: SIZE, recipients: SIZE });
      await WorkerPresence.deleteOne({ _id: old._id });
    });

    it('keeps duplicates of earlier steps apart from late rows while such a worker lives', async () => {
      await WorkerPresence.insertOne({ _id: 'old', slices: 1, seen_at: new Date() });
      const again = await addType(people(10, 'many'));
      const twice = await createSend(ground, { recipient_id: [`contacts_${many}`, `contacts_${again}`] });
      await start(twice, engine.another({ stopping: stoppingAfter(0) }));
      await start(twice);
      await expectExact(twice, { members: SIZE + 10, duplicates: 10, recipients: SIZE });
      await WorkerPresence.deleteMany({});
      await rows(Mailing).updateOne({ _id: twice.mailing }, { $set: { state: 'done' } });
    });

    it('opens with an empty audience when the send was cancelled after a step that was not delivered', async () => {
      await WorkerPresence.insertOne({ _id: 'old', slices: 1, seen_at: new Date() });
      await start(subject, engine.another({ stopping: stoppingAfter(1) }));
      await WorkerPresence.deleteMany({});
      expect((await ground.client.post(`/single-send/cancel?utr=${subject.utr}`)).status).to.equal(200);
      engine.rung.length = 0;
      await engine.sweepOnce();
      expect(await subject.rows()).to.have.length(0);
      expect(await subject.batches()).to.have.length(0);
      expect(await subject.details()).to.deep.include({ status: 3, triggered: 0, audience: counts({}) });
    });

    it('starts over what a worker of version 0.1.0 began', async () => {
      await WorkerPresence.insertOne({ _id: 'old', slices: 1, seen_at: new Date() });
      await start(subject, engine.another({ stopping: stoppingAfter(1) }));
      await WorkerPresence.deleteMany({});
      await rows(Mailing).updateOne({ _id: subject.mailing }, { $unset: { 'walk.step': 1 } });
      await start(subject);
      await expectExact(subject, { members: SIZE, recipients: SIZE });
    });

    it('leaves out contacts that came after the start', async () => {
      const growing = await addType(people(STEP + 10, 'growing'));
      const send = await createSend(ground, { recipient_id: [`contacts_${growing}`] });
      await start(send, engine.another({ stopping: stoppingAfter(1) }));
      await addContacts({ ...ground, contact_type_id: growing }, ['late@example.com']);
      await start(send);
      await expectExact(send, { members: STEP + 10, recipients: STEP + 10 });
      await rows(Mailing).updateOne({ _id: send.mailing }, { $set: { state: 'done' } });
    });

    it('loses nothing when a worker without its lease cleans up late', async () => {
      await start(subject, engine.another({ stopping: stoppingAfter(1) }));
      const mailing = await subject.document();
      await writePage(
        mailing,
        [],
        await readMembers({ table: 'contacts_', id: many }, ground.client.user_id, mailing.walk.after, BATCH),
      );
      const batches = driverOf(Batch);
      const { find } = batches;
      let late = false;
      batches.find = ((...args: Parameters<typeof find>) => {
        batches.find = find;
        const cursor = find.apply(batches, args);
        const { toArray } = cursor;
        // While this worker sleeps, another takes over and opens the mailing.
        cursor.toArray = async () => {
          late = true;
          await rows(Mailing).updateOne({ _id: mailing._id }, { $set: { lease_until: new Date(0) } });
          await start(subject);
          return toArray.call(cursor);
        };
        return cursor;
      }) as typeof find;
      expect(
        await freeze({ mailing, audience: await subject.send(), onReady: async () => {} }, engine.worker),
      ).to.equal(null);
      expect(late).to.equal(true);
      await expectExact(subject, { members: SIZE, recipients: SIZE });
    });

    it('ends although a worker without its lease wrote a batch after the opening', async () => {
      await start(subject);
      const mailing = await subject.document();
      const members = await readMembers({ table: 'contacts_', id: many }, ground.client.user_id, 0, 8);
      await writePage(mailing, [], [...members, { ...members[0]!, email_norm: 'late@example.com' }]);
      const lastBatch = (await subject.batches()).at(-1)!._id;
      expect(await subject.rows()).to.have.length(SIZE + 1);
      await removeOrphanedRanges();
      expect((await subject.batches()).at(-1)!._id).to.equal(lastBatch);
      setClock(() => Date.now() + 61_000);
      await removeOrphanedRanges();
      await expectExact(subject, { members: SIZE, recipients: SIZE });
    });

    it('ends when the send is cancelled: stored rows are skipped, and no more are written', async () => {
      await start(subject, engine.another({ stopping: stoppingAfter(1) }));
      expect((await ground.client.post(`/single-send/cancel?utr=${subject.utr}`)).status).to.equal(200);
      engine.rung.length = 0;
      for (let round = 0; round < 3; round += 1) await engine.sweepOnce();
      const ledger = await subject.rows();
      expect(ledger).to.have.length(STEP);
      expect(ledger.every((row) => row.state === 'skipped')).to.equal(true);
      expect(await subject.details()).to.deep.include({
        status: 3,
        cancelled: true,
        triggered: 0,
        audience: counts({ members: STEP, recipients: STEP }),
      });
    });

    it('opens with an empty audience when the send was cancelled before anything stood', async () => {
      await start(subject, engine.another({ stopping: stoppingAfter(0) }));
      const answer = await ground.client.post(`/single-send/cancel?utr=${subject.utr}`);
      expect(answer.status).to.equal(200);
      engine.rung.length = 0;
      await engine.sweepOnce();
      expect(await subject.rows()).to.have.length(0);
      expect(await subject.batches()).to.have.length(0);
      expect(await subject.details()).to.deep.include({
        status: 3,
        cancelled: true,
        triggered: 0,
        audience: counts({}),
      });
    });
  });
});
