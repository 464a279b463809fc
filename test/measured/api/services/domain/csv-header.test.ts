import { expect } from 'chai';
import { readHeader } from '../../../../../api/services/domain/csv-header.ts';
import { ownTime } from '../../../../support/own-time.ts';

const LIMITS = { record: 2 ** 20, columns: 200 };

describe('the reader of a CSV header', () => {
  for (const [problem, text] of [
    ['too_many_columns', `email,${'a_1,'.repeat(40_000)}\n`],
    ['too_long', `email,${'x'.repeat(2 ** 20)}`],
    ['unclosed', `email,"${'x\n'.repeat(2 ** 20)}`],
  ] as const)
    it(`refuses a header that is too long in 500 ms of CPU: ${problem}`, async () => {
      const refuse = () => {
        const read = readHeader(text, false, LIMITS, (piece) => Buffer.byteLength(piece));
        expect(read).to.deep.equal({ problem });
      };
      expect(await ownTime(refuse)).to.be.below(500);
    });
});
