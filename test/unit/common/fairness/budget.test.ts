import { expect } from 'chai';
import { Budget, type GiveBack } from '../../../../common/fairness/budget.ts';

describe('a budget', () => {
  it('bounds what all keys have, and what each has', () => {
    const budget = new Budget<number>({ total: 100, each: 50 });
    const first = budget.take(1, 30);
    expect(first).to.be.a('function');
    expect(budget.take(1, 30)).to.equal(null);
    expect(budget.take(1, 20)).to.be.a('function');
    expect(budget.take(2, 50)).to.be.a('function');
    expect(budget.take(3, 1)).to.equal(null);
    first!();
    expect(budget.take(3, 31)).to.equal(null);
    expect(budget.take(3, 30)).to.be.a('function');
  });

  it('takes an amount that is larger than its bound alone', () => {
    const budget = new Budget<number>({ total: 100, each: 50 });
    const all = budget.take(1, 1000);
    expect(all).to.be.a('function');
    expect(budget.take(2, 1)).to.equal(null);
    all!();
    const share = budget.take(2, 60);
    expect(share, 'more than its share').to.be.a('function');
    expect(budget.take(2, 1)).to.equal(null);
    expect(budget.take(3, 40)).to.be.a('function');
  });

  it('has bounds by key', () => {
    const budget = new Budget<string>({ each: (key) => key.length });
    expect([budget.left('a'), budget.left('abc')]).to.deep.equal([1, 3]);
    budget.take('a', 1);
    budget.take('abc', 1);
    expect([budget.fits('a', 1), budget.fits('abc', 2), budget.fits('a', 1, 2)]).to.deep.equal([
      false,
      true,
      true,
    ]);
  });

  it('gets an amount back once, and remembers no key that has nothing', () => {
    const budget = new Budget<number>({ total: 10_000 });
    const given: (GiveBack | null)[] = Array.from({ length: 10_000 }, (_, at) => budget.take(at % 100, 1));
    expect([budget.of(1), budget.keys, budget.take(1, 1)]).to.deep.equal([100, 100, null]);
    for (const one of given) {
      one!();
      one!();
    }
    expect([budget.of(1), budget.keys]).to.deep.equal([0, 0]);
  });

  it('holds an amount during some work, which gets the sum of its key, also where that fails', async () => {
    const budget = new Budget<number>({ each: 1 });
    const sums: number[] = [];
    const work = async (sum: number): Promise<void> => void sums.push(sum);
    await budget.during(1, 2, async () => {
      await budget.during(1, 3, work);
      await budget.during(2, 4, work);
    });
    const failing = budget.during(1, 1, async () => {
      throw new Error('no');
    });
    expect(await failing.catch((error: Error) => error.message)).to.equal('no');
    expect([sums, budget.keys]).to.deep.equal([[5, 4], 0]);
  });

  it('is part of another: first an account has room, then its job', () => {
    const accounts = new Budget<string>({ total: 10, each: 5 });
    const jobs = new Budget<string, string>({
      each: 3,
      within: { budget: accounts, keyOf: (job) => job[0]! },
    });
    const first = jobs.take('a1', 3);
    expect(jobs.take('a1', 1), 'the job').to.equal(null);
    expect(jobs.take('a2', 3), 'the account').to.equal(null);
    expect(jobs.take('a2', 2)).to.be.a('function');
    expect([jobs.of('a1'), accounts.of('a')]).to.deep.equal([3, 5]);
    first!();
    expect([jobs.of('a1'), accounts.of('a'), accounts.of('b')]).to.deep.equal([0, 2, 0]);
  });

  describe('of time', () => {
    let time = 0;
    const budgetOf = (each: number, refill: number) =>
      new Budget<number>({ each, refill, clock: () => time });

    it('is its key’s own, and may be used for more than there is', () => {
      const budget = budgetOf(1000, 0.01);
      budget.add(1, 600);
      expect([budget.left(1), budget.left(2)]).to.deep.equal([400, 1000]);
      budget.add(1, 600);
      expect([budget.left(1), budget.left(2)]).to.deep.equal([-200, 1000]);
    });

    it('refills with time', () => {
      const budget = budgetOf(1000, 0.5);
      budget.add(1, 1020);
      time += 40;
      expect(budget.left(1)).to.equal(0);
      time += 1;
      expect(budget.left(1)).to.equal(0.5);
      budget.add(1, 10);
      time += 2;
      expect(budget.left(1)).to.equal(-8.5);
    });

    it('never has more than at first, however long it was not used', () => {
      const budget = budgetOf(20, 1);
      budget.add(1, 1);
      time += 100;
      expect(budget.left(1)).to.equal(20);
      budget.add(1, 60);
      expect(budget.left(1)).to.equal(-40);
    });

    it('forgets keys that have all of it again, and of too many those that used it longest ago', () => {
      const budget = budgetOf(20, 1);
      for (let key = 0; key < 5; key += 1) budget.add(key, 10);
      time += 10;
      budget.add(-1, 1);
      expect(budget.keys).to.equal(1);
      for (let key = 0; key < 10_001; key += 1) budget.add(key, 10);
      expect([budget.keys, budget.left(-1), budget.left(0), budget.left(1)]).to.deep.equal([
        10_000, 20, 20, 10,
      ]);
    });
  });
});
