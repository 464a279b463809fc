import { expect } from 'chai';
import mongoose from 'mongoose';
import { Mailing } from '../../../../../common/models/mailings.ts';
import { Sender } from '../../../../../common/models/senders.ts';
import { connectMongo, disconnectMongo } from '../../../../../common/store/connection.ts';
import { SINGLE_SEND_CHORES } from '../../../../../worker/sending/single-sends/chores.ts';
import { startProfiler } from '../../../../support/profiler.ts';
import { rows } from '../../../../support/rows.ts';
import { mongodbUrl } from '../../../../support/services.ts';

/** Senders with a paused mailing: more than two rounds look at. */
const SENDERS = 450;
const ROUNDS = 3;
/** Its address has no domain, so it can send nothing. */
const UNFIT = 2;

describe('mailings that are paused for their sender', () => {
  const chore = SINGLE_SEND_CHORES.find(({ name }) => name === 'resumeVerified')!;

  before(async () => {
    await connectMongo(await mongodbUrl('resume-verified'));
    const ids = Array.from({ length: SENDERS }, (_, at) => at + 1);
    await Promise.all([rows(Mailing).deleteMany({}), rows(Sender).deleteMany({})]);
    await rows(Mailing).insertMany(
      ids.map((id) => ({
        _id: `send-${id}`,
        user_id: id,
        state: 'open',
        paused_reason: 'sender_unverified',
        single_send_id: id,
        sender_id: id,
      })) as never,
    );
    await rows(Sender).insertMany(
      ids.map((_id) => {
        const address = _id === UNFIT ? 'no-domain' : 'a@x.example';
        const is_verified = _id <= UNFIT || _id === SENDERS ? 1 : 0;
        return {
          _id,
          user_id: _id,
          from_email: address,
          reply_to_email: address,
          is_verified,
          deleted_at: null,
        };
      }) as never,
    );
  });
  after(disconnectMongo);

  it('resume once it is verified, by one question for the senders of a round', async () => {
    const profiler = await startProfiler();
    for (let round = 0; round < ROUNDS; round += 1) await chore.run({} as never);
    await profiler.stop();
    const resumed = await rows(Mailing).distinct('user_id', { paused_reason: null });
    expect(resumed).to.deep.equal([1, SENDERS]);
    const { db } = mongoose.connection;
    const asked = await db!.collection('system.profile').countDocuments({ ns: /\.senders$/ });
    expect(asked).to.equal(ROUNDS);
  });
});
