import { expect } from 'chai';
import { rereadOf } from '../../../console/src/pages/segments/reread.ts';

const of = (count: number, isRefreshing: boolean) => ({ count, isRefreshing });

describe('the people of a segment that is updated in the console', () => {
  it('are read again only after a change', () => {
    expect(rereadOf(undefined, of(1, true), 1)).to.equal(null);
    expect(rereadOf(of(1, true), of(1, true), 1)).to.equal(null);
    expect(rereadOf(of(1, true), undefined, 1)).to.equal(null);
  });

  it('cancel no reading meanwhile, and many pages wait for the end', () => {
    expect(rereadOf(of(1, true), of(2, true), 1)).to.deep.equal({ cancelRefetch: false });
    expect(rereadOf(of(1, true), of(2, true), 50)).to.equal(null);
    expect(rereadOf(of(2, true), of(2, false), 50)).to.deep.equal({ cancelRefetch: true });
  });
});
