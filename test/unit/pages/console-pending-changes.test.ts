import { mock } from 'node:test';
import { expect } from 'chai';
import { pendChange, runPending } from '../../../console/src/data/pending-changes.ts';

describe('a change of the console that can be undone', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  function pended() {
    const made: string[] = [];
    const change = pendChange(async () => {
      await Promise.resolve();
      made.push('made');
    });
    return { made, change };
  }

  it('is made after a minute, however long its note is held', async () => {
    const { made, change } = pended();
    mock.timers.tick(59_999);
    await Promise.resolve();
    expect(made).to.deep.equal([]);
    mock.timers.tick(1);
    await runPending();
    await Promise.resolve();
    expect(made).to.deep.equal(['made']);
    expect(change.cancel()).to.equal(false);
  });

  it('is never made after it was cancelled', async () => {
    const { made, change } = pended();
    expect(change.cancel()).to.equal(true);
    mock.timers.tick(120_000);
    await change.run();
    await runPending();
    expect(made).to.deep.equal([]);
  });

  it('is made once, and has ended when the session is closed', async () => {
    const { made, change } = pended();
    await runPending();
    expect(made).to.deep.equal(['made']);
    await change.run();
    mock.timers.tick(120_000);
    await runPending();
    expect(made).to.deep.equal(['made']);
  });
});
