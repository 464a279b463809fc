import { expect } from 'chai';
import { closeAccount, reopenAccount } from '../../../../../common/accounts/closing.ts';
import { setClock } from '../../../../../common/clock.ts';
import { signToken, tokenKey } from '../../../../../common/domain/tokens.ts';
import { Account } from '../../../../../common/models/accounts.ts';
import { Batch } from '../../../../../common/models/batches.ts';
import { DeletedAccount } from '../../../../../common/models/deleted-accounts.ts';
import { Delivery } from '../../../../../common/models/deliveries.ts';
import { DetailSum } from '../../../../../common/models/detail-sums.ts';
import { PasswordMail } from '../../../../../common/models/password-mails.ts';
import { Suppression } from '../../../../../common/models/suppressions.ts';
import { connectProducer, type RedisConnection } from '../../../../../common/redis/redis.ts';
import mailPassword from '../../../../../worker/notices/jobs/mail-password.ts';
import { addFixtures, belongings } from '../../../../support/account-fixture.ts';
import type { Client } from '../../../../support/api.ts';
import { type Engine, startEngine } from '../../../../support/engine.ts';
import { whereIs } from '../../../../support/everywhere.ts';
import { makeKnown } from '../../../../support/known-person.ts';
import { subjects } from '../../../../support/notices.ts';
import { rows } from '../../../../support/rows.ts';
import { expire, wholeStore } from '../../../../support/whole-store.ts';

const DAY = 24 * 3600_000;
const MINUTE = 60_000;

/** Collections of the whole service: numbers that were given out, what stays of deleted accounts, and content that was rendered lately. */
const OF_SERVICE = new Set(['counters', 'data_keys', 'deleted_accounts', 'workers']);

describe('deleting a closed account', () => {
  let engine: Engine;
  let redis: RedisConnection;

  before(async () => {
    engine = await startEngine('worker-deletion', { RATE_CALLS: '0' });
    redis = connectProducer(engine.api.config.redisUrl);
  });
  after(async () => {
    redis.disconnect();
    await engine.stop();
  });
  afterEach(() => setClock());

  const ahead = (milliseconds: number) => setClock(() => Date.now() + milliseconds);
  const stored = (userId: number) => Account.findOne({ _id: userId });
  const deletion = (userId: number) => DeletedAccount.findOne({ _id: userId });
  const close = async ({ user_id }: Client): Promise<void> => {
    expect(await closeAccount((await stored(user_id))!, 30)).to.not.equal(null);
  };
  const run = (userId: number) => engine.jobs['delete-account'].run({ userId }, engine.worker);
  /** Runs the job until it has nothing to do. */
  const runOut = async (userId: number): Promise<void> => {
    while ((await run(userId)) !== 'idle');
  };
  type Full = Awaited<ReturnType<typeof full>>;
  /** An account with everything, and a person who is everywhere in it. */
  async function full(word: string, address: string) {
    const ground = await engine.ground();
    const known = await makeKnown(engine, ground, address);
    await addFixtures(ground.client, word);
    await ground.client.post('/contacts/erase', { email: `erased-${address}` });
    await engine.settle();
    return { ...ground, known };
  }

  describe('that had everything, besides another such account', () => {
    // Its set-up moves the clock, and may fail.
    after(() => setClock());
    let stays: Full;
    let goes: Full;
    let email: string;
    /** All documents: what the other account has, and before and after the deletion. */
    let others: Set<string>;
    let before_: Map<string, string>;
    let after_: Map<string, string>;

    before(async () => {
      stays = await full('stayingword', 'stays@known.example');
      await engine.settle();
      others = new Set((await wholeStore()).keys());
      goes = await full('goingword', 'goes@known.example');
      const { user_id } = goes.client;
      ({ email } = (await stored(user_id))!);
      await close(goes.client);
      ahead(31 * DAY);
      await expire(new Date(Date.now() + 31 * DAY));
      before_ = await wholeStore();
      await runOut(user_id);
      after_ = await wholeStore();
      setClock();
    });

    it('deletes all its data, and leaves another account unchanged, byte for byte', async () => {
      const { user_id } = goes.client;
      const left = [...after_.keys()].filter((key) => !OF_SERVICE.has(key.split(' ')[0]!));
      // A worker may count the batches of the other account meanwhile.
      for (const id of await rows(Batch).distinct('_id', { user_id: stays.client.user_id }))
        others.add(`batch_details ${id}`);
      for (const id of await rows(DetailSum).distinct('_id', { user_id: stays.client.user_id }))
        others.add(`detail_sums ${JSON.stringify(id)}`);
      expect(left.filter((key) => !others.has(key))).to.deep.equal([]);
      for (const key of left) expect(after_.get(key), key).to.equal(before_.get(key));
      const gone = [...others].filter((key) => before_.has(key) && !after_.has(key));
      expect(gone).to.deep.equal([]);
      for (const text of ['goingword', 'goes@known.example', email])
        expect(await whereIs(text, redis), text).to.deep.equal([]);
      expect(Object.values(await belongings(user_id)).flat()).to.deep.equal([]);
      expect(Object.values(await belongings(stays.client.user_id)).flat()).to.not.deep.equal([]);
      expect((await deletion(user_id))!.done_at).to.be.a('date');
      expect(await stored(user_id)).to.equal(null);
    });

    it('answers links of its mails kindly, and keeps nothing of an opt-out', async () => {
      const { client, known } = goes;
      const { user_id } = client;
      const key = tokenKey(engine.api.config.appSecret);
      for (const [method, path] of [
        ['GET', known.link('unsubscribe')],
        ['POST', known.link('unsubscribe')],
        ['GET', known.link('preferences')],
        ['GET', `/c/${signToken(key, 'click', { account: user_id, id: known.deliveryId }, 1)}`],
      ] as const) {
        const page = await engine.api.request(path, { method });
        expect(page.status, path).to.equal(200);
        expect(page.body, path).to.contain('You get no more of these emails');
      }
      expect(
        (await engine.api.request(`/o/${signToken(key, 'open', { account: user_id, id: known.deliveryId })}`))
          .status,
      ).to.equal(200);
      expect(await rows(Suppression).countDocuments({ user_id })).to.equal(0);
      const unknown = signToken(key, 'unsubscribe', { account: user_id, id: 7_000_000_000 });
      expect((await engine.api.request(`/unsubscribe/${unknown}`)).status).to.equal(404);
    });
  });

  it('tells the owner once, a day before, and deletes no account that was reopened by then', async () => {
    const { client } = await engine.ground();
    const { user_id } = client;
    const { email } = (await stored(user_id))!;
    await PasswordMail.deleteMany({});
    await close(client);
    expect(await run(user_id)).to.equal('idle');
    ahead(29 * DAY + MINUTE);
    await run(user_id);
    expect(await run(user_id)).to.equal('idle');
    ahead(29 * DAY + 2 * MINUTE);
    for (const { _id: mailId } of await PasswordMail.find({ kind: 'deletion_near' }).toArray())
      await mailPassword.run({ mailId }, engine.worker);
    expect(await subjects(engine.mail, email)).to.deep.equal(['Your account is about to be deleted']);
    expect(await reopenAccount((await stored(user_id))!)).to.equal(true);
    ahead(40 * DAY);
    expect(await run(user_id)).to.equal('idle');
    expect(await stored(user_id)).to.not.equal(null);
    expect((await client.get('/contacts-type')).status).to.equal(200);
  });

  it('cannot be reopened once the deletion has begun, and searches again for late data', async () => {
    const { client, unsubscribe_group_id } = await engine.ground();
    const { user_id } = client;
    await close(client);
    const closed = (await stored(user_id))!;
    ahead(31 * DAY);
    await Account.updateOne({ _id: user_id }, { $set: { 'closed.deleting': true } });
    expect(await reopenAccount(closed)).to.equal(false);
    expect(await reopenAccount((await stored(user_id))!)).to.equal(false);
    await runOut(user_id);
    await rows(Suppression).insertOne({
      _id: 987_654,
      user_id,
      unsubscribe_groups_id: unsubscribe_group_id,
      email_norm: 'late@example.com',
    } as never);
    expect(await run(user_id)).to.equal('idle');
    ahead(31 * DAY + 3 * MINUTE);
    await runOut(user_id);
    expect(await rows(Suppression).countDocuments({ user_id })).to.equal(0);
    ahead(31 * DAY + 20 * MINUTE);
    await runOut(user_id);
    expect((await deletion(user_id))!.due_at).to.equal(null);
    expect(await rows(Delivery).countDocuments({ user_id })).to.equal(0);
  });
});
