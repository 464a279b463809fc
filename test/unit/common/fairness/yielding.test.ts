import { expect } from 'chai';
import { createYielding, rememberLately } from '../../../../common/fairness/yielding.ts';

describe('work to which other work yields', () => {
  const BOUNDS = { mostMs: 50 };

  it('delays nothing while none of it is under way', () => {
    const work = createYielding(BOUNDS);
    expect(work.wait()).to.equal(null);
    work.begin()();
    expect(work.wait()).to.equal(null);
  });

  it('delays all other work until its last piece ends', async () => {
    const work = createYielding(BOUNDS);
    const ends = [work.begin(), work.begin()];
    const waiting = [work.wait(), work.wait()];
    expect(waiting[0]).to.be.instanceOf(Promise);
    expect(waiting[1]).to.equal(waiting[0]);
    let isFree = false;
    void waiting[0]!.then(() => {
      isFree = true;
    });
    ends[0]!();
    // The second call does nothing.
    ends[0]!();
    await Promise.resolve();
    expect([isFree, work.isBusy()]).to.deep.equal([false, true]);
    ends[1]!();
    await waiting[0];
    expect([work.wait(), work.isBusy()]).to.deep.equal([null, false]);
  });

  it('is frequent for a moment after a piece of it began', () => {
    const work = createYielding(BOUNDS);
    expect(work.isFrequent()).to.equal(false);
    const end = work.begin();
    expect(work.isFrequent()).to.equal(true);
    end();
    expect(work.isFrequent()).to.equal(true);
  });

  it('delays other work for a bounded time, and again later', async () => {
    const work = createYielding(BOUNDS);
    work.begin();
    // This piece never ends; each wait ends by itself, until the budget of waits is used up.
    let waits = 0;
    for (let wait = work.wait(); wait; wait = work.wait()) {
      waits += 1;
      await wait;
    }
    expect(waits).to.be.greaterThan(0);
    while (!work.wait()) await new Promise((resolve) => setImmediate(resolve));
  });

  it('delays nothing for a piece that takes longer than it may', async () => {
    const work = createYielding({ mostMs: 60_000, eachMs: 20 });
    const end = work.begin();
    await work.wait();
    expect(work.isBusy()).to.equal(false);
    const endOfNext = work.begin();
    end();
    expect(work.isBusy()).to.equal(true);
    endOfNext();
  });

  it('delays other work for half of the time in which it did not wait', async () => {
    const machine = performance.now;
    let time = 0;
    performance.now = () => time;
    try {
      const work = createYielding({ mostMs: 60_000, eachMs: 60_000 });
      /** Other work waits for so many milliseconds, as the clock says. */
      const waitFor = async (ms: number): Promise<void> => {
        const end = work.begin();
        const waiting = work.wait();
        expect(waiting, `a wait of ${ms} ms`).to.be.instanceOf(Promise);
        time += ms;
        end();
        await waiting;
      };
      await waitFor(60_000);
      work.begin()();
      const end = work.begin();
      time += 9;
      expect(work.wait()).to.equal(null);
      time += 1;
      expect(work.wait()).to.be.instanceOf(Promise);
      end();
    } finally {
      performance.now = machine;
    }
  });
});

describe('keys that were at work lately', () => {
  const machine = performance.now;
  let time = 0;
  beforeEach(() => {
    performance.now = () => time;
  });
  afterEach(() => {
    performance.now = machine;
  });

  it('tell whether a key is alone', () => {
    const lately = rememberLately<number>();
    expect(lately.hasOther(1)).to.equal(false);
    lately.did(1);
    expect([lately.hasOther(1), lately.hasOther(2)]).to.deep.equal([false, true]);
    lately.did(2);
    lately.did(2);
    expect([lately.hasOther(1), lately.hasOther(2), lately.hasOther(3)]).to.deep.equal([true, true, true]);
    time += 1000;
    expect([lately.hasOther(1), lately.hasOther(2)]).to.deep.equal([false, false]);
  });
});
