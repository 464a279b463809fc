import { expect } from 'chai';
import { createStarts } from '../../worker/starts.ts';

describe('sends that are being started', () => {
  const forever = new Promise<never>(() => {});
  const ended = async (wait: Promise<void> | null): Promise<boolean> => {
    let isOver = false;
    void wait?.then(() => (isOver = true));
    await new Promise((resolve) => setImmediate(resolve));
    return isOver;
  };

  it('let all others wait until the last of them has started', async () => {
    const starts = createStarts();
    expect(starts.over()).to.equal(null);
    const ends: (() => void)[] = [];
    const one = () => starts.during(() => new Promise<void>((resolve) => ends.push(resolve)));
    const both = [one(), one()];
    const waiting = [starts.over(), starts.over()];
    ends[0]!();
    await both[0];
    expect(await ended(waiting[0]!)).to.equal(false);
    ends[1]!();
    await both[1];
    for (const wait of waiting) await wait;
    expect(starts.over()).to.equal(null);
  });

  it('pass on what they answer and throw, and end either way', async () => {
    const starts = createStarts();
    expect(await starts.during(async () => 'answer')).to.equal('answer');
    const failure = await starts
      .during(() => Promise.reject(new Error('no')))
      .catch((error: Error) => error.message);
    expect([failure, starts.over()]).to.deep.equal(['no', null]);
  });

  it('let no one wait for a long start', async () => {
    const starts = createStarts({ startMs: 20, turnMs: 60_000 });
    void starts.during(() => forever);
    await starts.over();
    expect(starts.over()).to.equal(null);
  });

  it('let no one wait for ever, however many follow one another', async () => {
    const starts = createStarts({ startMs: 60_000, turnMs: 20 });
    void starts.during(() => forever);
    await starts.over();
    // For as long as the others waited, they need not wait again.
    void starts.during(() => forever);
    expect(starts.over()).to.equal(null);
  });
});
