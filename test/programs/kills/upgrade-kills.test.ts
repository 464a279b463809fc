import { expect } from 'chai';
import mongoose from 'mongoose';
import { type Config, readConfig } from '../../../common/config.ts';
import { findIndexes, missingIndexes, REPLACED } from '../../../common/migrations/indexes.ts';
import { SCHEMA_VERSION } from '../../../common/migrations/list.ts';
import { MODELS } from '../../../common/models/all.ts';
import { connectMongo, disconnectMongo } from '../../../common/store/connection.ts';
import { endStoreLease, loadOldStore } from '../../support/old-store.ts';
import { startNode } from '../../support/programs.ts';
import { mongodbUrl } from '../../support/services.ts';
import { storeEnvironment } from '../../support/store-environment.ts';

/** Times and counts that differ from one upgrade to another. */
const VARIES = /"(?:details_dirty_at|details_due_at|in_doubt_at|ended_at|counted_at)":"[^"]*"/g;
/** The upgrade's own, and those whose documents expire meanwhile. */
const NOT_COMPARED: ReadonlySet<string> = new Set([
  'store_states',
  'signing_keys',
  ...MODELS.filter(({ indexes }) => indexes.some((index) => index.expireAfterSeconds !== undefined)).map(
    ({ name }) => name,
  ),
]);
/** More deaths than steps, in case an upgrade never ends. */
const MOST = 100;

describe('killing an upgrade from version 0.1.0', () => {
  let config: Config;
  let undisturbed: Record<string, string[]>;

  afterEach(disconnectMongo);

  async function startOld(name: string): Promise<void> {
    config = readConfig({
      MONGODB_URL: await mongodbUrl(name),
      REDIS_URL: 'redis://127.0.0.1:9',
      SMTP_URL: 'smtp://127.0.0.1:9',
      APP_SECRET: 'a secret of thirty-two characters or more',
    });
    await connectMongo(config.mongodbUrl);
    await loadOldStore();
  }

  /** Runs the command `indexes`; returns the failpoint at which it died, or null. */
  async function upgrade(failpoints: string): Promise<string | null> {
    const env = storeEnvironment(config, { FAILPOINTS: failpoints });
    const { code, out, err } = await startNode(['common/commands/indexes.ts'], env).ended;
    await endStoreLease();
    if (code === 0) return null;
    expect(err, out).to.match(/^failpoint /);
    return err.trim();
  }

  /** All documents that the store does not delete by itself, without those of the upgrade. */
  async function contents(): Promise<Record<string, string[]>> {
    const found: Record<string, string[]> = {};
    for (const { collectionName } of await mongoose.connection.db!.collections()) {
      if (NOT_COMPARED.has(collectionName)) continue;
      const all = await mongoose.connection.db!.collection(collectionName).find().toArray();
      found[collectionName] = all.map((one) => JSON.stringify(one).replaceAll(VARIES, '')).sort();
    }
    return found;
  }

  /** Two documents of one mail or send are refused at each moment: the lock of 0.1.0 stands until the new one does. */
  async function hasLocks(): Promise<boolean> {
    const found = await findIndexes();
    const uniqueIn = (collection: string, last: string): boolean =>
      found.get(collection)!.some(({ key, unique }) => unique && Object.keys(key).at(-1) === last);
    return uniqueIn('deliveries', 'email_norm') && uniqueIn('single_sends', 'utr');
  }

  /** Checks indexes and state of the store after a complete upgrade. */
  async function expectUpgraded(): Promise<void> {
    const found = await findIndexes();
    expect(missingIndexes(found)).to.deep.equal([]);
    for (const [collection, names] of Object.entries(REPLACED))
      for (const name of names)
        expect(
          found.get(collection)!.map((index) => index.name),
          collection,
        ).not.to.include(name);
    const state = await mongoose.connection.db!.collection('store_states').findOne({});
    expect(state).to.include({ schema_version: SCHEMA_VERSION, migrating: null });
  }

  /** Where the upgrade died until a run came to its end. */
  async function deathsOf(failpoints: string): Promise<string[]> {
    const deaths: string[] = [];
    for (;;) {
      const death = await upgrade(failpoints);
      expect(await hasLocks(), death ?? 'the end').to.equal(true);
      if (death === null) return deaths;
      deaths.push(death);
      expect(deaths.length, deaths.join('\n')).to.be.below(MOST);
    }
  }

  async function upgradeThroughDeaths(failpoints: string): Promise<string[]> {
    const creating = await deathsOf(failpoints);
    // A release after one that has ended drops the indexes of 0.1.0.
    const deaths = [...creating, ...(await deathsOf(failpoints))];
    await expectUpgraded();
    expect(await contents()).to.deep.equal(undisturbed);
    return deaths;
  }

  it('is needed at all: two runs complete it', async () => {
    await startOld('upgrade-undisturbed');
    expect(await upgrade('')).to.equal(null);
    expect(await upgrade('')).to.equal(null);
    await expectUpgraded();
    undisturbed = await contents();
    expect(undisturbed['deliveries']).to.have.length(34);
  });

  it('loses nothing after each step', async () => {
    await startOld('upgrade-steps');
    const deaths = await upgradeThroughDeaths('upgrade-step@1');
    const steps = new Set(deaths);
    for (const step of [...Object.keys(REPLACED), String(SCHEMA_VERSION)])
      expect(steps).to.include(`failpoint upgrade-step ${step}`);
  });

  it('loses nothing between a change and its checkpoint', async () => {
    await startOld('upgrade-changes');
    const first = await upgrade('upgrade-changed@1');
    const deaths = [first, ...(await upgradeThroughDeaths('upgrade-changed@2'))];
    expect(deaths.length).to.be.at.least(2);
  });
});
