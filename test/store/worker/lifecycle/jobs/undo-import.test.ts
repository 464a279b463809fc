import { expect } from 'chai';
import { now } from '../../../../../common/clock.ts';
import { ContactChanges } from '../../../../../common/models/contact-changes.ts';
import { Contact, type ContactDocument } from '../../../../../common/models/contacts.ts';
import { ImportStep } from '../../../../../common/models/import-steps.ts';
import { Import, type UndoCounts } from '../../../../../common/models/imports.ts';
import { Segment, type SegmentDocument } from '../../../../../common/models/segments.ts';
import { dueUndos } from '../../../../../common/queries/imports.ts';
import { eraseFromImports } from '../../../../../worker/lifecycle/erasure/erased-records.ts';
import { newErasing } from '../../../../../worker/lifecycle/erasure/erasing.ts';
import { type CsvImports, startCsvImports } from '../../../../support/csv-imports.ts';
import { rows } from '../../../../support/rows.ts';
import { importBatches } from '../../../../support/small-steps.ts';
import { stoppingAfter } from '../../../../support/stopping.ts';

/** Rows that an import writes together. */
const BATCH = 100;
const ROWS = 2.5 * BATCH;
/** Every fifth address is stored before, with another city. */
const isThere = (at: number): boolean => at % 5 === 0;
/** In the second half of the second batch, and after it, every fifth row repeats one of the first batch or the beginning of the second, with another name. */
const row = (at: number): string =>
  at >= 1.5 * BATCH && at % 5 === 4
    ? `p${at - 1.4 * BATCH}@example.com,Late,Köln\n`
    : `p${at}@example.com,Person ${at},Köln\n`;
const all = (each: (at: number) => string): string =>
  Array.from({ length: ROWS }, (_, at) => each(at)).join('');
const earlier = `email,first_name,city\n${all((at) => (isThere(at) ? `p${at}@example.com,Before,Bonn\n` : ''))}`;
const file = `email,first_name,city\n${all(row)}`;

describe('undo-import', () => {
  importBatches(BATCH);
  let csv: CsvImports;

  before(async () => {
    csv = await startCsvImports('worker-undo-import');
  });
  after(() => csv.stop());

  const plain = async (type: number) =>
    (await csv.contacts(type)).map(
      ({ updated_at: _at, written_by: _by, undone: _undone, ...contact }: ContactDocument) => contact,
    );
  const figures = async (importId: number): Promise<UndoCounts> => (await csv.import(importId)).undo_counts!;

  async function audience(): Promise<{ type: number; before: object[] }> {
    const type = await csv.type();
    await csv.load(type, earlier);
    return { type, before: await plain(type) };
  }

  it('leaves the contacts as they were', async () => {
    const { type, before } = await audience();
    const done = await csv.load(type, file);
    const found = await csv.undo(done._id);
    expect(found).to.include({ undo_state: 'completed' });
    expect(await plain(type)).to.deep.equal(before);
    expect(found.undo_counts).to.deep.include({ removed: done.rows_added, kept: 0, gone: 0 });
    expect(await csv.undo(done._id)).to.deep.equal(found);
  });

  it('keeps what was changed since', async () => {
    const { type } = await audience();
    const done = await csv.load(
      type,
      'email,first_name,city\nnew@x.example,New,Ulm\nn2@x.example,Two,Ulm\np0@example.com,Zero,Ulm\np5@example.com,Five,Ulm\np10@example.com,Ten,Ulm\n',
    );
    const change = (email_norm: string, set: object) =>
      rows(Contact).updateOne(
        { contact_type_id: type, email_norm },
        { $set: { ...set, updated_at: new Date(now().getTime() + 1000) } },
      );
    await change('new@x.example', { last_name: 'Known' });
    await change('p0@example.com', { city: 'Rom' });
    await change('p5@example.com', { city: 'Rom', first_name: 'Ada', first_name_folded: 'ada' });
    await change('p10@example.com', { deleted_at: now() });
    expect((await csv.undo(done._id)).undo_counts).to.deep.equal({
      removed: 1,
      restored: 1,
      kept: 2,
      gone: 1,
    });
    const shown = (await csv.contacts(type))
      .filter(({ email }) => /^(new|n2|p0|p5|p10)@/.test(email))
      .map(({ email, first_name, first_name_folded, city }) => [email, first_name, first_name_folded, city]);
    expect(shown).to.deep.equal([
      ['new@x.example', 'New', 'new', 'Ulm'],
      ['p0@example.com', 'Before', 'before', 'Rom'],
      ['p5@example.com', 'Ada', 'ada', 'Rom'],
    ]);
  });

  it('restores every kind of field', async () => {
    const type = await csv.type();
    await csv.field('shop', 'text');
    await csv.field('visits', 'number');
    await csv.load(
      type,
      'email,alt_email,country,shop,visits\nAda@x.example,a@y.example,DE,Zürich,7\nbob@x.example,,,,\n',
    );
    const before = await plain(type);
    const done = await csv.load(
      type,
      'email,alt_email,country,first_name,shop,visits\nada@x.example,b@y.example,FR,Ada,Genf,8\nbob@x.example,c@y.example,FR,Bob,Bern,9\n',
    );
    expect(await plain(type)).to.not.deep.equal(before);
    await csv.undo(done._id);
    // A contact that got its first custom text keeps an empty place for such.
    const found = (await plain(type)).map(({ custom_folded: folded, ...contact }) =>
      Object.keys(folded ?? {}).length === 0 ? contact : { ...contact, custom_folded: folded },
    );
    expect(found).to.deep.equal(before);
  });

  it('keeps what a later import changed, and takes back the rest', async () => {
    const type = await csv.type();
    const first = await csv.load(type, 'email,first_name,city\na@x.example,A,Ulm\nb@x.example,B,Ulm\n');
    const second = await csv.load(type, 'email,city\na@x.example,Rom\n');
    expect((await csv.undo(first._id)).undo_counts).to.include({ removed: 1, kept: 1 });
    expect((await csv.undo(second._id)).undo_counts).to.include({ restored: 1 });
    expect((await csv.contacts(type)).map(({ email, city }) => [email, city])).to.deep.equal([
      ['a@x.example', 'Ulm'],
    ]);
  });

  it('continues where a worker stopped, and where one was killed at any write', async () => {
    const { type } = await audience();
    const done = await csv.load(type, file);
    await csv.undo(done._id);
    const expected = await figures(done._id);

    const again = await audience();
    const second = await csv.load(again.type, file);
    const left = await csv.undo(second._id, stoppingAfter(2));
    expect(left.undo_state).to.equal('waiting');
    await csv.undo(second._id);
    // A worker that was killed after a step was written, and before it was in the counts.
    const steps = await rows(ImportStep)
      .find({ import_id: second._id })
      .sort({ line: -1, _id: -1 })
      .toArray();
    expect(steps.length).to.be.above(2);
    expect(await figures(second._id)).to.deep.equal(expected);
    expect(await plain(again.type)).to.deep.equal(again.before);
  });

  it('counts a step once that was written and not counted', async () => {
    const { type, before } = await audience();
    const done = await csv.load(type, file);
    const expected = await csv.undo((await csv.load((await audience()).type, file))._id);
    await rows(Import).updateOne({ _id: done._id }, { $set: { undo_state: 'waiting' } });
    let reached = await csv.undo(done._id, stoppingAfter(2));
    for (let kills = 0; reached.undo_state !== 'completed' && kills < 20; kills += 1) {
      const { undo_step, undo_counts } = reached;
      reached = await csv.undo(done._id, stoppingAfter(2));
      if (kills % 2 === 1 || reached.undo_state === 'completed') continue;
      // As if the last step had not been counted.
      await rows(Import).updateOne(
        { _id: done._id },
        { $set: { undo_step: undo_step!, undo_counts: undo_counts! } },
      );
    }
    expect(reached.undo_counts).to.deep.equal(expected.undo_counts);
    expect(await plain(type)).to.deep.equal(before);
  });

  it('forgets a person who is erased', async () => {
    const type = await csv.type();
    await csv.load(type, 'email,first_name,alt_email\nada@x.example,Ada,\nbob@x.example,Bob,Ada@x.example\n');
    const done = await csv.load(
      type,
      'email,first_name,alt_email\nada@x.example,Augusta,\nbob@x.example,Rob,eve@x.example\n',
    );
    const people = new Map([['ada@x.example', { erased: 'gone@erased.invalid', before: now() }]]);
    await eraseFromImports(newErasing(csv.userId, people, []));
    const steps = await rows(ImportStep).find({ import_id: done._id }).toArray();
    expect(JSON.stringify(steps)).to.not.match(/ada@|Augusta/i);
    expect((await csv.undo(done._id)).undo_counts).to.include({ restored: 1 });
    expect(
      (await csv.contacts(type)).map(({ first_name, alt_email }) => [first_name, alt_email]),
    ).to.deep.equal([
      ['Augusta', null],
      ['Bob', 'eve@x.example'],
    ]);
  });

  it('tells segments and automations', async () => {
    const { type } = await audience();
    const done = await csv.load(type, file);
    await rows(Segment).insertOne({
      _id: type,
      user_id: csv.userId,
      contact_type_id: type,
      deleted_at: null,
    } as SegmentDocument);
    await csv.undo(done._id);
    const noted = await rows(ContactChanges).distinct('contact_ids', { contact_type_id: type });
    expect(noted).to.have.length(done.rows_added + done.rows_updated - 20);
  });

  it('becomes due while it waits or its worker is gone, one of an account at a time', async () => {
    const type = await csv.type();
    // The later import comes first.
    const [two, one] = [
      await csv.load(type, 'email\na@x.example\n'),
      await csv.load(type, 'email\nb@x.example\n'),
    ];
    await rows(Import).updateMany({ _id: { $in: [one._id, two._id] } }, { $set: { undo_state: 'waiting' } });
    expect(await dueUndos(now())).to.deep.equal([{ importId: one._id, userId: csv.userId }]);
    const until = new Date(now().getTime() + 1000);
    await rows(Import).updateOne(
      { _id: one._id },
      { $set: { undo_state: 'running', undo_lease_until: until } },
    );
    expect(await dueUndos(now())).to.deep.equal([]);
    expect((await csv.undo(two._id)).undo_state).to.equal('waiting');
    expect(await dueUndos(until)).to.deep.equal([{ importId: one._id, userId: csv.userId }]);
    await rows(Import).updateOne({ _id: one._id }, { $set: { undo_lease_until: new Date(0) } });
    expect((await csv.undo(one._id)).undo_state).to.equal('completed');
    expect(csv.rings.at(-1)).to.deep.equal({
      name: 'undo-import',
      payload: { importId: two._id, userId: csv.userId },
    });
    expect((await csv.undo(two._id)).undo_state).to.equal('completed');
    expect(await csv.contacts(type)).to.deep.equal([]);
  });
});
