import { expect } from 'chai';
import { clockSkew, learnTime, now } from '../../common/clock.ts';

const HOUR = 3_600_000;

describe('the clock', () => {
  const machineDate = Date.now;
  /** What the machine's clock is off. */
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

  it('is the database’s, however wrong the machine’s is', async () => {
    off = HOUR;
    await learnTime(async () => machineDate());
    expect(now().getTime()).to.be.closeTo(machineDate(), 50);
    expect(clockSkew()).to.be.closeTo(-HOUR, 50);
  });

  it('goes on through a jump of the machine’s', async () => {
    await learnTime(async () => machineDate());
    off = -HOUR;
    expect(now().getTime()).to.be.closeTo(machineDate(), 50);
    off = HOUR;
    expect(now().getTime()).to.be.closeTo(machineDate(), 50);
  });

  it('is not moved by an answer that was long on its way', async () => {
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
