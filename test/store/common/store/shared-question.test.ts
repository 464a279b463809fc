import { expect } from 'chai';
import mongoose from 'mongoose';
import { connectMongo, disconnectMongo } from '../../../../common/store/connection.ts';
import { Counter } from '../../../../common/store/counters.ts';
import { sharedQuestion } from '../../../../common/store/shared-question.ts';
import { commit, jointly, outsideTransaction } from '../../../../common/store/transactions.ts';
import { mongodbUrl } from '../../../support/services.ts';

describe('a question that many calls ask', () => {
  before(async () => connectMongo(await mongodbUrl('shared-question')));
  after(() => disconnectMongo());
  beforeEach(() => Counter.deleteMany({}));

  const counting = () => {
    let asked = 0;
    const last = sharedQuestion(
      (name: string) => name,
      async (name) => {
        asked += 1;
        return (await Counter.findOne({ _id: name }))?.last ?? null;
      },
    );
    return { last, times: () => asked };
  };

  it('is asked once more for all callers that arrive while it is under way, separately for each key', async () => {
    const { last, times } = counting();
    await Promise.all(Array.from({ length: 20 }, () => last('one')));
    expect(times()).to.equal(2);
    await Promise.all([last('one'), last('two')]);
    expect(times()).to.equal(4);
  });

  it('returns data that was read after the call', async () => {
    const { last } = counting();
    const earlier = last('one');
    await Counter.insertOne({ _id: 'one', last: 7 });
    expect(await last('one')).to.equal(7);
    await earlier;
  });

  it('is not shared in a transaction, and sees its data', async () => {
    const { last, times } = counting();
    const session = await mongoose.startSession();
    const first = async (): Promise<void> => void (await Counter.findOne({ _id: 'one' }, { session }));
    await jointly({ session, since: new Date(), first }, async () => {
      await Counter.insertOne({ _id: 'one', last: 7 });
      const outside = outsideTransaction(() => last('one'));
      expect([await last('one'), await outside]).to.eql([7, null]);
    });
    await commit(session);
    expect(await last('one')).to.equal(7);
    expect(times()).to.equal(3);
  });
});
