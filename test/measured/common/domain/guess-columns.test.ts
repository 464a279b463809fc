import { expect } from 'chai';
import { guessColumns } from '../../../../shared/guess-columns.ts';
import { ownTime } from '../../../support/own-time.ts';

describe('a guess of fields by cells', () => {
  it('takes little time for huge cells', async () => {
    const cell = 'a.'.repeat(500_000);
    const table = {
      header: ['Kontakt', 'y'],
      columns: [null, null],
      rows: Array.from({ length: 5 }, () => [cell, `${cell}@`]),
      fields: ['email', 'country', 'city', 'address_line1', 'postal_code'],
      types: {},
    };
    expect(guessColumns(table)).to.deep.equal([null, null]);
    expect(await ownTime(() => guessColumns(table), 1)).to.be.below(2000);
  });
});
