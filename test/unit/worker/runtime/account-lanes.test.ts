import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createAccountLanes, type RungJob } from '../../../../worker/runtime/account-lanes.ts';
import { until } from '../../../support/until.ts';

describe('the job lanes of an account', () => {
  let again: string[];
  beforeEach(() => {
    again = [];
  });

  const rung = (account: number, key: string): RungJob => ({
    account,
    key,
    again: async () => void again.push(key),
  });
  /** A job that runs until the test ends it. */
  function job() {
    let end!: () => void;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    let begun = false;
    const run = () => {
      begun = true;
      return ended;
    };
    return { run, end, hasBegun: () => begun };
  }

  it('limits jobs; a job beyond the limit ends without effect and is rung for again when a lane is free', async () => {
    const { enter: inLane, isKept } = createAccountLanes({ each: 2 });
    const [one, two, three] = [job(), job(), job()];
    const ends = [inLane(rung(1, 'a'), one.run), inLane(rung(1, 'b'), two.run)];
    await inLane(rung(1, 'c'), three.run);
    await inLane(rung(1, 'd'), three.run);
    await inLane(rung(1, 'c'), three.run);
    expect([one, two, three].map((each) => each.hasBegun())).to.deep.equal([true, true, false]);
    expect(again).to.deep.equal([]);
    expect(['a', 'c', 'd'].map((key) => isKept(1, key))).to.deep.equal([false, true, true]);
    expect(isKept(2, 'c')).to.equal(false);
    one.end();
    await ends[0];
    expect(again).to.deep.equal(['c']);
    expect(isKept(1, 'c')).to.equal(false);
    two.end();
    await ends[1];
    expect(again).to.deep.equal(['c', 'd']);
    const last = inLane(rung(1, 'c'), three.run);
    expect(three.hasBegun()).to.equal(true);
    three.end();
    await last;
    expect(again).to.deep.equal(['c', 'd']);
  });

  it('leaves the lanes of other accounts free', async () => {
    const { enter: inLane } = createAccountLanes({ each: 1 });
    const [slow, other] = [job(), job()];
    const end = inLane(rung(1, 'a'), slow.run);
    const second = inLane(rung(2, 'b'), other.run);
    expect(other.hasBegun()).to.equal(true);
    slow.end();
    other.end();
    await Promise.all([end, second]);
  });

  it('frees the lane of a job that failed', async () => {
    const { enter: inLane } = createAccountLanes({ each: 1 });
    const failing = async () => {
      throw new Error('no');
    };
    const failed = inLane(rung(1, 'a'), failing).catch((error: Error) => error.message);
    await inLane(rung(1, 'b'), failing);
    expect(await failed).to.equal('no');
    expect(again).to.deep.equal(['b']);
    const next = job();
    void inLane(rung(1, 'b'), next.run);
    expect(next.hasBegun()).to.equal(true);
    next.end();
  });

  it('delays a job that has to wait, the longer the more wait', async () => {
    const asked: number[] = [];
    const { enter } = createAccountLanes({
      each: 1,
      keeps(kept) {
        asked.push(kept);
        return 20 * kept;
      },
    });
    const first = job();
    const end = enter(rung(1, 'a'), first.run);
    // Each delay begins before the job after it is held, and is shorter.
    const order: string[] = [];
    const note = (what: string, ended: Promise<void>) => ended.then(() => void order.push(what));
    const all = ['b', 'c'].flatMap((key, at) => [
      note(`${20 * at + 15} ms`, delay(20 * at + 15)),
      note(key, enter(rung(1, key), first.run)),
    ]);
    await Promise.all(all);
    expect(order).to.deep.equal(['15 ms', 'b', '35 ms', 'c']);
    expect(asked).to.deep.equal([1, 2]);
    first.end();
    await end;
    expect(again).to.deep.equal(['b']);
  });

  it('rests after a long job', async () => {
    const { enter: inLane } = createAccountLanes({
      each: 1,
      rest: (_, account) => (account === 1 ? 200 : 0),
    });
    // This delay begins before the rest and is shorter, so it ends first on a slow machine, too.
    const beforeRest = delay(190).then(() => again.push('190 ms'));
    await inLane(rung(1, 'a'), async () => {});
    await inLane(rung(1, 'b'), async () => {});
    await inLane(rung(2, 'c'), async () => {});
    const free = job();
    const other = inLane(rung(2, 'd'), free.run);
    expect(free.hasBegun()).to.equal(true);
    free.end();
    await other;
    expect(again).to.deep.equal([]);
    await beforeRest;
    await until(() => again.length > 1);
    expect(again).to.deep.equal(['190 ms', 'b']);
  });
});
