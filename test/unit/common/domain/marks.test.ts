import { expect } from 'chai';
import { isSettled, mustCount, unmarked, willStand } from '../../../../common/domain/marks.ts';

const MARKED = new Date('2026-01-01T00:00:00Z');
const after = (ms: number): Date => new Date(MARKED.getTime() + ms);

describe('marks of what must be counted', () => {
  const counted = (countedAt: Date | null, at: Date): boolean =>
    mustCount({ dirty_at: MARKED, counted_at: countedAt }, at);

  it('cause a count until one began a second after them', () => {
    expect(counted(null, after(0))).to.equal(true);
    expect(counted(after(999), after(1500))).to.equal(true);
    expect(counted(after(1000), after(1500))).to.equal(false);
    expect(counted(after(1000), after(9999))).to.equal(false);
  });

  it('cause one more count when they are settled', () => {
    expect(counted(after(1000), after(10_000))).to.equal(true);
    expect(counted(after(10_000), after(20_000))).to.equal(false);
  });

  it('that are removed cause no count', () => {
    expect(mustCount({ dirty_at: null }, after(0))).to.equal(false);
  });

  it('make a count worth storing after a second', () => {
    expect(willStand({ dirty_at: MARKED }, after(999))).to.equal(false);
    expect(willStand({ dirty_at: MARKED }, after(1000))).to.equal(true);
  });

  it('are settled after ten seconds', () => {
    expect(isSettled(MARKED, after(9999))).to.equal(false);
    expect(isSettled(MARKED, after(10_000))).to.equal(true);
    expect(isSettled(MARKED, null)).to.equal(false);
    expect(isSettled(null, after(0))).to.equal(false);
  });

  it('cover other changes for a fifth of a second', () => {
    expect(unmarked('dirty_at', after(0))).to.deep.equal({
      $or: [{ dirty_at: null }, { dirty_at: { $lt: after(-200) } }],
    });
  });
});
