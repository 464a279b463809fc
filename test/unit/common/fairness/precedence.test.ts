import { expect } from 'chai';
import { createPrecedence } from '../../../../common/fairness/precedence.ts';

describe('the precedence of an account', () => {
  const machine = performance.now;
  let time = 0;
  beforeEach(() => {
    performance.now = () => time;
  });
  afterEach(() => {
    performance.now = machine;
  });

  it('ends when it has used its time, and is its own', () => {
    const precedence = createPrecedence({ mostMs: 1000, share: 0 });
    precedence.use(1, 600);
    expect([precedence.has(1), precedence.has(2)]).to.deep.equal([true, true]);
    precedence.use(1, 600);
    expect([precedence.has(1), precedence.has(2)]).to.deep.equal([false, true]);
  });

  it('comes back with time', () => {
    const precedence = createPrecedence({ mostMs: 1000, share: 0.5 });
    precedence.use(1, 1020);
    time += 40;
    expect(precedence.has(1)).to.equal(false);
    time += 1;
    expect(precedence.has(1)).to.equal(true);
  });

  it('keeps to its first amount, however long it was not used', () => {
    const precedence = createPrecedence({ mostMs: 20, share: 1 });
    precedence.use(1, 1);
    time += 100;
    precedence.use(1, 60);
    expect(precedence.has(1)).to.equal(false);
  });
});
