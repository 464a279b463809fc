import { expect } from 'chai';
import { createAddressFinder } from '../../../../common/domain/erased-addresses.ts';
import { ownTime } from '../../../support/own-time.ts';

describe('the finder of addresses', () => {
  const { replace } = createAddressFinder(() => undefined);

  for (const [piece, times] of [
    ['@', 500_000],
    ['a', 1_000_000],
    ['a@', 250_000],
    ["'", 500_000],
  ] as const)
    it(`takes linear time for ${times} times ${piece}`, async () => {
      const text = piece.repeat(times);
      // A quadratic reader takes minutes at this length.
      expect(await ownTime(() => replace(text), 1)).to.be.below(3000);
    });
});
