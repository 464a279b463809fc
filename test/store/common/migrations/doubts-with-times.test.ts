import { expect } from 'chai';
import { inDoubt } from '../../../../api/services/queries/doubts.ts';
import { countFigures } from '../../../../common/changes/figures.ts';
import { doubtsWithTimes } from '../../../../common/migrations/doubts-with-times.ts';
import { createIndexes, dropChangedIndexes } from '../../../../common/migrations/indexes.ts';
import { Batch } from '../../../../common/models/batches.ts';
import { Delivery } from '../../../../common/models/deliveries.ts';
import { connectMongo, disconnectMongo } from '../../../../common/store/connection.ts';
import { leaveInDoubt } from '../../../support/doubts.ts';
import { rows } from '../../../support/rows.ts';
import { mongodbUrl } from '../../../support/services.ts';

describe('the migration of mails in doubt without times', () => {
  before(async () => {
    await connectMongo(await mongodbUrl('doubts-with-times'));
    await createIndexes();
  });
  beforeEach(async () => {
    await rows(Delivery).deleteMany({});
    await rows(Batch).deleteMany({});
  });
  after(disconnectMongo);

  const times = async (): Promise<number> =>
    rows(Delivery).countDocuments({ in_doubt_at: { $type: 'date' } });

  it('adds their times, whether or not their batch is counted, and changes no other rows', async () => {
    await leaveInDoubt('send-1', 1, 3);
    await countFigures(1, 'send-1');
    await rows(Batch).updateMany({}, { $set: { dirty_at: null } });
    await leaveInDoubt('send-2', 1, 2);
    const [accepted] = await leaveInDoubt('send-2', 1);
    await rows(Delivery).updateOne({ _id: accepted! }, { $set: { state: 'accepted' } });
    await rows(Delivery).updateMany({}, { $unset: { in_doubt_at: '' } });
    expect(await rows(Delivery).countDocuments(inDoubt('send-1'))).to.equal(0);
    await doubtsWithTimes.run({ after: null, checkpoint: async () => {} });
    expect(await rows(Delivery).countDocuments(inDoubt('send-1'))).to.equal(3);
    expect(await times()).to.equal(5);
    const before = await rows(Delivery).find({}).toArray();
    await doubtsWithTimes.run({ after: null, checkpoint: async () => {} });
    expect(await rows(Delivery).find({}).toArray()).to.deep.equal(before);
  });

  it('continues from the last checkpoint, in groups', async () => {
    for (let batch = 0; batch < 102; batch += 1) await leaveInDoubt('send-1', 1);
    await rows(Delivery).updateMany({}, { $unset: { in_doubt_at: '' } });
    const ids = (await rows(Batch).distinct('_id')).sort((one, other) => one - other);
    const places: unknown[] = [];
    await doubtsWithTimes.run({
      after: ids[0],
      checkpoint: async (after) => void places.push(after),
    });
    expect(places).to.deep.equal([ids[100]]);
    expect(await times()).to.equal(101);
  });

  it('replaces the index of the state by one of the time', async () => {
    const collection = Delivery.driver;
    await createIndexes();
    await collection.dropIndex('user_id_1_mailing_1__id_1');
    await collection.createIndex(
      { user_id: 1, mailing: 1, _id: 1 },
      { partialFilterExpression: { state: 'in_doubt' } },
    );
    await dropChangedIndexes();
    await createIndexes();
    const indexes = await collection.indexes();
    expect(
      indexes.find(({ name }) => name === 'user_id_1_mailing_1__id_1')?.['partialFilterExpression'],
    ).to.deep.equal({
      in_doubt_at: { $exists: true },
    });
    await leaveInDoubt('send-1', 1, 3);
    for (const which of [{ $gt: 0 }, { $gt: 0, $in: [1, 2, 3] }]) {
      const plan = await collection
        .find({ user_id: 1, ...inDoubt('send-1'), _id: which } as object)
        .sort({ _id: 1 })
        .explain();
      expect(JSON.stringify(plan['queryPlanner'].winningPlan))
        .to.not.include('"SORT"')
        .and.not.include('COLLSCAN');
    }
  });
});
