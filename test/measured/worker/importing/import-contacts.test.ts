import { expect } from 'chai';
import { type CsvImports, counts, startCsvImports } from '../../../support/csv-imports.ts';
import { ownTime } from '../../../support/own-time.ts';

describe('import-contacts', () => {
  let csv: CsvImports;
  before(async () => {
    csv = await startCsvImports('measured-import-contacts');
  });
  after(() => csv.stop());

  it('drops or refuses too long cells before they are folded: in 3 s of CPU', async () => {
    const type = await csv.type();
    const marks = '\u0316\u0301'.repeat(200_000);
    const rows = [
      'email,country,city',
      `a@example.com,${marks},`,
      `b@example.com,,${marks}`,
      `${marks}@x.example,,`,
    ];
    const load = async () => {
      const found = await csv.load(type, `${rows.join('\n')}\n`);
      expect([...counts(found), found.rows_partial]).to.deep.equal([2, 0, 0, 1, 2]);
    };
    expect(await ownTime(load, 1)).to.be.below(3000);
  });
});
