import { expect } from 'chai';
import { readCss } from '../../../../common/domain/read-css.ts';
import { ownTime } from '../../../support/own-time.ts';

describe('reading CSS', () => {
  const ignore = () => {};
  for (const [name, piece] of [
    ['comments that do not end', '/*'],
    ['quotes', '"'],
    ['brackets', '({'],
    ['colons', ':;'],
    ['at signs', '@{'],
  ] as const)
    it(`takes linear time for ${name}`, async () => {
      const css = piece.repeat(2 ** 21 / piece.length);
      const read = () => readCss(css, { declaration: ignore, selector: ignore, atRule: ignore });
      // Measured: at most 500 ms. A quadratic reader takes hours at this length.
      expect(await ownTime(read, 1)).to.be.below(3000);
    });
});
