import { expect } from 'chai';
import mongoose from 'mongoose';
import { now } from '../../../../common/clock.ts';
import type { CsvForm } from '../../../../common/domain/csv-records.ts';
import { Contact } from '../../../../common/models/contacts.ts';
import { Import } from '../../../../common/models/imports.ts';
import { dueImports } from '../../../../common/queries/imports.ts';
import { readUpload } from '../../../../common/store/uploads.ts';
import type { CsvEncoding } from '../../../../shared/csv-encoding.ts';
import { readBatches } from '../../../../worker/importing/batches.ts';
import { leaseImport, saveCheckpoint } from '../../../../worker/importing/lease.ts';
import { prepareBatch } from '../../../../worker/importing/prepare-batch.ts';
import { createTargetReader } from '../../../../worker/importing/target.ts';
import { writeBatch } from '../../../../worker/importing/write-batch.ts';
import { removeStrayUploads } from '../../../../worker/lifecycle/retention/stray-uploads.ts';
import { type CsvImports, counts, startCsvImports } from '../../../support/csv-imports.ts';
import { rows } from '../../../support/rows.ts';
import { importBatches } from '../../../support/small-steps.ts';
import { stoppingAfter } from '../../../support/stopping.ts';

/**
 * 66 rows in three batches. Every fifth address exists with another name, every seventh exists unchanged. In the second batch
 * every row divisible by 10 repeats one of the first, and the third repeats some of its own.
 */
const ROWS = 66;
const BATCH = 30;
const name = (at: number): string => `Näme ${at}, "Jr"`;
const address = (at: number): string => {
  if (at >= BATCH && at < 2 * BATCH && at % 10 === 0) return `p${at - BATCH}@example.com`;
  return at >= 2 * BATCH && at % 4 === 3 ? `p${at - 1}@example.com` : `p${at}@example.com`;
};
const isThere = (at: number): boolean => at % 5 === 0 || at % 7 === 0;
const file = `email,first_name,city\n${Array.from(
  { length: ROWS },
  (_, at) => `${address(at)},"${name(at).replaceAll('"', '""')}",${at % 3 === 0 ? '' : 'Köln'}\n`,
).join('')}not an address,x,y\n`;

/** Writes a batch of an account without a limit, without telling webhooks or automations. */
const written = (batch: Parameters<typeof writeBatch>[0]) =>
  writeBatch(batch, async () => {}, {
    take: async (count) => ({ count, release: () => {} }),
    refuse: () => {},
  });

describe('import-contacts, repeated', () => {
  importBatches(BATCH);
  let csv: CsvImports;
  let expected: { counts: number[]; contacts: object[] };

  before(async () => {
    csv = await startCsvImports('worker-import-contacts-again');
    const type = await someContacts();
    const found = await csv.load(type, file);
    expected = { counts: counts(found), contacts: await plain(type) };
    expect(found).to.include({ state: 'completed', rows_read: ROWS + 1, rows_refused: 1 });
    const all = Array.from({ length: ROWS }, (_, at) => [
      address(at),
      ...(isThere(at) ? [`p${at}@example.com`] : []),
    ]);
    expect(expected.contacts).to.have.length(new Set(all.flat()).size);
  });
  after(() => csv.stop());

  /** A contact type with the contacts that exist before the import. */
  async function someContacts(): Promise<number> {
    const type = await csv.type();
    const there = Array.from({ length: ROWS }, (_, at) => at).filter(isThere);
    await csv.load(
      type,
      `email,first_name,city\n${there
        .map(
          (at) => `p${at}@example.com,"${at % 5 === 0 ? 'Before' : name(at).replaceAll('"', '""')}",Köln\n`,
        )
        .join('')}`,
    );
    return type;
  }

  const plain = async (type: number): Promise<object[]> =>
    (await csv.contacts(type)).map(({ email, first_name, city }) => ({ email, first_name, city }));

  const dueIds = async (at = now()) => (await dueImports(at, false)).map(({ importId }) => importId);

  async function expectSame(type: number, importId: number): Promise<void> {
    const found = await csv.import(importId);
    expect(found).to.include({ state: 'completed', percent: 100, rows_read: ROWS + 1 });
    expect(counts(found)).to.deep.equal(expected.counts);
    expect(await plain(type)).to.deep.equal(expected.contacts);
    expect(await csv.refusals(importId)).to.have.length(1);
  }

  /** Imports some batches like the job, and then the first steps of one more, like a worker that is killed there. */
  async function crashed(importId: number, batches: number): Promise<number> {
    const held = (await leaseImport(csv.userId, importId))!;
    held.lease.end();
    const { found } = held;
    const bytes = readUpload(found.user_id, found.file_id!, found.checkpoint.offset);
    const form = {
      encoding: found.encoding as CsvEncoding,
      delimiter: found.delimiter as CsvForm['delimiter'],
      newline: found.newline as CsvForm['newline'],
    };
    const owner = { importId, userId: found.user_id, contactTypeId: found.contact_type_id };
    const reader = (await createTargetReader(found)())!;
    let firstLine = 0;
    let done = 0;
    for await (const batch of readBatches(bytes, form, { record: 2 ** 20, columns: 200 }, found.checkpoint)) {
      const read = batch.rows.flatMap(({ cells, line }) => {
        const row = reader.read(cells, line);
        return row && typeof row === 'object' ? [row] : [];
      });
      const counted = await written(await prepareBatch(owner, reader, read, batch.firstLine, null));
      firstLine = batch.firstLine;
      done += 1;
      if (done > batches) break;
      await saveCheckpoint(held, batch.end, { ...counted, refused: batch.rows.length - read.length });
    }
    await rows(Import).updateOne({ _id: importId }, { $set: { lease_until: new Date(now().getTime() - 1) } });
    return firstLine;
  }

  for (const batches of [0, 1, 2]) {
    it(`counts correctly after a crash between write and checkpoint of batch ${batches + 1}`, async () => {
      const type = await someContacts();
      const importId = await csv.upload(type, file);
      await crashed(importId, batches);
      await csv.run(importId);
      await expectSame(type, importId);
    });

    it(`counts correctly after a crash within the writes of batch ${batches + 1}`, async () => {
      const type = await someContacts();
      const before = new Map((await csv.contacts(type)).map((contact) => [contact._id, contact]));
      const importId = await csv.upload(type, file);
      const firstLine = await crashed(importId, batches);
      // Every second contact of that batch was not written yet.
      const written = await rows(Contact)
        .find({
          'written_by.import_id': importId,
          'written_by.line': { $gte: firstLine },
        })
        .toArray();
      for (const contact of written.filter((_, at) => at % 2 === 0)) {
        const old = before.get(contact._id);
        // Only contacts that no earlier batch has changed can be restored this simply.
        if (old && !contact.written_by?.added) await rows(Contact).replaceOne({ _id: contact._id }, old);
        else if (contact.written_by?.added) await rows(Contact).deleteOne({ _id: contact._id });
      }
      expect(written).to.have.length.above(batches === 2 ? 3 : 21);
      await csv.run(importId);
      await expectSame(type, importId);
    });
  }

  it('continues where it was asked to stop', async () => {
    const type = await someContacts();
    const importId = await csv.upload(type, file);
    const stopped = await csv.run(importId, stoppingAfter(2));
    expect(stopped).to.include({ state: 'waiting', rows_read: BATCH, lease_token: null });
    expect(stopped.percent).to.be.within(30, 50);
    expect(await csv.run(importId, stoppingAfter(1))).to.include({
      state: 'waiting',
      rows_read: BATCH,
      leases: 0,
    });
    await csv.run(importId);
    await expectSame(type, importId);
  });

  it('leaves an import to another worker until that one is gone', async () => {
    const type = await someContacts();
    const importId = await csv.upload(type, file);
    const held = (await leaseImport(csv.userId, importId))!;
    await csv.run(importId);
    expect(await csv.import(importId)).to.include({ state: 'running', rows_read: 0 });
    expect(await dueIds()).to.not.include(importId);
    const later = new Date(now().getTime() + 60_000);
    expect(await dueIds(later)).to.include(importId);
    held.lease.end();
    await rows(Import).updateOne({ _id: importId }, { $set: { lease_until: now() } });
    await csv.run(importId);
    await expectSame(type, importId);
    // The first worker continues.
    expect(
      await saveCheckpoint(
        held,
        { offset: 1, line: 1 },
        { added: 9, updated: 9, unchanged: 9, refused: 9, partial: 0 },
      ),
    ).to.equal(false);
    await expectSame(type, importId);
  });

  it('ends without a checkpoint when it has lost its lease', async () => {
    const type = await someContacts();
    const importId = await csv.upload(type, file);
    // The third check of the signal is before the third batch; by then another worker has taken over.
    let looks = 0;
    const signal = {
      get aborted() {
        looks += 1;
        if (looks === 2) {
          void rows(Import).updateOne(
            { _id: importId },
            { $set: { lease_token: 'another', lease_until: new Date(0) } },
          );
        }
        return false;
      },
    } as AbortSignal;
    await csv.run(importId, signal);
    expect(await csv.import(importId)).to.include({ state: 'running', lease_token: 'another' });
    await csv.run(importId);
    await expectSame(type, importId);
  });

  it('updates a contact that is added during the import', async () => {
    const type = await csv.type();
    const importId = await csv.upload(
      type,
      'email,first_name,city\na@example.com,Ann,Bonn\nb@example.com,Bob,Bonn\n',
    );
    const found = (await leaseImport(csv.userId, importId))!;
    found.lease.end();
    const reader = (await createTargetReader(found.found)())!;
    const owner = { importId, userId: csv.userId, contactTypeId: type };
    const read = [
      reader.read(['a@example.com', 'Ann', 'Bonn'], 2),
      reader.read(['b@example.com', 'Bob', 'Bonn'], 3),
    ];
    const batch = await prepareBatch(owner, reader, read as never, 2, null);
    expect(batch.known.size).to.equal(0);
    await csv.load(await csv.type(), 'email\nelsewhere@example.com\n');
    const at = new Date(now().getTime() - 1000);
    const [other] = await rows(Contact).find({ email_norm: 'elsewhere@example.com' }).toArray();
    await rows(Contact).insertOne({
      ...other!,
      _id: -1,
      contact_type_id: type,
      email: 'A@example.com',
      email_norm: 'a@example.com',
      last_name: 'Kept',
      updated_at: at,
      created_at: at,
    });
    expect(await written(batch)).to.deep.equal({
      added: 1,
      updated: 1,
      unchanged: 0,
      refused: 0,
      partial: 0,
    });
    const [ann, bob] = await csv.contacts(type);
    expect(ann).to.include({
      _id: -1,
      email: 'a@example.com',
      first_name: 'Ann',
      last_name: 'Kept',
      city: 'Bonn',
    });
    expect(bob).to.include({ first_name: 'Bob' });
    // The same state, as a repetition finds it.
    expect(await written(await prepareBatch(owner, reader, read as never, 2, null))).to.deep.equal({
      added: 1,
      updated: 1,
      unchanged: 0,
      refused: 0,
      partial: 0,
    });
  });

  it('keeps changes that are made to other cells during the import', async () => {
    const type = await csv.type();
    await csv.load(type, 'email,first_name\na@example.com,Ann\n');
    const importId = await csv.upload(type, 'email,first_name\na@example.com,Anna\n');
    const held = (await leaseImport(csv.userId, importId))!;
    held.lease.end();
    const reader = (await createTargetReader(held.found)())!;
    const owner = { importId, userId: csv.userId, contactTypeId: type };
    const batch = await prepareBatch(
      owner,
      reader,
      [reader.read(['a@example.com', 'Anna'], 2) as never],
      2,
      null,
    );
    await rows(Contact).updateOne(
      { contact_type_id: type },
      { $set: { city: 'Bonn', updated_at: new Date(now().getTime() + 1) } },
    );
    expect(await written(batch)).to.include({ updated: 1 });
    expect((await csv.contacts(type))[0]).to.include({ first_name: 'Anna', city: 'Bonn' });
  });

  it('counts correctly when batches of new contacts precede existing ones', async () => {
    const lines = (from: number, to: number, city: string): string =>
      Array.from({ length: to - from }, (_, at) => `p${from + at}@example.com,${city}\n`).join('');
    const type = await csv.type();
    await csv.load(type, `email,city\n${lines(60, 82, 'Bonn')}${lines(82, 90, 'Köln')}`);
    const found = await csv.load(type, `email,city\n${lines(0, 105, 'Köln')}${lines(0, 10, 'Köln')}`);
    expect(counts(found)).to.deep.equal([75, 22, 18, 0]);
    expect(await rows(Contact).countDocuments({ contact_type_id: type, city: 'Köln' })).to.equal(105);
  });

  it('imports one file at a time into a contact type, in the order of the uploads', async () => {
    const type = await csv.type();
    const first = await csv.upload(type, 'email,first_name\na@example.com,First\n');
    const second = await csv.upload(type, 'email,first_name\na@example.com,Second\n');
    expect(await dueIds())
      .to.include(first)
      .and.not.include(second);
    expect(await csv.run(second)).to.include({ state: 'waiting' });
    const held = (await leaseImport(csv.userId, first))!;
    expect(await leaseImport(csv.userId, second)).to.equal(null);
    held.lease.end();
    await rows(Import).updateOne({ _id: first }, { $set: { state: 'waiting' } });
    await csv.run(first);
    expect(csv.rings.at(-1)).to.deep.equal({
      name: 'import-contacts',
      payload: { importId: second, userId: csv.userId },
    });
    await csv.run(second);
    expect((await csv.contacts(type))[0]).to.include({ first_name: 'Second' });
  });

  it('gives an import up that repeatedly ends its worker', async () => {
    const type = await csv.type();
    const importId = await csv.upload(type, file);
    for (let lease = 0; lease < 10; lease += 1) {
      (await leaseImport(csv.userId, importId))!.lease.end();
      await rows(Import).updateOne({ _id: importId }, { $set: { lease_until: new Date(0) } });
    }
    expect(await csv.run(importId)).to.include({
      state: 'failed',
      failure: 'The import was given up after many tries.',
    });
  });

  it('fails when its file is gone', async () => {
    const type = await csv.type();
    const importId = await csv.upload(type, file);
    await mongoose.connection.db!.collection('uploads.files').deleteMany({});
    expect(await csv.run(importId)).to.include({ state: 'failed', failure: 'The uploaded file is gone.' });
  });

  it('removes files that no import uses, after a day', async () => {
    const type = await csv.type();
    const chunks = mongoose.connection.db!.collection('uploads.chunks');
    const kept = (await csv.import(await csv.upload(type, file))).file_id!;
    const strayId = await csv.upload(type, file);
    const stray = (await csv.import(strayId)).file_id!;
    await rows(Import).updateOne({ _id: strayId }, { $set: { file_id: null } });
    expect(await removeStrayUploads(new Date(now().getTime() + 21 * 3600_000))).to.equal(0);
    expect(await removeStrayUploads(new Date(now().getTime() + 23 * 3600_000))).to.be.at.least(1);
    expect(await chunks.countDocuments({ files_id: stray })).to.equal(0);
    expect(await chunks.countDocuments({ files_id: kept })).to.be.above(0);
  });
});
