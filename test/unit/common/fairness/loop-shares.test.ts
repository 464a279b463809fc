import { expect } from 'chai';
import { createLoopShares } from '../../../../common/fairness/loop-shares.ts';

describe('shares of the event loop', () => {
  function atLoop() {
    let worked = 0;
    const { begin } = createLoopShares(() => worked);
    return { begin, work: (ms: number): void => void (worked += ms) };
  }

  it('charge the only piece of work with all of its time', () => {
    const { begin, work } = atLoop();
    work(100);
    const end = begin();
    work(7);
    expect(end()).to.equal(7);
  });

  it('charge pieces of work under way at the same time with equal parts', () => {
    const { begin, work } = atLoop();
    const first = begin();
    work(5);
    const second = begin();
    work(10);
    expect(first()).to.equal(10);
    work(20);
    expect(second()).to.equal(25);
  });

  it('charge nothing while no work is under way', () => {
    const { begin, work } = atLoop();
    begin()();
    work(50);
    expect(begin()()).to.equal(0);
  });
});
