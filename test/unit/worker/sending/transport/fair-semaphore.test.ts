import { expect } from 'chai';
import { createFairSemaphore } from '../../../../../worker/sending/transport/fair-semaphore.ts';

describe('the fair semaphore for connections', () => {
  /** Lets the given mailings ask in this order; returns the order in which they were admitted, as one leaves after another. */
  async function order(size: number, asking: readonly string[]): Promise<string[]> {
    const semaphore = createFairSemaphore(size);
    const entered: string[] = [];
    const all = asking.map(async (key) => {
      await semaphore.enter(key);
      entered.push(key);
    });
    for (let turn = 0; turn < asking.length; turn += 1) {
      await new Promise(setImmediate);
      expect(entered.length - turn, 'inside').to.be.at.most(size);
      semaphore.leave();
    }
    await Promise.all(all);
    return entered;
  }

  it('admits mailings in turn, however many slices of one wait', async () => {
    const large = Array.from({ length: 6 }, () => 'large');
    const entered = await order(2, [...large, 'small', 'small']);
    expect(entered.join(' ')).to.equal('large large large small large small large large');
  });

  it('admits the slices of one mailing in order, and is empty at the end', async () => {
    const semaphore = createFairSemaphore(1);
    const entered: number[] = [];
    await semaphore.enter('one');
    const waiting = [1, 2, 3].map(async (at) => {
      await semaphore.enter('one');
      entered.push(at);
      semaphore.leave();
    });
    semaphore.leave();
    await Promise.all(waiting);
    expect(entered).to.deep.equal([1, 2, 3]);
    await semaphore.enter('another');
  });
});
