import { expect } from 'chai';
import { MongoNetworkError } from 'mongodb';
import { Batch } from '../../../../../common/models/batches.ts';
import {
  Delivery,
  type DeliveryDocument,
  type DeliveryState,
} from '../../../../../common/models/deliveries.ts';
import { createRecorder } from '../../../../../worker/sending/ledger/recorder.ts';
import { driverOf } from '../../../../support/driver-methods.ts';
import { type Engine, openSend, people, type Subject, startEngine } from '../../../../support/engine.ts';
import { type Ground } from '../../../../support/factories.ts';
import { rows } from '../../../../support/rows.ts';
import { until } from '../../../../support/until.ts';
import { addContacts } from '../../../../support/world.ts';

describe('recording outcomes', () => {
  let engine: Engine;
  let ground: Ground;
  let subject: Subject;
  let mails: DeliveryDocument[];
  let mailing: { _id: string; user_id: number };
  let batch: number;

  before(async () => {
    engine = await startEngine('recorder');
    ground = await engine.ground();
    await addContacts(ground, people(20));
  });
  after(() => engine.stop());
  beforeEach(async () => {
    subject = await openSend(engine, ground);
    const all = await subject.rows();
    mails = all;
    mailing = { _id: subject.mailing, user_id: ground.client.user_id };
    batch = all[0]!.batch;
  });

  const count = (state: DeliveryState) => rows(Delivery).countDocuments({ mailing: subject.mailing, state });
  const dirtyAt = async () => (await rows(Batch).findOne({ _id: batch }))!.dirty_at;

  it('writes a group when it is full or its time is over, and the rest at the end', async () => {
    const bySize = createRecorder({ mails: 4, ms: 60_000 }).forSlice(mailing);
    for (const mail of mails.slice(0, 6)) bySize.accepted(mail);
    await until(async () => (await count('accepted')) === 4, 'the group of four');
    const byTime = createRecorder({ mails: 250, ms: 10 }).forSlice(mailing);
    byTime.accepted(mails[10]!);
    await until(async () => (await count('accepted')) === 5, 'the group of one');
    await bySize.flush();
    expect(await count('accepted')).to.equal(6 + 1);
    await byTime.flush();
    await byTime.flush();
  });

  it('reports when the database is too slow', async () => {
    const recorder = createRecorder({ mails: 1, ms: 60_000 });
    const slice = recorder.forSlice(mailing);
    expect(recorder.backlog()).to.equal(null);
    slice.accepted(mails[0]!);
    expect(recorder.backlog()).to.equal(null);
    slice.accepted(mails[1]!);
    expect(recorder.backlog()).to.be.a('promise');
    for (let full = recorder.backlog(); full; full = recorder.backlog()) await full;
    expect(await count('accepted')).to.be.at.least(1);
    await slice.flush();
    expect(await count('accepted')).to.equal(2);
  });

  it('limits unwritten outcomes over all slices together', async () => {
    const recorder = createRecorder({ mails: 5, ms: 60_000 });
    const slices = Array.from({ length: 4 }, () => recorder.forSlice(mailing));
    for (const [at, mail] of mails.slice(0, 9).entries()) {
      expect(recorder.backlog()).to.equal(null);
      slices[at % 4]!.accepted(mail);
    }
    slices[0]!.accepted(mails[9]!);
    expect(recorder.backlog()).to.be.a('promise');
    await Promise.all(slices.map((slice) => slice.flush()));
    expect(recorder.backlog()).to.equal(null);
    expect(await count('accepted')).to.equal(10);
  });

  it('writes the outcomes of several slices at once, and reports a failure to each', async () => {
    const deliveries = driverOf(Delivery);
    const { updateMany } = deliveries;
    let writes = 0;
    deliveries.updateMany = (...args: Parameters<typeof updateMany>) => {
      writes += 1;
      if (writes === 2) throw new TypeError('ours');
      return updateMany.apply(deliveries, args);
    };
    const recorder = createRecorder({ mails: 100, ms: 60_000 });
    const slices = Array.from({ length: 4 }, () => recorder.forSlice(mailing));
    for (const [at, slice] of slices.entries()) slice.accepted(mails[at]!);
    await Promise.all(slices.map((slice) => slice.flush()));
    expect([writes, await count('accepted')]).to.deep.equal([1, 4]);

    for (const [at, slice] of slices.slice(0, 2).entries()) slice.accepted(mails[4 + at]!);
    const flushed = await Promise.allSettled(slices.map((slice) => slice.flush()));
    deliveries.updateMany = updateMany;
    expect(flushed.map(({ status }) => status)).to.deep.equal([
      'rejected',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(slices.map((slice) => slice.failed())).to.deep.equal([true, true, false, false]);
  });

  it('marks the batch for counting before it writes', async () => {
    await rows(Batch).updateOne({ _id: batch }, { $set: { dirty_at: null } });
    const deliveries = driverOf(Delivery);
    const { updateMany } = deliveries;
    const seen: unknown[] = [];
    deliveries.updateMany = async (...args: Parameters<typeof updateMany>) => {
      seen.push(await dirtyAt());
      return updateMany.apply(deliveries, args);
    };
    const recorder = createRecorder({ mails: 10, ms: 60_000 }).forSlice(mailing);
    recorder.accepted(mails[0]!);
    await recorder.flush();
    deliveries.updateMany = updateMany;
    expect(seen).to.have.length(1);
    expect(seen[0]).to.be.a('date');
  });

  it('keeps an acceptance even if another worker decided otherwise, but no other outcome', async () => {
    const states: DeliveryState[] = ['pending', 'deferred', 'in_doubt', 'skipped', 'bounced'];
    const set = async (from: number): Promise<void> => {
      for (const [at, state] of states.entries()) {
        await rows(Delivery).updateOne({ _id: mails[from + at]!._id }, { $set: { state } });
      }
    };
    await set(0);
    await set(5);
    const recorder = createRecorder({ mails: 100, ms: 60_000 }).forSlice(mailing);
    for (const [at] of states.entries()) {
      recorder.accepted(mails[at]!);
      recorder.changed(mails[5 + at]!._id, batch, { state: 'deferred', attempts: 7 });
    }
    await recorder.flush();
    const after = (await subject.rows()).map((row) => row.state);
    expect(after.slice(0, 5)).to.deep.equal(['accepted', 'accepted', 'accepted', 'accepted', 'bounced']);
    expect(after.slice(5, 10)).to.deep.equal(['deferred', 'deferred', 'in_doubt', 'skipped', 'bounced']);
    expect(await rows(Delivery).countDocuments({ mailing: subject.mailing, attempts: 7 })).to.equal(1);
  });

  describe('when a write fails', () => {
    const deliveries = driverOf(Delivery);
    const { updateMany } = deliveries;
    const fail = (error: Error, times: number): void => {
      let left = times;
      deliveries.updateMany = (...args: Parameters<typeof updateMany>) => {
        left -= 1;
        if (left >= 0) throw error;
        return updateMany.apply(deliveries, args);
      };
    };
    afterEach(() => {
      deliveries.updateMany = updateMany;
    });

    it('tries again while the database is away', async () => {
      fail(new MongoNetworkError('away'), 2);
      const patient = createRecorder({ mails: 10, ms: 60_000 }).forSlice(mailing);
      patient.accepted(mails[0]!);
      await patient.flush();
      expect(await count('accepted')).to.equal(1);
      expect(patient.failed()).to.equal(false);
    });

    it('gives up on errors of its own', async () => {
      fail(new TypeError('ours'), 1);
      const broken = createRecorder({ mails: 1, ms: 60_000 }).forSlice(mailing);
      broken.accepted(mails[1]!);
      broken.accepted(mails[2]!);
      const error = await broken.flush().catch((thrown: unknown) => thrown);
      expect(error).to.be.an.instanceOf(TypeError);
      expect(broken.failed()).to.equal(true);
      expect(await count('accepted')).to.equal(1);
    });
  });
});
