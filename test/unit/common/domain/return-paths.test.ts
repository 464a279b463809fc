import { expect } from 'chai';
import { readReturnPath, returnPathOf, returnPaths } from '../../../../common/domain/token-addresses.ts';
import { tokenKey } from '../../../../common/domain/tokens.ts';

const SECRET = 'a secret of thirty-two characters or more';

describe('the maker of many return paths', () => {
  it('makes the same path as for one mail, which is read back in any case', () => {
    const key = tokenKey(SECRET);
    const make = returnPaths(SECRET, 'bounces.example');
    for (const delivery of [0, 1, 77, 2 ** 32, 2 ** 40 + 5, Number.MAX_SAFE_INTEGER]) {
      for (const attempt of [1, 2, 255, 2 ** 32 - 1]) {
        const path = make(42, delivery, attempt);
        expect(path).to.equal(returnPathOf({ account: 42, id: delivery }, attempt, key, 'bounces.example'));
        expect(readReturnPath(path.toUpperCase(), key)).to.deep.equal({ account: 42, delivery, attempt });
      }
    }
  });

  it('refuses numbers that a token does not hold', () => {
    const make = returnPaths(SECRET, 'bounces.example');
    for (const [delivery, attempt] of [
      [-1, 1],
      [1.5, 1],
      [2 ** 53, 1],
      [1, -1],
      [1, 2 ** 32],
    ] as const)
      expect(() => make(42, delivery, attempt)).to.throw(RangeError);
  });
});
