import { expect } from 'chai';
import { createGate } from '../../../worker/delivery/gate.ts';

describe('the gate to the lines', () => {
  /** Has so many of each mailing ask in this order; answers who came in, in order, as one leaves after another. */
  async function order(size: number, asking: readonly string[]): Promise<string[]> {
    const gate = createGate(size);
    const entered: string[] = [];
    const all = asking.map(async (key) => {
      await gate.enter(key);
      entered.push(key);
    });
    for (let turn = 0; turn < asking.length; turn += 1) {
      await new Promise(setImmediate);
      expect(entered.length - turn, 'inside').to.be.at.most(size);
      gate.leave();
    }
    await Promise.all(all);
    return entered;
  }

  it('lets mailings in by turns, however many of one wait', async () => {
    const large = Array.from({ length: 6 }, () => 'large');
    const entered = await order(2, [...large, 'small', 'small']);
    expect(entered.join(' ')).to.equal('large large large small large small large large');
  });

  it('lets those of one mailing in as they came, and is empty in the end', async () => {
    const gate = createGate(1);
    const entered: number[] = [];
    await gate.enter('one');
    const waiting = [1, 2, 3].map(async (at) => {
      await gate.enter('one');
      entered.push(at);
      gate.leave();
    });
    gate.leave();
    await Promise.all(waiting);
    expect(entered).to.deep.equal([1, 2, 3]);
    await gate.enter('another');
  });
});
