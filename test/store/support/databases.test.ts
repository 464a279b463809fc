import { expect } from 'chai';
import mongoose from 'mongoose';
import { Sender } from '../../../common/models/senders.ts';
import { type Api, startOwnApi } from '../../support/api.ts';
import { prepareDatabase } from '../../support/databases.ts';

describe('a prepared database of tests', () => {
  let api: Api;
  before(async () => {
    api = await startOwnApi('support-databases');
  });
  after(() => api.stop());

  it('gets an index again when another took its place', async () => {
    const senders = mongoose.connection.db!.collection(Sender.name);
    const names = async () => (await senders.indexes()).map(({ name }) => name!).sort();
    const before = await names();
    const dropped = before.find((name) => name !== '_id_')!;
    await senders.dropIndex(dropped);
    await senders.createIndex({ another: 1 }, { name: 'another' });
    await prepareDatabase();
    expect(await names()).to.include(dropped);
    if ((await names()).includes('another')) await senders.dropIndex('another');
    expect(await names()).to.deep.equal(before);
  });
});
