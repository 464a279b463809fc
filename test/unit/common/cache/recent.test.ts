import { expect } from 'chai';
import { keepRecent } from '../../../../common/cache/recent.ts';

/** Returns when the clock of the cache shows a later time. */
function tick(): void {
  const now = performance.now();
  while (performance.now() === now);
}

describe('the cache of recent values', () => {
  it('keeps what was used last, up to its room', () => {
    const recent = keepRecent<string>(10);
    recent.set('a', 'A', 4);
    recent.set('b', 'B', 4);
    recent.get('a');
    recent.set('c', 'C', 4);
    expect(['a', 'b', 'c'].map((key) => recent.get(key))).to.deep.equal(['A', undefined, 'C']);
  });

  it('counts a value that is replaced once, and keeps nothing that takes more than half of the room', () => {
    const recent = keepRecent<string>(10);
    recent.set('a', 'A', 4);
    recent.set('a', 'AA', 5);
    recent.set('b', 'B', 5);
    recent.set('c', 'C', 6);
    expect(['a', 'b', 'c'].map((key) => recent.get(key))).to.deep.equal(['AA', 'B', undefined]);
  });

  it('drops what was not used for long when a value is added', () => {
    const [short, long] = [keepRecent<string>(10, 0), keepRecent<string>(10, 3_600_000)];
    for (const recent of [short, long]) {
      recent.set('a', 'A', 1);
      tick();
      recent.set('b', 'B', 1);
    }
    expect([short.get('a'), short.get('b'), long.get('a')]).to.deep.equal([undefined, 'B', 'A']);
  });
});
