import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import type { Context } from 'koa';
import { Exchange, type ServedRow } from '../../../../api/http/exchange.ts';

/** A call of which only the end is tested. */
const call = (): Exchange => new Exchange({} as Context, {} as ServedRow);

describe('the end of a call', () => {
  it('releases what was taken, the last first', async () => {
    const exchange = call();
    const order: string[] = [];
    exchange.atEnd(() => order.push('place'));
    exchange.atEnd(async () => {
      await Promise.resolve();
      order.push('body');
    });
    exchange.atEnd(() => order.push('turn'));
    await exchange.end();
    expect(order).to.deep.equal(['turn', 'body', 'place']);
  });

  it('releases all of it when one of them fails, and fails then', async () => {
    const exchange = call();
    const order: string[] = [];
    exchange.atEnd(() => order.push('place'));
    exchange.atEnd(async () => {
      throw new Error('the body is still there');
    });
    const error = await exchange.end().catch((found: Error) => found);
    expect(error).to.have.property('message', 'the body is still there');
    expect(order).to.deep.equal(['place']);
  });

  it('releases at once what work under way takes after it', async () => {
    const exchange = call();
    await exchange.end();
    let released = false;
    exchange.atEnd(() => {
      released = true;
    });
    expect(released).to.equal(true);
  });
});

describe('the signal of a call', () => {
  it('lets any number of questions to the store listen without a warning', async () => {
    const exchange = new Exchange(
      { res: { closed: true, writableFinished: true } } as Context,
      {} as ServedRow,
    );
    const warnings: string[] = [];
    const note = ({ message }: Error): void => void warnings.push(message);
    process.on('warning', note);
    for (let listeners = 0; listeners < 11; listeners += 1)
      exchange.signal.addEventListener('abort', () => void listeners);
    await nextTurn();
    process.off('warning', note);
    expect(warnings).to.deep.equal([]);
  });
});
