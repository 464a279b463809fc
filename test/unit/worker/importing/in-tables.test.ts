import { expect } from 'chai';
import { BSON } from 'mongodb';
import type { ContactDocument } from '../../../../common/models/contacts.ts';
import { tableUpdate } from '../../../../common/store/table-update.ts';
import { inTables } from '../../../../worker/importing/write-batch.ts';

const MOST_BYTES = 16_000_000;

describe('the portions of changed rows', () => {
  const rowsWith = (count: number, set: Readonly<Record<string, unknown>>) =>
    Array.from({ length: count }, (_, id) => ({ id, before: new Date(0), set }));
  const columns = (count: number, name: string, value: unknown) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`custom_field.${name}${at}`, value]).concat(
        Array.from({ length: count }, (_, at) => [`custom_number.${name}${at}`, 1]),
      ),
    );

  for (const [what, set] of Object.entries({
    'a changed cell': { city: 'Ulm' },
    'a thousand columns with long names and short values': columns(1000, 'n'.repeat(60), '1'),
    'names of three bytes a character': columns(500, 'あ'.repeat(100), '1'),
    'long texts of three bytes a character': { notes: 'あ'.repeat(200_000) },
  })) {
    it(`are each smaller than an update may be, and have each row once: ${what}`, () => {
      const rows = rowsWith(500, set);
      const tables = inTables(rows);
      expect(tables.flat()).to.deep.equal(rows);
      for (const table of tables) {
        const write = tableUpdate<ContactDocument>('updated_at', table);
        expect(BSON.calculateObjectSize(write)).to.be.below(MOST_BYTES);
      }
    });
  }

  it('are none without a row', () => {
    expect(inTables([])).to.deep.equal([]);
  });
});
