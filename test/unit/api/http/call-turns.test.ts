import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { type CallTurns, createCallTurns } from '../../../../api/http/call-turns.ts';
import { createLoopShares } from '../../../../common/fairness/loop-shares.ts';

const MS = 30;
/** The event loop works all the time. */
const workingLoop = () => createLoopShares(() => performance.now());

/** Answers a call in its turn, as the steps of a call do. */
async function answer(turns: CallTurns, account: number, answering: () => Promise<void>): Promise<void> {
  const entered = turns.enter(account);
  const leave = entered instanceof Promise ? await entered : entered;
  try {
    await answering();
  } finally {
    leave();
  }
}

/** Accounts 1 and 2 call; the first has used up what it may take from others, and gets nothing back. */
async function usedUp(isBusy: boolean, patienceMs?: number) {
  const turns = createCallTurns({
    ofAccount: { each: 10, refill: 0 },
    isBusy: () => isBusy,
    loop: workingLoop(),
    ...(patienceMs !== undefined && { patienceMs }),
  });
  const order: string[] = [];
  /** Answers a call within some milliseconds, and notes when it begins and ends. */
  const call = (account: number, name: string, ms = MS): Promise<void> =>
    answer(turns, account, async () => {
      order.push(name);
      await delay(ms);
      order.push(`${name} ends`);
    });
  await call(1, 'first');
  return { call, order };
}

describe('the order of calls', () => {
  it('delays an account by the time of its last call while the process is busy and another account calls', async () => {
    const { call, order } = await usedUp(true);
    await call(2, 'other', 0);
    await call(1, 'second', 200);
    // The rest is as long as the second call, 200 ms, and has just begun: this delay ends before it.
    const longBefore = delay(150).then(() => order.push('150 ms'));
    const waiting = [call(1, 'third'), call(1, 'fourth')];
    await call(2, 'another', 0);
    expect(order.slice(4)).to.deep.equal(['second', 'second ends', 'another', 'another ends']);
    await Promise.all([...waiting, longBefore]);
    // Those that waited go together.
    expect(order.slice(8)).to.deep.equal(['150 ms', 'third', 'fourth', 'third ends', 'fourth ends']);
  });

  it('answers a busy account at once when no other account calls', async () => {
    const { call, order } = await usedUp(true);
    await call(1, 'second');
    const third = call(1, 'third');
    expect(order.at(-1)).to.equal('third');
    await third;
  });

  it('answers a busy account at once when the process is not busy', async () => {
    const { call, order } = await usedUp(false);
    await call(2, 'other', 0);
    await call(1, 'second');
    const third = call(1, 'third');
    expect(order.at(-1)).to.equal('third');
    await third;
  });

  it('answers at once when the account made few calls before', async () => {
    const turns = createCallTurns({ isBusy: () => true });
    await answer(turns, 2, async () => {});
    await answer(turns, 1, () => delay(MS));
    let begun = false;
    const third = answer(turns, 1, async () => {
      begun = true;
    });
    expect(begun).to.equal(true);
    await third;
  });

  it('answers at once when the account only waited for a store', async () => {
    const turns = createCallTurns({
      ofAccount: { each: 10, refill: 0 },
      isBusy: () => true,
      loop: createLoopShares(() => 0),
    });
    await answer(turns, 2, async () => {});
    await answer(turns, 1, () => delay(MS));
    expect(turns.enter(1)).not.to.be.an.instanceOf(Promise);
  });

  it('delays a call for a bounded time', async () => {
    const { call, order } = await usedUp(true, 5);
    await call(2, 'other', 0);
    await call(1, 'second', 200);
    const rest = delay(200).then(() => order.push('rested'));
    await Promise.all([call(1, 'third', 0), rest]);
    expect(order.slice(-3)).to.deep.equal(['third', 'third ends', 'rested']);
  });

  it('delays the next call after a failed one, too', async () => {
    const turns = createCallTurns({
      ofAccount: { each: 0, refill: 0 },
      isBusy: () => true,
      loop: workingLoop(),
    });
    await answer(turns, 2, async () => {});
    const failing = answer(turns, 1, async () => {
      await delay(100);
      throw new Error('refused');
    });
    expect(await failing.catch((error: unknown) => (error as Error).message)).to.equal('refused');
    let begun = false;
    const next = answer(turns, 1, async () => {
      begun = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).to.equal(false);
    await next;
    expect(begun).to.equal(true);
  });
});
