import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { readErasures, writeErasures } from '../../../../common/backup/erasures-file.ts';
import { restoreBackup } from '../../../../common/backup/restore.ts';
import { writeBackup } from '../../../../common/backup/write-backup.ts';
import { DataKey } from '../../../../common/models/data-keys.ts';
import { Erasure } from '../../../../common/models/erasures.ts';
import { connectProducer, type RedisConnection } from '../../../../common/redis/redis.ts';
import { type Engine, startEngine } from '../../../support/engine.ts';
import { whereIs } from '../../../support/everywhere.ts';
import { type Ground } from '../../../support/factories.ts';
import { makeKnown } from '../../../support/known-person.ts';
import { rows } from '../../../support/rows.ts';
import { addContacts } from '../../../support/world.ts';

const ADDRESS = 'augusta.ada@example.com';

describe('restoring a backup from before an erasure', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-test-erasures-'));
  const [backup, erasures] = [join(folder, 'store.backup'), join(folder, 'erasures')];
  let engine: Engine;
  let ground: Ground;
  let redis: RedisConnection;

  before(async () => {
    engine = await startEngine('backup-erasures', { RATE_CALLS: '0' });
    redis = connectProducer(engine.api.config.redisUrl);
    ground = await engine.ground();
    await addContacts(ground, ['stays@example.com']);
    await makeKnown(engine, ground, ADDRESS);
    await writeBackup({ file: backup, consistency: 'snapshot', appSecret: engine.api.config.appSecret });
    await ground.client.post('/contacts/erase', { email: ADDRESS });
    await engine.settle();
    expect(await whereIs(ADDRESS, redis)).to.deep.equal([]);
    expect(await writeErasures(erasures)).to.equal(1);
  });
  after(async () => {
    redis.disconnect();
    await engine?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const empty = async (): Promise<void> => {
    for (const { name } of await mongoose.connection.db!.listCollections({}, { nameOnly: true }).toArray())
      await mongoose.connection.db!.dropCollection(name);
  };
  const erasedAgain = async (): Promise<void> => {
    await engine.settle();
    const places = await whereIs(ADDRESS, redis);
    expect(places).to.deep.equal([]);
    expect(
      (await ground.client.get('/contacts/list?email=stays@example.com')).body.message.contacts,
    ).to.have.length(1);
    expect(
      (await ground.client.get(`/contacts/erasure?email=${ADDRESS}`)).body.message.erasure.erased_at,
    ).to.be.a('string');
  };

  it('erases again what the store that it replaces knows', async () => {
    expect((await restoreBackup(backup, true)).erased).to.equal(1);
    expect(await whereIs(ADDRESS, redis)).to.include('contacts');
    await erasedAgain();
  });

  it('erases again what a file tells it, on an empty machine', async () => {
    await empty();
    expect((await restoreBackup(backup, false, erasures)).erased).to.equal(1);
    await erasedAgain();
  });

  it('erases nothing that neither a file nor the store names', async () => {
    await empty();
    expect((await restoreBackup(backup, false)).erased).to.equal(0);
    await engine.settle();
    expect(await whereIs(ADDRESS, redis)).to.include('contacts');
  });

  it('refuses a file of another store, and one that is damaged, and changes nothing', async () => {
    await rows(Erasure).deleteMany({});
    await DataKey.deleteMany({ _id: 'erasures' });
    await ground.client.post('/contacts/erase', { email: 'other@example.com' });
    const other = join(folder, 'other.backup');
    await writeBackup({ file: other, consistency: 'snapshot', appSecret: engine.api.config.appSecret });
    const refused = (from: string, file: string) =>
      restoreBackup(from, true, file).then(
        () => '',
        (error: Error) => error.message,
      );
    expect(await refused(other, erasures)).to.match(/of different stores/);
    const text = readFileSync(erasures, 'utf8');
    for (const spoilt of [
      '',
      '{}',
      text.slice(0, -20),
      text.split('\n')[0]!,
      `${text}x`,
      text.replace('"count":1', '"count":2'),
    ]) {
      const file = join(folder, 'spoilt');
      writeFileSync(file, spoilt);
      expect(await refused(backup, file), spoilt).to.match(/erasure file/);
    }
    expect(await rows(Erasure).countDocuments()).to.equal(1);
  });

  it('leaves no address in the file', async () => {
    const text = readFileSync(erasures, 'utf8');
    expect(text).to.not.include('augusta');
    const read: unknown[] = [];
    const key = await readErasures(erasures, async (some) => read.push(...some));
    expect([key?._id, read.length]).to.deep.equal(['erasures', 1]);
  });
});
