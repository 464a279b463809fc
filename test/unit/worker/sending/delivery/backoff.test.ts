import { expect } from 'chai';
import fc from 'fast-check';
import { nextAttempt } from '../../../../../worker/sending/delivery/row-changes.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const start = new Date('2026-01-01T00:00:00Z');
const after = (ms: number): Date => new Date(start.getTime() + ms);

const waits = (random: number): number[] =>
  Array.from({ length: 10 }, (_, i) => {
    const next = nextAttempt(i + 1, start, start, 72, () => random);
    return ((next?.getTime() ?? 0) - start.getTime()) / MINUTE;
  });

describe('delivery: back-off', () => {
  it('waits one to five minutes at first, twice as long each time, at most four hours', () => {
    expect(waits(0)).to.deep.equal([1, 2, 4, 8, 16, 32, 64, 120, 120, 120]);
    expect(waits(1)).to.deep.equal([5, 10, 20, 40, 80, 160, 240, 240, 240, 240]);
  });

  it('makes a last attempt when the time is up, then gives up', () => {
    expect(nextAttempt(20, start, after(71 * HOUR), 72, () => 0.5)).to.deep.equal(after(72 * HOUR));
    expect(nextAttempt(21, start, after(72 * HOUR), 72)).to.equal(null);
    expect(nextAttempt(1, start, after(100 * HOUR), 72)).to.equal(null);
  });

  it('comes always later than now, and ends', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 200, noNaN: true }),
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        (hours, draws) => {
          let now = start;
          let attempts = 1;
          for (;;) {
            const next = nextAttempt(attempts, start, now, hours, () => draws.next().value);
            if (!next) break;
            expect(next.getTime()).to.be.greaterThan(now.getTime());
            expect(next.getTime()).to.be.at.most(start.getTime() + Math.ceil(hours * HOUR));
            now = next;
            attempts += 1;
          }
          expect(attempts).to.be.at.most(120);
        },
      ),
      { numRuns: 50 },
    );
  });
});
