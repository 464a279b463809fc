import { expect } from 'chai';
import { restMs } from '../../../worker/audience/head-start.ts';

describe('the rest of a walk that is ahead of its mails', () => {
  const rest = (ready: number, done: number, seconds: number): number =>
    restMs({ ready, done, seconds, tookMs: 200 });

  it('is none at the beginning, when no batch is done yet', () => {
    expect(rest(8, 0, 0.5)).to.equal(0);
    expect(rest(40, 1, 1)).to.equal(0);
  });

  it('is none where mails go out a few times more slowly than the audience is walked', () => {
    expect(rest(190, 12, 1)).to.equal(0);
    expect(rest(1000, 500, 10)).to.equal(0);
  });

  it('is as long as the last step once what waits lasts for half a minute, and up to three times as long', () => {
    expect(rest(60, 6, 5)).to.equal(200);
    expect(rest(130, 6, 5)).to.equal(400);
    expect(rest(1000, 6, 5)).to.equal(600);
    expect(rest(1000, 0, 3600)).to.equal(600);
  });
});
