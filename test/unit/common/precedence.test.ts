import { expect } from 'chai';
import { createPrecedence } from '../../../common/precedence.ts';
import { until } from '../../support/until.ts';

describe('the precedence of an account', () => {
  it('ends when it has used its time, and is its own', () => {
    const precedence = createPrecedence({ mostMs: 1000, share: 0 });
    precedence.use(1, 600);
    expect([precedence.has(1), precedence.has(2)]).to.deep.equal([true, true]);
    precedence.use(1, 600);
    expect([precedence.has(1), precedence.has(2)]).to.deep.equal([false, true]);
  });

  it('comes back with time', async () => {
    const precedence = createPrecedence({ mostMs: 1000, share: 0.5 });
    precedence.use(1, 1020);
    expect(precedence.has(1)).to.equal(false);
    await until(() => precedence.has(1));
  });

  it('is never more than at first, however long it was not used', async () => {
    const precedence = createPrecedence({ mostMs: 20, share: 1 });
    precedence.use(1, 1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    precedence.use(1, 60);
    expect(precedence.has(1)).to.equal(false);
  });
});
