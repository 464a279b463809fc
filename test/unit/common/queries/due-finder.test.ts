import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createDueFinder } from '../../../../common/queries/due-finder.ts';

interface DueRow {
  readonly _id: number;
  readonly user_id: number;
}

/** Milliseconds of a question that reads all rows of the accounts that it leaves out. */
const SLOW_MS = 120;

describe('the finder of due documents', () => {
  /** The accounts that each question left out. */
  let questions: (readonly number[])[];
  let rows: DueRow[];
  let takesMs: number;
  beforeEach(() => {
    questions = [];
    takesMs = 0;
  });

  const rowsOf = (accounts: number, each: number): DueRow[] =>
    Array.from({ length: accounts * each }, (_, _id) => ({ _id, user_id: Math.floor(_id / each) }));

  function createFinder() {
    const find = ({ user_id }: { user_id?: { $nin: readonly number[] } }) => {
      const without = new Set(user_id?.$nin);
      questions.push([...without]);
      let most = 0;
      const cursor = {
        project: () => cursor,
        sort: () => cursor,
        limit(limit: number) {
          most = limit;
          return cursor;
        },
        async toArray() {
          if (user_id) await delay(takesMs);
          return rows.filter((row) => !without.has(row.user_id)).slice(0, most);
        },
      };
      return cursor;
    };
    const findDue = createDueFinder({ find } as never, { fields: {}, sort: {} });
    return (most: number) => findDue({}, most);
  }

  it('rests after a slow question that found few others', async () => {
    const find = createFinder();
    rows = rowsOf(1, 100);
    await find(10);
    await find(10);
    expect(questions).to.deep.equal([[], [0], [], [0]]);
    takesMs = SLOW_MS;
    for (let round = 0; round < 4; round += 1) expect(await find(10)).to.have.length(10);
    expect(questions.slice(4)).to.deep.equal([[], [0], [], [], []]);
    rows.push({ _id: 100, user_id: 1 });
    await delay(12 * SLOW_MS);
    expect(await find(10)).to.have.length(11);
  });

  it('continues behind the accounts of the last round, but leaves out only so many', async () => {
    const find = createFinder();
    rows = rowsOf(20_000, 1);
    const ids = (found: readonly { _id: unknown }[]) => [found[0]!._id, found.length];
    expect(ids(await find(2000))).to.deep.equal([0, 8000]);
    expect(ids(await find(2000))).to.deep.equal([8000, 8000]);
    expect(ids(await find(2000))).to.deep.equal([0, 8000]);
    expect(Math.max(...questions.map(({ length }) => length))).to.equal(14_000);
  });
});
