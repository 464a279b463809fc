import { expect } from 'chai';
import mongoose from 'mongoose';
import { writesSomething } from '../../../api/contract.ts';
import { type AccountFixture, addFixtures, givenTo } from '../../support/account-fixture.ts';
import { type Api, startApi } from '../../support/api.ts';
import { ENDPOINTS, inputsBy, requestOf, send } from '../../support/calls.ts';

const WRITES = [
  'insertOne',
  'insertMany',
  'updateOne',
  'updateMany',
  'findOneAndUpdate',
  'bulkWrite',
] as const;
/** Written in the background: the time of a key's last use. */
const LATER = new Set(['keys']);

describe('a GET that stores something before its answer', () => {
  let api: Api;
  let fixture: AccountFixture;
  const written = new Set<string>();
  const driver = mongoose.mongo.Collection.prototype as unknown as Record<
    string,
    (...given: never[]) => unknown
  >;
  const real = WRITES.map((name) => [name, driver[name]!] as const);

  before(async () => {
    api = await startApi('contract-reads-that-write', { RATE_CALLS: '0' });
    fixture = await addFixtures(await api.account(), 'reads');
    for (const [name, work] of real)
      driver[name] = function note(this: { collectionName: string }, ...given: never[]) {
        if (!LATER.has(this.collectionName)) written.add(this.collectionName);
        return work.apply(this, given);
      };
  });
  after(async () => {
    for (const [name, work] of real) driver[name] = work;
    await api.stop();
  });

  it('is known to store something', async () => {
    for (const endpoint of ENDPOINTS) {
      const { name, row, method } = endpoint;
      if (method !== 'GET' || writesSomething(row, method)) continue;
      written.clear();
      await send(api, fixture.client, requestOf(endpoint, givenTo(name, inputsBy(name), fixture)));
      if (row.stores !== true) expect([...written], row.path).to.deep.equal([]);
    }
  }).timeout(60_000);

  it('is each one that counts details of mails', () => {
    // These store counts where mails have changed since.
    const counting = ENDPOINTS.filter(({ row }) => row.extras?.includes('refreshing'));
    expect(counting.length).to.be.greaterThan(5);
    for (const { row } of counting) expect(row.stores, row.path).to.equal(true);
  });
});
