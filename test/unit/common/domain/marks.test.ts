import { expect } from 'chai';
import { isSettled, mustCount, unmarked, willStand } from '../../../../common/domain/marks.ts';

const MARKED = new Date('2026-01-01T00:00:00Z');
const after = (ms: number): Date => new Date(MARKED.getTime() + ms);

describe('a mark of something to count', () => {
  const counted = (countedAt: Date | null, at: Date): boolean =>
    mustCount({ dirty_at: MARKED, counted_at: countedAt }, at);

  it('causes a count until one began a second after it', () => {
    expect(counted(null, after(0))).to.equal(true);
    expect(counted(after(999), after(1500))).to.equal(true);
    expect(counted(after(1000), after(1500))).to.equal(false);
    expect(counted(after(1000), after(9999))).to.equal(false);
  });

  it('causes one more count when it is settled', () => {
    expect(counted(after(1000), after(10_000))).to.equal(true);
    expect(counted(after(10_000), after(20_000))).to.equal(false);
  });

  it('causes no count when it is removed', () => {
    expect(mustCount({ dirty_at: null }, after(0))).to.equal(false);
  });

  it('makes a count worth storing after a second', () => {
    expect(willStand({ dirty_at: MARKED }, after(999))).to.equal(false);
    expect(willStand({ dirty_at: MARKED }, after(1000))).to.equal(true);
  });

  it('counts as settled after ten seconds', () => {
    expect(isSettled(MARKED, after(9999))).to.equal(false);
    expect(isSettled(MARKED, after(10_000))).to.equal(true);
    expect(isSettled(MARKED, null)).to.equal(false);
    expect(isSettled(null, after(0))).to.equal(false);
  });

  it('covers other changes for a fifth of a second', () => {
    expect(unmarked('dirty_at', after(0))).to.deep.equal({
      $or: [{ dirty_at: null }, { dirty_at: { $lt: after(-200) } }],
    });
  });
});
