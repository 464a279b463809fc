import { expect } from 'chai';
import { setClock } from '../../../common/clock.ts';
import type { Logger } from '../../../common/log.ts';
import { migrate } from '../../../common/migrations/migrate.ts';
import type { Migration } from '../../../common/migrations/migration.ts';
import { Account } from '../../../common/models/accounts.ts';
import { StoreState } from '../../../common/models/store-states.ts';
import { connectMongo, disconnectMongo } from '../../../common/store/connection.ts';
import { mongodbUrl } from '../../support/services.ts';

const log = { info: () => {} } as unknown as Logger;

describe('a migration', () => {
  let walked: (number | string)[];
  let breakAt: number;

  /** A migration with five steps that fails where it is told to. */
  const walk = (version: number): Migration => ({
    version,
    title: 'walks to 5',
    async run({ after, checkpoint }) {
      for (let step = Number(after ?? 0) + 1; step <= 5; step += 1) {
        if (step === breakAt) throw new Error('the power went out');
        walked.push(`${version}.${step}`);
        await checkpoint(step);
      }
    },
  });
  const state = () => StoreState.findOne({});

  before(async () => connectMongo(await mongodbUrl('migrate')));
  beforeEach(async () => {
    [walked, breakAt] = [[], 0];
    await StoreState.deleteMany({});
    await Account.deleteMany({});
    await Account.insertOne({ _id: 1 } as never);
  });
  afterEach(() => setClock());
  after(disconnectMongo);

  it('runs in order, once', async () => {
    await migrate(log, [walk(1), walk(2)]);
    await migrate(log, [walk(1), walk(2)]);
    expect(walked).to.deep.equal(
      [1, 2].flatMap((version) => [1, 2, 3, 4, 5].map((at) => `${version}.${at}`)),
    );
    expect(await state()).to.deep.include({ schema_version: 2, migrating: null, lease_token: null });
  });

  it('finds nothing to do in an unused store', async () => {
    await Account.deleteMany({});
    await migrate(log, [walk(1)]);
    expect(walked).to.deep.equal([]);
    expect(await state()).to.include({ schema_version: 1 });
  });

  it('continues where it was interrupted', async () => {
    breakAt = 4;
    expect(await migrate(log, [walk(1)]).catch((error: Error) => error.message)).to.match(/power/);
    expect(await state()).to.deep.include({ schema_version: 0, migrating: { version: 1, after: 3 } });
    breakAt = 0;
    await migrate(log, [walk(1)]);
    expect(walked).to.deep.equal(['1.1', '1.2', '1.3', '1.4', '1.5']);
  });

  it('runs in one process at a time, and the others wait for it', async () => {
    await Promise.all([1, 2, 3].map(() => migrate(log, [walk(1)])));
    expect(walked).to.have.length(5);
  });

  it('passes to another process when the first is dead, and not before', async () => {
    await migrate(log, []);
    await StoreState.updateOne(
      {},
      { $set: { schema_version: 0, lease_token: 'dead', lease_until: new Date(Date.now() + 30_000) } },
    );
    setClock(() => Date.now() + 31_000);
    await migrate(log, [walk(1)]);
    expect(walked).to.have.length(5);
  });

  it('ends when another process has taken over', async () => {
    const robbed: Migration = {
      version: 1,
      title: 'is robbed',
      async run({ checkpoint }) {
        await StoreState.updateOne({}, { $set: { lease_token: 'another' } });
        await checkpoint(1);
      },
    };
    expect(await migrate(log, [robbed]).catch((error: Error) => error.message)).to.match(/taken/);
    expect(await state()).to.include({ schema_version: 0 });
  });
});
