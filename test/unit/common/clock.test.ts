import { expect } from 'chai';
import { clockSkew, learnTime, now } from '../../../common/clock.ts';

const HOUR = 3_600_000;

describe('the clock', () => {
  const machineDate = Date.now;
  /** By how much the machine's clock is wrong. */
  let off = 0;

  beforeEach(() => {
    off = 0;
    Date.now = () => machineDate() + off;
  });
  afterEach(async () => {
    Date.now = machineDate;
    await learnTime(async () => machineDate());
    now();
  });

  it('has the database’s time, however wrong the machine’s is', async () => {
    off = HOUR;
    await learnTime(async () => machineDate());
    expect(now().getTime()).to.be.closeTo(machineDate(), 50);
    expect(clockSkew()).to.be.closeTo(-HOUR, 50);
  });

  it('continues evenly through a jump of the machine’s clock', async () => {
    await learnTime(async () => machineDate());
    off = -HOUR;
    expect(now().getTime()).to.be.closeTo(machineDate(), 50);
    off = HOUR;
    expect(now().getTime()).to.be.closeTo(machineDate(), 50);
  });

  it('ignores an answer that took too long', async () => {
    await learnTime(async () => machineDate());
    const before = clockSkew();
    await learnTime(async () => {
      const told = machineDate();
      await new Promise((resolve) => setTimeout(resolve, 60));
      return told;
    });
    expect(clockSkew()).to.equal(before);
  });
});
