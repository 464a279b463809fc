import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { closeAccount } from '../../../../common/accounts/closing.ts';
import { writeErasures } from '../../../../common/backup/erasures-file.ts';
import { restoreBackup } from '../../../../common/backup/restore.ts';
import { writeBackup } from '../../../../common/backup/write-backup.ts';
import { setClock } from '../../../../common/clock.ts';
import { Account } from '../../../../common/models/accounts.ts';
import { Contact } from '../../../../common/models/contacts.ts';
import { DeletedAccount } from '../../../../common/models/deleted-accounts.ts';
import { type Engine, startEngine } from '../../../support/engine.ts';
import { type Ground } from '../../../support/factories.ts';
import { rows } from '../../../support/rows.ts';
import { addContacts } from '../../../support/world.ts';

const DAY = 24 * 3600_000;

describe('restoring a backup from before an account was deleted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-test-deletions-'));
  const [backup, erasures] = [join(folder, 'store.backup'), join(folder, 'erasures')];
  let engine: Engine;
  let goes: Ground;
  let stays: Ground;
  let waits: Ground;

  const account = ({ client }: Ground) => Account.findOne({ _id: client.user_id });
  const contacts = ({ client }: Ground) => rows(Contact).countDocuments({ user_id: client.user_id });
  const deleteIt = async (): Promise<void> => {
    const userId = goes.client.user_id;
    while ((await engine.jobs['delete-account'].run({ userId }, engine.worker)) !== 'idle');
  };

  before(async () => {
    engine = await startEngine('backup-deletions');
    [goes, stays, waits] = [await engine.ground(), await engine.ground(), await engine.ground()];
    for (const ground of [goes, stays, waits])
      await addContacts(ground, [`of-${ground.client.user_id}@example.com`]);
    await closeAccount((await account(waits))!, 3);
    await writeBackup({ file: backup, consistency: 'snapshot', appSecret: engine.api.config.appSecret });
    await closeAccount((await account(goes))!, 30);
    setClock(() => Date.now() + 31 * DAY);
    await deleteIt();
    expect(await account(goes)).to.equal(null);
    expect(await writeErasures(erasures)).to.equal(1);
  });
  after(async () => {
    setClock();
    await engine?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const deletedAgain = async (): Promise<void> => {
    expect(await contacts(goes)).to.equal(1);
    expect((await account(goes))!.closed).to.include({ deleting: true });
    await deleteIt();
    expect(await account(goes)).to.equal(null);
    expect(await contacts(goes)).to.equal(0);
    expect([await contacts(stays), await contacts(waits)]).to.deep.equal([1, 1]);
  };

  it('deletes again what the store that it replaces knows', async () => {
    expect((await restoreBackup(backup, true)).deleted).to.equal(1);
    await deletedAgain();
  });

  it('deletes again what a file tells it, on an empty machine', async () => {
    const { mails } = (await DeletedAccount.findOne({ _id: goes.client.user_id }))!;
    for (const { name } of await mongoose.connection.db!.listCollections({}, { nameOnly: true }).toArray())
      await mongoose.connection.db!.dropCollection(name);
    expect((await restoreBackup(backup, false, erasures)).deleted).to.equal(1);
    expect((await DeletedAccount.findOne({ _id: goes.client.user_id }))!.mails).to.deep.equal(mails);
    await deletedAgain();
  });

  it('gives other closed accounts a week, as they may have been reopened since', async () => {
    const { closed } = (await account(waits))!;
    expect(closed!.until.getTime()).to.be.greaterThan(Date.now() + 37 * DAY);
    expect(closed!.deleting).to.equal(undefined);
  });

  it('leaves no address in the file', () => {
    expect(readFileSync(erasures, 'utf8')).to.not.include('@');
  });
});
