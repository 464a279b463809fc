import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { BSON } from 'mongodb';
import mongoose from 'mongoose';
import { releaseHold } from '../../../../common/backup/release.ts';
import { heldByRestore, reportText } from '../../../../common/backup/report.ts';
import { restoreBackup } from '../../../../common/backup/restore.ts';
import { writeBackup } from '../../../../common/backup/write-backup.ts';
import { note } from '../../../../common/changes/notices.ts';
import { now } from '../../../../common/clock.ts';
import { MODELS } from '../../../../common/models/all.ts';
import { Contact } from '../../../../common/models/contacts.ts';
import { Mailing } from '../../../../common/models/mailings.ts';
import { Notice } from '../../../../common/models/notices.ts';
import { SingleSend } from '../../../../common/models/single-sends.ts';
import { StoreState } from '../../../../common/models/store-states.ts';
import { WorkerPresence } from '../../../../common/models/workers.ts';
import { Counter } from '../../../../common/store/counters.ts';
import { readUpload, storeUpload } from '../../../../common/store/uploads.ts';
import automationWalk from '../../../../worker/automations/jobs/automation-walk.ts';
import { startSingleSend } from '../../../../worker/sending/single-sends/start.ts';
import { createSeries, type Series } from '../../../support/automations.ts';
import { createSend, type Engine, people, type Subject, startOwnEngine } from '../../../support/engine.ts';
import { type Ground } from '../../../support/factories.ts';
import { perform } from '../../../support/job-payloads.ts';
import { rows } from '../../../support/rows.ts';
import { addContacts } from '../../../support/world.ts';

const SIZE = 40;
const DAY = 24 * 3600_000;
const LATER = { schedule_type: 1, schedule_date: '2099-01-01', schedule_time: '00:00:00' };

describe('restoring a backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-test-backup-'));
  const file = join(folder, 'store.backup');
  let engine: Engine;
  let ground: Ground;
  let saved: Record<string, string[]>;
  let sha256: string;
  let running: Subject;
  let scheduled: Subject;
  let due: Subject;
  let overdue: Subject;
  let copy: { _id: number; hold_reason: string };
  let series: Series;
  let upload: Awaited<ReturnType<typeof storeUpload>>;

  const save = (consistency: 'snapshot' | 'stopped' = 'snapshot') =>
    writeBackup({ file, consistency, appSecret: engine.api.config.appSecret });

  /** Every document as bytes, by collection. */
  async function contents(): Promise<Record<string, string[]>> {
    const found: Record<string, string[]> = {};
    for (const { name } of await mongoose.connection.db!.listCollections({}, { nameOnly: true }).toArray()) {
      const all = await mongoose.connection.db!.collection(name).find({}, { raw: true }).toArray();
      found[name] = all.map((one) => (one as unknown as Buffer).toString('hex')).sort();
    }
    return found;
  }

  before(async () => {
    engine = await startOwnEngine('backup');
    ground = await engine.ground();
    await addContacts(ground, people(SIZE), {
      custom_number: { weight: new BSON.Double(3) as unknown as number, count: 3 },
    });
    running = await createSend(ground);
    // Started, frozen and open, with no mail sent yet.
    await startSingleSend({ singleSendId: running.id, userId: running.userId }, engine.worker);
    scheduled = await createSend(ground, LATER);
    due = await createSend(ground);
    // It was due three days before the restore; without a restore, a hold may delay a send by one day.
    overdue = await createSend(ground, LATER);
    await rows(SingleSend).updateOne(
      { _id: overdue.id },
      { $set: { due_at: new Date(Date.now() - 3 * DAY) } },
    );
    await ground.client.post(`/single/send/duplicate?utr=${due.utr}`);
    copy = (await rows(SingleSend).findOne({ duplicate: true }))!;
    series = await createSeries(ground, { type: 'custom' });
    await series.email();
    await series.live();
    await perform(automationWalk, { automationId: series.id }, engine.worker);
    await note({ kind: 'sender-verified', user_id: ground.client.user_id, subject: 1 }, engine.worker.log);
    const csv = join(folder, 'people.csv');
    writeFileSync(csv, `email\n${'a@example.com\n'.repeat(100_000)}`);
    upload = await storeUpload(ground.client.user_id, csv, 'people.csv');
    engine.rung.length = 0;
    sha256 = (await save()).sha256;
    saved = await contents();
  });
  after(async () => {
    await engine?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('refuses a file with any changed bit', async () => {
    const bytes = readFileSync(file);
    expect(bytes.length).to.be.above(1000);
    expect(sha256).to.match(/^[0-9a-f]{64}$/);
    const damaged = join(folder, 'damaged');
    for (const spoil of [
      (copy: Buffer) => copy.subarray(0, -100),
      (copy: Buffer) => copy.subarray(0, Math.floor(copy.length / 2)),
      () => Buffer.from('no backup at all'),
      (copy: Buffer) => {
        copy[Math.floor(copy.length / 2)]! ^= 1;
        return copy;
      },
    ]) {
      writeFileSync(damaged, spoil(Buffer.from(bytes)));
      const refused = await restoreBackup(damaged, true).catch((error: Error) => error);
      expect(refused).to.be.an.instanceOf(Error);
      expect((refused as Error).message).to.match(/damaged|not a backup/);
    }
    expect(await contents()).to.deep.equal(saved);
  });

  it('refuses a store that is not empty', async () => {
    expect(await restoreBackup(file, false).catch((error: Error) => error))
      .to.have.property('message')
      .that.matches(/not empty/);
    expect(await contents()).to.deep.equal(saved);
  });

  it('refuses a store in use', async () => {
    await WorkerPresence.insertOne({ _id: 'alive', slices: 1, seen_at: now() });
    expect(await restoreBackup(file, true).catch((error: Error) => error))
      .to.have.property('message')
      .that.matches(/worker\(s\) run/);
    await WorkerPresence.deleteMany({});
    expect(await contents()).to.deep.equal({ ...saved, ...(saved['workers'] ?? { workers: [] }) });
  });

  describe('over a store that changed since', () => {
    let restored: Record<string, string[]>;

    before(async () => {
      await rows(Contact).deleteMany({});
      await rows(SingleSend).updateMany({}, { $set: { subject: 'changed since' } });
      await mongoose.connection.db!.collection('made_since').insertOne({ a: 1 });
      await restoreBackup(file, true);
      restored = await contents();
    });
    beforeEach(() => {
      engine.mail.mails.length = 0;
    });

    it('restores every document, and no other', () => {
      const untouched = ['contacts', 'contact_types', 'accounts', 'keys', 'deliveries', 'batches'];
      for (const name of [...untouched, 'uploads.chunks', 'uploads.files', 'unsubscribe_groups', 'segments'])
        expect(restored[name], name).to.deep.equal(saved[name]);
      expect(restored['made_since']).to.equal(undefined);
    });

    it('restores every index', async () => {
      const chunks = mongoose.connection.db!.collection('uploads.chunks');
      expect(await chunks.indexExists('user_id_1_files_id_1_n_1')).to.equal(true);
      for (const model of MODELS) {
        const there = (await model.driver.indexes()).map((index) => JSON.stringify(index.key));
        for (const { key: fields } of model.indexes)
          expect(there, model.modelName).to.include(JSON.stringify(fields));
      }
    });

    it('restores uploaded files', async () => {
      let bytes = 0;
      for await (const chunk of readUpload(ground.client.user_id, upload, 0)) bytes += chunk.length;
      expect(bytes).to.equal(1_400_006);
    });

    it('holds a running send', async () => {
      expect((await running.document()).paused_reason).to.equal('restored');
      expect(await running.details()).to.include({ status: 2, paused_reason: 'restored' });
    });

    it('holds sends that are due, overdue or scheduled', async () => {
      for (const send of [due, overdue, scheduled])
        expect(await send.details()).to.include({ status: 0, hold_reason: 'restored' });
    });

    it('holds a live automation', async () => {
      const [automation] = (await ground.client.get('/automations')).body.message.automations;
      expect(automation).to.include({ status: 1, hold_reason: 'restored' });
    });

    it('keeps the reason of a send that was held before', async () => {
      expect((await rows(SingleSend).findOne({ _id: copy._id }))!.hold_reason).to.equal(copy.hold_reason);
    });

    it('reports what it holds', async () => {
      const held = await heldByRestore();
      expect(held.map(({ kind, id, mails }) => ({ kind, id, mails }))).to.deep.equal([
        { kind: 'running send', id: running.id, mails: SIZE },
        { kind: 'scheduled send', id: scheduled.id, mails: null },
        { kind: 'scheduled send', id: due.id, mails: null },
        { kind: 'scheduled send', id: overdue.id, mails: null },
        { kind: 'live automation', id: series.id, mails: SIZE },
      ]);
      const said = reportText(held);
      expect(said).to.include(
        `running send ${running.id} of account ${ground.client.user_id}: ${SIZE} mail(s)`,
      );
      expect(said).to.match(new RegExp(`scheduled send ${scheduled.id} .* is due 2099-01-01`));
      expect(said).to.match(new RegExp(`scheduled send ${overdue.id} .* was due`));
    });

    it('leaves no notice to be mailed', async () => {
      expect(await rows(Notice).countDocuments({ due_at: { $type: 'date' } })).to.equal(0);
    });

    it('notes that it is done, and from when the backup is', async () => {
      const state = await StoreState.findOne({ _id: 'store' });
      expect(state).to.deep.include({ restoring: false, migrating: null, lease_token: null });
      expect(state!.restored!.taken_at).to.be.a('date');
    });

    it('skips ids that may be in mails sent since', async () => {
      const counters = await Counter.find({}).toArray();
      expect(counters.length).to.be.above(5);
      for (const { _id, last } of counters) expect(last, _id).to.be.above(1_000_000_000);
    });

    it('sends nothing until a person releases it', async () => {
      for (let round = 0; round < 3; round += 1) await engine.sweepOnce();
      expect(engine.mail.mails).to.have.length(0);
    });

    it('sends a send that is resumed, and only that', async () => {
      const resumed = await ground.client.post(`/single-send/resume?utr=${due.utr}`);
      expect(resumed.status).to.equal(200);
      await engine.sweepOnce();
      expect(engine.mail.mails).to.have.length(SIZE);
      expect(await due.details()).to.include({ status: 3, delivered: SIZE });
      expect((await running.document()).paused_reason).to.equal('restored');
    });

    it('continues a running send that is released, once', async () => {
      expect(await releaseHold({ kind: 'running send', id: running.id, user_id: running.userId })).to.equal(
        true,
      );
      expect(await releaseHold({ kind: 'running send', id: running.id, user_id: running.userId })).to.equal(
        false,
      );
      await engine.sweepOnce();
      expect(engine.mail.mails).to.have.length(SIZE);
    });

    it('sends an overdue send that is released, though its start job ran meanwhile', async () => {
      // A send that a restore holds must not miss its schedule.
      await engine.worker.ring('start-single-send', { singleSendId: overdue.id, userId: overdue.userId });
      await engine.work();
      expect(await overdue.details()).to.include({ status: 0, hold_reason: 'restored' });
      expect(await releaseHold({ kind: 'scheduled send', id: overdue.id, user_id: overdue.userId })).to.equal(
        true,
      );
      await engine.sweepOnce();
      expect(engine.mail.mails).to.have.length(SIZE);
      expect(await overdue.details()).to.include({ status: 3, delivered: SIZE });
    });

    it('lets a scheduled send that is released wait for its time', async () => {
      expect(
        await releaseHold({ kind: 'scheduled send', id: scheduled.id, user_id: scheduled.userId }),
      ).to.equal(true);
      await engine.sweepOnce();
      expect(engine.mail.mails).to.have.length(0);
      expect(await scheduled.details()).to.include({ status: 1, hold_reason: null });
    });

    it('continues an automation that is set live', async () => {
      await series.live();
      await engine.sweepOnce();
      expect(engine.mail.mails).to.have.length(SIZE);
    });

    it('holds nothing after all of it was released', async () => {
      for (const held of await heldByRestore()) await releaseHold(held);
      expect(await heldByRestore()).to.deep.equal([]);
    });
  });

  describe('from a file made without a snapshot, while no process wrote', () => {
    it('takes the documents that the store has', async () => {
      const { documents } = await save('stopped');
      expect(documents['contacts']).to.equal(SIZE);
      expect(documents).not.to.have.property('workers');
      expect(await rows(Mailing).countDocuments({})).to.equal(documents['mailings']);
    });
  });
});
