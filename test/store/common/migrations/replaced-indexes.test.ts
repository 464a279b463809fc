import { expect } from 'chai';
import mongoose from 'mongoose';
import {
  createIndexes,
  findIndexes,
  REPLACED,
  releaseIndexes,
} from '../../../../common/migrations/indexes.ts';
import { MODELS } from '../../../../common/models/all.ts';
import { type Api, startOwnApi } from '../../../support/api.ts';

const nameOf = (key: object): string => Object.entries(key).flat().join('_');

/** Unique indexes that do not begin with the account, with the reason. */
const OTHERS: Readonly<Record<string, string>> = {
  'accounts email_norm_1': 'an address signs in to one account',
  'media token_1': 'found by the token alone; the collection stays on one shard',
  'password_mails token_hash_1': 'found by the token alone; the collection stays on one shard',
  'report_shares token_hash_1': 'found by the token alone; the collection stays on one shard',
};

describe('indexes of earlier versions', () => {
  let api: Api;
  before(async () => {
    api = await startOwnApi('common-replaced-indexes');
  });
  after(() => api.stop());

  const namesOf = async (collection: string): Promise<(string | undefined)[]> =>
    ((await findIndexes()).get(collection) ?? []).map(({ name }) => name);

  it('are no indexes of this version', () => {
    for (const { name, indexes } of MODELS)
      for (const { key, name: own } of indexes)
        expect(REPLACED[name] ?? [], name).not.to.include(own ?? nameOf(key));
  });

  it('stay until a release has ended, also after one that was killed, and are dropped by the next', async () => {
    const deliveries = mongoose.connection.db!.collection('deliveries');
    const [old, by, dueAt] = [
      'mailing_1_email_norm_1',
      'user_id_1_mailing_1_email_norm_1',
      'user_id_1_mailing_1_due_at_1',
    ];
    await deliveries.dropIndex(by);
    await deliveries.dropIndex(dueAt);
    await deliveries.createIndex({ mailing: 1, email_norm: 1 }, { unique: true });
    await deliveries.createIndex({ operator: 1 });
    const own = [by, dueAt, 'operator_1'];
    // A release that was killed, and whose indexes the server has created all.
    await createIndexes();
    expect(await namesOf('deliveries')).to.include.members([old, ...own]);
    await releaseIndexes();
    expect(await namesOf('deliveries')).to.include.members([old, ...own]);
    for (let time = 0; time < 2; time += 1) {
      await releaseIndexes();
      expect(await namesOf('deliveries'))
        .to.include.members(own)
        .and.not.include(old);
    }
  });
});

describe('a unique index', () => {
  it('begins with the account, or has a reason', () => {
    const others = MODELS.flatMap(({ name, indexes }) =>
      indexes
        .filter(({ key, unique }) => unique && Object.keys(key)[0] !== 'user_id')
        .map(({ key }) => `${name} ${nameOf(key)}`),
    );
    expect(others).to.have.members(Object.keys(OTHERS));
  });
});
