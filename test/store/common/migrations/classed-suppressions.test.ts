import { expect } from 'chai';
import { classedSuppressions } from '../../../../common/migrations/classed-suppressions.ts';
import { createIndexes } from '../../../../common/migrations/indexes.ts';
import { Suppression } from '../../../../common/models/suppressions.ts';
import { connectMongo, disconnectMongo } from '../../../../common/store/connection.ts';
import { rows } from '../../../support/rows.ts';
import { keptMongodbUrl } from '../../../support/services.ts';

describe('the migration of suppressions without a class', () => {
  before(async () => {
    await connectMongo(await keptMongodbUrl('classed-suppressions'));
    await createIndexes();
  });
  after(disconnectMongo);

  it('says of bounced ones that they are active and of unknown class, once, and leaves all others', async () => {
    await rows(Suppression).insertMany(
      Array.from({ length: 1002 }, (_, at) => ({
        _id: at + 1,
        user_id: 1,
        email_norm: `${at}@people.example`,
        unsubscribe_groups_id: null,
        reason: at === 0 ? 'unsubscribed' : 'bounced',
        ...(at === 1 && { class: 'full', state: 'suspected' }),
      })) as never,
    );
    const places: unknown[] = [];
    const progress = { checkpoint: async (after: unknown) => void places.push(after) };
    await classedSuppressions.run({ after: null, ...progress });
    expect(places).to.deep.equal([1000]);
    const count = (filter: object) => rows(Suppression).countDocuments(filter);
    expect(await count({ class: 'unknown', state: 'active' })).to.equal(1000);
    expect(await count({ class: 'full', state: 'suspected' })).to.equal(1);
    expect(await count({ reason: 'unsubscribed', class: { $exists: false } })).to.equal(1);
    await classedSuppressions.run({ after: 1000, ...progress });
    expect(await count({ class: 'unknown' })).to.equal(1000);
  });
});
