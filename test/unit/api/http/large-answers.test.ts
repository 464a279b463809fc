import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import type { Context } from 'koa';
import type { ContractRow } from '../../../../api/contract.ts';
import { Exchange, type ServedRow } from '../../../../api/http/exchange.ts';
import { countAnswer, takeLane, waitIfLarge } from '../../../../api/http/large-answers.ts';
import { createListShares } from '../../../../api/http/list-shares.ts';

const MEBIBYTE = 2 ** 20;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('large answers', () => {
  const large = { text: 'x'.repeat(100_000) };

  function callsOf(given: Partial<ContractRow> = {}, bytes = 16 * MEBIBYTE) {
    const shares = createListShares(bytes);
    return (account: number) => {
      const res = Object.assign(new EventEmitter(), { closed: false });
      const served = { row: { path: '/details', ...given }, shares } as unknown as ServedRow;
      const exchange = new Exchange({ res } as unknown as Context, served);
      Object.assign(exchange, { account: { id: account } });
      return { exchange, close: () => res.emit('close') };
    };
  }

  it('waits before its record is read while another one of the account is written', async () => {
    const call = callsOf({ large: 'read' });
    const [one, two, other] = [call(1).exchange, call(1).exchange, call(2).exchange];
    await takeLane(one);
    let taken = false;
    const waiting = Promise.resolve(takeLane(two)).then(() => (taken = true));
    await takeLane(other);
    await settled();
    expect(taken).to.equal(false);
    countAnswer(one, 'x'.repeat(100_000));
    await waiting;
  });

  it('does not wait when the last answer of the row was small', async () => {
    const call = callsOf({ large: 'rendered' });
    const first = call(1).exchange;
    await takeLane(first);
    countAnswer(first, 'x'.repeat(60_000));
    await first.end();
    for (let at = 0; at < 3; at += 1) expect(takeLane(call(1).exchange)).to.equal(undefined);
  });

  it('waits before it is written when it turns out to be large', async () => {
    const call = callsOf();
    const [one, two] = [call(1).exchange, call(1).exchange];
    expect(takeLane(one)).to.equal(undefined);
    expect(waitIfLarge(one, { text: 'x'.repeat(60_000), list: [1, null, {}] })).to.equal(undefined);
    await waitIfLarge(one, { items: [large] });
    let taken = false;
    const waiting = Promise.resolve(waitIfLarge(two, large)).then(() => (taken = true));
    await settled();
    expect(taken).to.equal(false);
    await one.end();
    await waiting;
  });

  it('counts until the client has read it', async () => {
    const call = callsOf({ large: 'read' }, 2 * MEBIBYTE);
    const [one, two] = [call(1), call(1)];
    await takeLane(one.exchange);
    countAnswer(one.exchange, 'x'.repeat(MEBIBYTE));
    await one.exchange.end();
    let taken = false;
    const waiting = Promise.resolve(takeLane(two.exchange)).then(() => (taken = true));
    await settled();
    expect(taken).to.equal(false);
    one.close();
    await waiting;
  });
});
