import { expect } from 'chai';
import { nextCheckAt } from '../../../console/src/data/domain-checks.ts';

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
});
