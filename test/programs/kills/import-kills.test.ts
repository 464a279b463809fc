import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { Import, type ImportDocument } from '../../../common/models/imports.ts';
import { type CsvImports, counts, startCsvImports } from '../../support/csv-imports.ts';
import { startNode } from '../../support/programs.ts';
import { rows } from '../../support/rows.ts';
import { storeEnvironment } from '../../support/store-environment.ts';
import { until } from '../../support/until.ts';

const ROWS = 13_500;
const KILLS = 3;
const PROGRAM = 'test/support/import-process.ts';

const line = (at: number, city: string): string => `p${at}@example.com,Person ${at},${city}\n`;
const lines = (count: number, each: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => each(at)).join('');

/** Stored before: every third contact with another city, every seventh unchanged. In `file`, every 50th row repeats one far before it. */
const earlier = `email,first_name,city\n${lines(ROWS, (at) => (at % 3 === 0 ? line(at, 'Bonn') : at % 7 === 0 ? line(at, 'Köln') : ''))}`;
const file = `email,first_name,city\n${lines(ROWS, (at) => line(at % 50 === 49 ? Math.floor(at / 2) : at, 'Köln'))}bad,,\n`;

describe('killing the worker in an import', () => {
  let csv: CsvImports;
  /** The contacts before and after an import without a kill, and that import. */
  let undisturbed: { before: object[]; after: object[]; import: ImportDocument };

  before(async () => {
    csv = await startCsvImports('faults-import-kills');
    const type = await csv.type();
    await csv.load(type, earlier);
    const before = await plain(type);
    const loaded = await csv.load(type, file);
    undisturbed = { before, after: await plain(type), import: loaded };
  });
  after(() => csv.stop());

  const plain = async (typeId: number) =>
    (await csv.contacts(typeId)).map(({ email, first_name, city }) => ({ email, first_name, city }));

  /** Kills the worker anywhere in a batch. */
  async function killed(
    importId: number,
    is: (found: ImportDocument) => boolean,
    undo = false,
  ): Promise<void> {
    const { child } = startNode(
      [PROGRAM, String(importId), ...(undo ? ['undo'] : [])],
      storeEnvironment(csv.config),
    );
    const gone = once(child, 'exit');
    try {
      await until(async () => is(await csv.import(importId)));
      await delay(Math.random() * 50);
    } finally {
      child.kill('SIGKILL');
      await gone;
    }
    // Lets the lease end now instead of half a minute later.
    await rows(Import).updateOne({ _id: importId, state: 'running' }, { $set: { lease_until: new Date(0) } });
    await rows(Import).updateOne(
      { _id: importId, undo_state: 'running' },
      { $set: { undo_lease_until: new Date(0) } },
    );
  }

  it('imports each row once and counts it right', async () => {
    const type = await csv.type();
    await csv.load(type, earlier);
    const importId = await csv.upload(type, file);
    const reached: number[] = [];
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await killed(importId, ({ rows_read }) => rows_read >= kill * 2500);
      reached.push((await csv.import(importId)).rows_read);
    }
    expect(reached.at(-1)).to.be.below(ROWS);
    const found = await csv.run(importId);
    expect(found, `killed at ${reached.join(', ')}`).to.include({ state: 'completed', rows_read: ROWS + 1 });
    expect(counts(found), `killed at ${reached.join(', ')}`).to.deep.equal(counts(undisturbed.import));
    expect(await plain(type)).to.deep.equal(undisturbed.after);
    expect(await csv.refusals(importId)).to.have.length(1);
  });

  it('undoes each row once and counts it right', async () => {
    const expected = await csv.undo(undisturbed.import._id);
    const type = await csv.type();
    await csv.load(type, earlier);
    const { _id } = await csv.load(type, file);
    await rows(Import).updateOne({ _id }, { $set: { undo_state: 'waiting' } });
    const reached: number[] = [];
    const undone = ({ undo_counts }: ImportDocument): number =>
      (undo_counts?.removed ?? 0) + (undo_counts?.restored ?? 0);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await killed(_id, (found) => undone(found) >= kill * 1900, true);
      reached.push(undone(await csv.import(_id)));
    }
    expect((await csv.import(_id)).undo_state, `killed at ${reached.join(', ')}`).to.equal('running');
    const found = await csv.undo(_id);
    expect(found.undo_state).to.equal('completed');
    expect(found.undo_counts, `killed at ${reached.join(', ')}`).to.deep.equal(expected.undo_counts);
    expect(await plain(type)).to.deep.equal(undisturbed.before);
  });
});
