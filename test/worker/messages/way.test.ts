import { expect } from 'chai';
import { createWay } from '../../../worker/messages/way.ts';

describe('the way of single messages', () => {
  it('is free while no message is begun', () => {
    const way = createWay();
    expect(way.over()).to.equal(null);
    way.begin()();
    expect(way.over()).to.equal(null);
  });

  it('is waited for by all mails of campaigns until the last message is begun', async () => {
    const way = createWay();
    const ends = [way.begin(), way.begin()];
    const waiting = [way.over(), way.over()];
    expect(waiting[0]).to.be.instanceOf(Promise);
    expect(waiting[1]).to.equal(waiting[0]);
    let isFree = false;
    void waiting[0]!.then(() => {
      isFree = true;
    });
    ends[0]!();
    await Promise.resolve();
    expect(isFree).to.equal(false);
    ends[1]!();
    await waiting[0];
    expect(way.over()).to.equal(null);
  });

  it('is expected to be needed again a moment after a message', () => {
    const way = createWay();
    expect(way.isFrequent()).to.equal(false);
    const end = way.begin();
    expect(way.isFrequent()).to.equal(true);
    end();
    expect(way.isFrequent()).to.equal(true);
  });

  it('is not waited for without end: campaigns go on, and give way again later', async () => {
    const way = createWay();
    way.begin();
    // The message is never begun; each wait ends by itself, until campaigns have their turn.
    let waits = 0;
    for (let over = way.over(); over; over = way.over()) {
      waits += 1;
      await over;
    }
    expect(waits).to.be.greaterThan(0);
    while (!way.over()) await new Promise((resolve) => setImmediate(resolve));
  });
});
