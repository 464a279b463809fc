import { expect } from 'chai';
import { createStarts } from '../../../../worker/sending/starts.ts';
import { until } from '../../../support/until.ts';

describe('the register of starting sends', () => {
  it('makes all others wait until the last of them and its first slice are over', async () => {
    const starts = createStarts();
    expect(starts.wait()).to.equal(null);
    const ends = [starts.begin(1), starts.beginFirst(1)];
    const waiting = starts.wait();
    let isOver = false;
    void waiting!.then(() => {
      isOver = true;
    });
    ends[0]!();
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).to.equal(false);
    ends[1]!();
    await waiting;
    expect(starts.wait()).to.equal(null);
  });

  it('counts the starts of an account and the other accounts with starts, without first slices', () => {
    const starts = createStarts();
    const slice = starts.beginFirst(1);
    expect(starts.startsOf(1)).to.deep.equal({ own: 0, others: 0 });
    const opened = [starts.begin(1), starts.begin(2), starts.begin(2)];
    expect(starts.startsOf(1)).to.deep.equal({ own: 1, others: 1 });
    expect(starts.startsOf(2)).to.deep.equal({ own: 2, others: 1 });
    expect(starts.startsOf(3)).to.deep.equal({ own: 0, others: 2 });
    for (const end of opened) end();
    expect([starts.startsOf(1), starts.wait() !== null]).to.deep.equal([{ own: 0, others: 0 }, true]);
    slice();
    expect(starts.wait()).to.equal(null);
  });

  it('makes no other wait for a long start', async () => {
    const starts = createStarts({ eachMs: 20, mostMs: 60_000 });
    starts.begin(1);
    await starts.wait();
    await until(() => starts.startsOf(1).own === 0);
    expect(starts.wait()).to.equal(null);
  });

  it('makes no other wait forever, however many sends follow one another', async () => {
    const starts = createStarts({ eachMs: 60_000, mostMs: 20 });
    starts.begin(1);
    await starts.wait();
    starts.begin(1);
    expect(starts.wait()).to.equal(null);
  });

  describe('of an account that begins sends one after the other', () => {
    const bounds = { mostMs: 60_000, eachMs: 60_000 };

    /** Starts of account 1, which has used up what it may take from others, and gets nothing back. */
    async function usedUp() {
      const starts = createStarts(bounds, { each: 10, refill: 0 });
      const end = starts.begin(1);
      await new Promise((resolve) => setTimeout(resolve, 20));
      end();
      return starts;
    }

    it('stops its precedence, and keeps that of another account', async () => {
      const starts = await usedUp();
      starts.begin(1)();
      const slice = starts.beginFirst(1);
      const start = starts.begin(1);
      expect([starts.startsOf(3).others > 0, starts.wait()]).to.deep.equal([false, null]);
      const another = starts.begin(2);
      expect([starts.startsOf(3).others > 0, starts.wait() !== null]).to.deep.equal([true, true]);
      for (const end of [another, start, slice]) end();
      expect([starts.startsOf(3).others > 0, starts.wait()]).to.deep.equal([false, null]);
    });

    it('adds a rest when another account begins sends, too', async () => {
      const starts = await usedUp();
      expect(starts.restOf(1, 100)).to.equal(0);
      starts.begin(2)();
      expect([starts.restOf(1, 100), starts.restOf(2, 100)]).to.deep.equal([300, 0]);
      starts.begin(1)();
      expect(starts.restOf(1, 100)).to.equal(300);
      expect(starts.restOf(1, 60_000)).to.equal(1000);
    });
  });
});
