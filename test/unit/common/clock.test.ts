import { expect } from 'chai';
import { clockSkew, learnTime, now } from '../../../common/clock.ts';

const HOUR = 3_600_000;

describe('the clock', () => {
  const machine = { date: Date.now, timers: performance.now };
  /** The true time. Tests change it. */
  let time = 0;
  /** By how much the machine's clock is wrong. */
  let off = 0;

  beforeEach(() => {
    const [date, timers] = [Date.now(), performance.now()];
    time = date;
    off = 0;
    Date.now = () => time + off;
    performance.now = () => timers + time - date;
  });
  afterEach(async () => {
    Date.now = machine.date;
    performance.now = machine.timers;
    await learnTime(async () => Date.now());
    now();
  });

  it('follows the database’s time, however wrong the machine’s is', async () => {
    off = HOUR;
    await learnTime(async () => time);
    expect(now().getTime()).to.be.closeTo(time, 1);
    expect(clockSkew()).to.be.closeTo(-HOUR, 1);
  });

  it('continues evenly through a jump of the machine’s clock', async () => {
    await learnTime(async () => time);
    off = -HOUR;
    expect(now().getTime()).to.be.closeTo(time, 1);
    off = HOUR;
    expect(now().getTime()).to.be.closeTo(time, 1);
  });

  it('ignores an answer that took too long', async () => {
    await learnTime(async () => time);
    const before = clockSkew();
    await learnTime(async () => {
      const told = time;
      time += 60;
      return told;
    });
    expect(clockSkew()).to.equal(before);
  });
});
