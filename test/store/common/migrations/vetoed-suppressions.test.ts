import { expect } from 'chai';
import { createIndexes } from '../../../../common/migrations/indexes.ts';
import { vetoedSuppressions } from '../../../../common/migrations/vetoed-suppressions.ts';
import { Suppression } from '../../../../common/models/suppressions.ts';
import { connectMongo, disconnectMongo } from '../../../../common/store/connection.ts';
import { rows } from '../../../support/rows.ts';
import { keptMongodbUrl } from '../../../support/services.ts';

const LIFTED = [
  '550 Too many invalid recipients',
  '550 Account temporarily locked',
  '550 5.1.1 Recipient address rejected: user lookup failed',
  '550 5.4.6 Too many hops, user unknown',
];
const STAYS = [
  { reply: '550 5.1.1 The email account that you tried to reach does not exist' },
  { reply: '550 No such user; check the spelling and try again' },
  { reply: '550 Too many invalid recipients', rule: 'repeated', class: 'inactive' },
  { reply: '550 Too many invalid recipients', import_id: 3 },
  { reply: '452 Too many invalid recipients', class: 'full' },
  { reply: '550 Too many invalid recipients', reason: 'complained' },
  { reply: null },
];

describe('the migration of suppressions with a veto', () => {
  before(async () => {
    await connectMongo(await keptMongodbUrl('vetoed-suppressions'));
    await createIndexes();
  });
  after(disconnectMongo);

  it('lifts those whose reply says nothing about the mailbox, in groups, and again without effect', async () => {
    const many = Array.from({ length: 1000 }, (_, at) => ({ reply: LIFTED[at % LIFTED.length] }));
    await rows(Suppression).insertMany(
      [...STAYS, ...many].map((fields, at) => ({
        _id: at + 1,
        user_id: 1,
        email_norm: `${at}@people.example`,
        unsubscribe_groups_id: null,
        reason: 'bounced',
        class: at % 2 === 0 ? 'gone' : 'inactive',
        state: 'active',
        ...fields,
      })) as never,
    );
    const places: unknown[] = [];
    const progress = { checkpoint: async (after: unknown) => void places.push(after) };
    for (const after of [null, null, places[0] ?? null]) await vetoedSuppressions.run({ after, ...progress });
    expect(places).to.have.length(1);
    const left = await rows(Suppression).distinct('_id');
    expect(left).to.deep.equal(STAYS.map((_, at) => at + 1));
  });
});
