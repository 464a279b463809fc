import { expect } from 'chai';
import { createStarts } from '../../worker/starts.ts';
import { until } from '../support/until.ts';

describe('sends that are being started', () => {
  it('let all others wait until the last of them and its first slice are over', async () => {
    const starts = createStarts();
    expect(starts.over()).to.equal(null);
    const ends = [starts.begin(), starts.beginFirst()];
    const waiting = starts.over();
    let isOver = false;
    void waiting!.then(() => {
      isOver = true;
    });
    ends[0]!();
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).to.equal(false);
    ends[1]!();
    await waiting;
    expect(starts.over()).to.equal(null);
  });

  it('cut the first slices of others short, which their own first slices do not', () => {
    const starts = createStarts();
    const slice = starts.beginFirst();
    expect(starts.isAny()).to.equal(false);
    const opened = starts.begin();
    expect(starts.isAny()).to.equal(true);
    opened();
    expect([starts.isAny(), starts.over() !== null]).to.deep.equal([false, true]);
    slice();
    expect(starts.over()).to.equal(null);
  });

  it('let no other wait for a long start', async () => {
    const starts = createStarts({ eachMs: 20, mostMs: 60_000 });
    starts.begin();
    await starts.over();
    await until(() => !starts.isAny());
    expect(starts.over()).to.equal(null);
  });

  it('let no other wait for ever, however many follow one another', async () => {
    const starts = createStarts({ eachMs: 60_000, mostMs: 20 });
    starts.begin();
    await starts.over();
    starts.begin();
    expect(starts.over()).to.equal(null);
  });
});
