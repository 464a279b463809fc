import { expect } from 'chai';
import { packIds, unpackIds } from '../../../../common/domain/packed-ids.ts';

describe('the packing of ids', () => {
  for (const ids of [[], [1], [7, 3, 1_000_000_007, 2 ** 31, Number.MAX_SAFE_INTEGER]])
    it(`returns the ids that were written: ${ids.join(', ') || 'none'}`, () => {
      expect(unpackIds(packIds(ids))).to.deep.equal(ids);
    });

  it('reads ids at any place of a larger buffer', () => {
    const packed = Buffer.concat([Buffer.from('abc'), packIds([5, 6])]);
    expect(unpackIds(packed.subarray(3))).to.deep.equal([5, 6]);
  });
});
