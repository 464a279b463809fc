import { expect } from 'chai';
import { restsWith } from '../../../../../worker/sending/audience/head-start.ts';

describe('the rest of a walk that is ahead of its mails', () => {
  const rests = (ready: number, done: number, seconds: number): number => restsWith({ ready, done, seconds });

  it('takes no time at the beginning, when no batch is done yet', () => {
    expect(rests(8, 0, 0.5)).to.equal(0);
    expect(rests(40, 1, 1)).to.equal(0);
  });

  it('takes no time when mails go out a few times more slowly than the walk', () => {
    expect(rests(190, 12, 1)).to.equal(0);
    expect(rests(1000, 500, 10)).to.equal(0);
  });

  it('takes one step when the waiting rows last for half a minute, and up to three steps', () => {
    expect(rests(60, 6, 5)).to.equal(1);
    expect(rests(130, 6, 5)).to.equal(2);
    expect(rests(1000, 6, 5)).to.equal(3);
    expect(rests(1000, 0, 3600)).to.equal(3);
  });
});
