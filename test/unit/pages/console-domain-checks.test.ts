import { expect } from 'chai';
import { areChecksOver, nextCheckAt } from '../../../console/src/data/domain-checks.ts';

const MINUTE_MS = 60_000;

describe('the checks of a domain that the console makes by itself', () => {
  it('come each minute at first, never more often, and end after an hour', () => {
    const times: number[] = [];
    const started = 1_900_000_000_000;
    for (
      let next = nextCheckAt(started, started);
      next !== null && times.length < 100;
      next = nextCheckAt(started, next)
    )
      times.push((next - started) / MINUTE_MS);
    expect(times).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60]);
  });

  it('are made in the last minutes of the hour, too, when one was due while the page was hidden', () => {
    const started = 1_900_000_000_000;
    const isOverAfter = (minutes: number): boolean => areChecksOver(started, started + minutes * MINUTE_MS);
    expect([0, 55, 57, 60].map(isOverAfter)).to.deep.equal([false, false, false, false]);
    expect([60.01, 61, 600].map(isOverAfter)).to.deep.equal([true, true, true]);
  });
});
