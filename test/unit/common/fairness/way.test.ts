import { expect } from 'chai';
import { createWay } from '../../../../common/fairness/way.ts';

describe('the way of work that is waited for', () => {
  const BOUNDS = { mostMs: 50 };

  it('stays free while none of it is under way', () => {
    const way = createWay(BOUNDS);
    expect(way.over()).to.equal(null);
    way.begin()();
    expect(way.over()).to.equal(null);
  });

  it('makes all others wait until the last piece is over', async () => {
    const way = createWay(BOUNDS);
    const ends = [way.begin(), way.begin()];
    const waiting = [way.over(), way.over()];
    expect(waiting[0]).to.be.instanceOf(Promise);
    expect(waiting[1]).to.equal(waiting[0]);
    let isFree = false;
    void waiting[0]!.then(() => {
      isFree = true;
    });
    ends[0]!();
    // A piece that is over twice is over once.
    ends[0]!();
    await Promise.resolve();
    expect([isFree, way.isBusy()]).to.deep.equal([false, true]);
    ends[1]!();
    await waiting[0];
    expect([way.over(), way.isBusy()]).to.deep.equal([null, false]);
  });

  it('counts as frequent from the first piece of work on', () => {
    const way = createWay(BOUNDS);
    expect(way.isFrequent()).to.equal(false);
    const end = way.begin();
    expect(way.isFrequent()).to.equal(true);
    end();
    expect(way.isFrequent()).to.equal(true);
  });

  it('lets the others continue after a while, and makes them wait again later', async () => {
    const way = createWay(BOUNDS);
    way.begin();
    // That work is never over; each wait ends by itself, until the others have their turn.
    let waits = 0;
    for (let over = way.over(); over; over = way.over()) {
      waits += 1;
      await over;
    }
    expect(waits).to.be.greaterThan(0);
    while (!way.over()) await new Promise((resolve) => setImmediate(resolve));
  });

  it('becomes free again when a piece of work takes longer than it may', async () => {
    const way = createWay({ mostMs: 60_000, eachMs: 20 });
    const end = way.begin();
    await way.over();
    expect(way.isBusy()).to.equal(false);
    way.begin();
    end();
    expect(way.isBusy()).to.equal(true);
  });
});
