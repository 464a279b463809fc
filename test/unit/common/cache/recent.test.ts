import { expect } from 'chai';
import { keepRecent } from '../../../../common/cache/recent.ts';
import { until } from '../../../support/until.ts';

describe('the cache of recent values', () => {
  it('keeps what was used last, up to its room', () => {
    const recent = keepRecent<string>(10);
    recent.set('a', 'A', { size: 4 });
    recent.set('b', 'B', { size: 4 });
    recent.get('a');
    recent.set('c', 'C', { size: 4 });
    expect(['a', 'b', 'c'].map((key) => recent.get(key))).to.deep.equal(['A', undefined, 'C']);
  });

  it('counts a value that is replaced once, and keeps nothing that takes more than half of the room', () => {
    const recent = keepRecent<string>(10);
    recent.set('a', 'A', { size: 4 });
    recent.set('a', 'AA', { size: 5 });
    recent.set('b', 'B', { size: 5 });
    recent.set('c', 'C', { size: 6 });
    expect(['a', 'b', 'c'].map((key) => recent.get(key))).to.deep.equal(['AA', 'B', undefined]);
  });

  it('drops a value that was not used for long', () => {
    const [short, long] = [keepRecent<string>(10, 2), keepRecent<string>(10, 3_600_000)];
    for (const recent of [short, long]) recent.set('a', 'A', { size: 1 });
    const ends = performance.now() + 10;
    while (performance.now() < ends);
    // The library looks at the clock again in the next turn of the loop, a millisecond later.
    return until(() => short.get('a') === undefined && long.get('a') === 'A');
  });
});
