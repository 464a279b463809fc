import { expect } from 'chai';
import { dueForDetails } from '../../../../common/changes/mail-details.ts';
import { detailsToCount } from '../../../../common/migrations/details-to-count.ts';
import { Batch, newBatch, newList } from '../../../../common/models/batches.ts';
import { connectMongo, disconnectMongo } from '../../../../common/store/connection.ts';
import { rows } from '../../../support/rows.ts';
import { mongodbUrl } from '../../../support/services.ts';

describe('the migration of mails without details', () => {
  before(async () => {
    await connectMongo(await mongodbUrl('details-to-count'));
    await rows(Batch).deleteMany({});
  });
  after(disconnectMongo);

  it('marks them for a count, from the last checkpoint on, but not those whose rows are gone', async () => {
    const at = new Date();
    const batch = (_id: number) =>
      newBatch({ _id, mailing: 'send-1', user_id: 1, first: _id, last: _id }, at);
    await rows(Batch).insertMany(Array.from({ length: 1003 }, (_, index) => batch(index + 1)));
    await rows(Batch).updateOne({ _id: 1001 }, { $set: { retired: 'gone' } });
    await rows(Batch).updateOne({ _id: 1002 }, { $set: { details_at: at } });
    await rows(Batch).insertOne(newList({ _id: 2000, mailing: 'send-1', user_id: 1, ids: [1] }, at));
    const places: unknown[] = [];
    const progress = { checkpoint: async (after: unknown) => void places.push(after) };
    await detailsToCount.run({ after: 1000, ...progress });
    expect((await dueForDetails(5000)).map(({ _id }) => _id)).to.deep.equal([1003]);
    await detailsToCount.run({ after: null, ...progress });
    await detailsToCount.run({ after: null, ...progress });
    expect(places).to.deep.equal([2000, 1000, 2000, 1000, 2000]);
    const due = await dueForDetails(5000);
    expect(due.map(({ _id }) => _id).sort((one, other) => one - other)).to.deep.equal([
      ...Array.from({ length: 1000 }, (_, index) => index + 1),
      1003,
    ]);
  });
});
