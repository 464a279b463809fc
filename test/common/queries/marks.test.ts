import { expect } from 'chai';
import { isSettled, mustCount, unmarked, willStand } from '../../../common/queries/marks.ts';

const MARKED = new Date('2026-01-01T00:00:00Z');
const after = (ms: number): Date => new Date(MARKED.getTime() + ms);

describe('marks of what must be counted', () => {
  it('have it counted until a count began a second after them, and once more when they are settled', () => {
    const counted = (countedAt: Date | null, at: Date): boolean =>
      mustCount({ dirty_at: MARKED, counted_at: countedAt }, at);
    expect(counted(null, after(0))).to.equal(true);
    expect(counted(after(999), after(1500))).to.equal(true);
    expect(counted(after(1000), after(1500))).to.equal(false);
    expect(counted(after(1000), after(9999))).to.equal(false);
    expect(counted(after(1000), after(10_000))).to.equal(true);
    expect(counted(after(10_000), after(20_000))).to.equal(false);
    expect(mustCount({ dirty_at: null }, after(0))).to.equal(false);
  });

  it('make a count worth storing after a second, and go after ten', () => {
    expect(willStand({ dirty_at: MARKED }, after(999))).to.equal(false);
    expect(willStand({ dirty_at: MARKED }, after(1000))).to.equal(true);
    expect(isSettled(MARKED, after(9999))).to.equal(false);
    expect(isSettled(MARKED, after(10_000))).to.equal(true);
    expect(isSettled(MARKED, null)).to.equal(false);
    expect(isSettled(null, after(0))).to.equal(false);
  });

  it('stand for other changes for a fifth of a second', () => {
    expect(unmarked('dirty_at', after(0))).to.deep.equal({
      $or: [{ dirty_at: null }, { dirty_at: { $lt: after(-200) } }],
    });
  });
});
