import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createListShares, holdShare } from '../../../../api/http/list-shares.ts';

const MEBIBYTE = 2 ** 20;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the memory of all lists', () => {
  const signal = new AbortController().signal;
  const hold = (shares: ReturnType<typeof createListShares>, userId: number) =>
    holdShare(
      shares,
      userId,
      '/contacts/list',
      () => signal,
      () => {},
    );

  it('makes a list wait while large pages of others are being sent', async () => {
    const shares = createListShares(4 * MEBIBYTE);
    const [one, two, three] = [hold(shares, 1), hold(shares, 2), hold(shares, 3)];
    await one.take(2 * MEBIBYTE);
    await two.take(2 * MEBIBYTE);
    expect(one.wrote(2 * MEBIBYTE, 1)).to.equal(true);
    let taken = false;
    const waiting = three.take(MEBIBYTE).then(() => (taken = true));
    await settled();
    expect(taken).to.equal(false);
    one.leave();
    await waiting;
  });

  it('leaves half to others, whatever one account asks for', async () => {
    const shares = createListShares(4 * MEBIBYTE);
    const [one, two, other] = [hold(shares, 1), hold(shares, 1), hold(shares, 2)];
    await one.take(2 * MEBIBYTE);
    let taken = false;
    const waiting = two.take(MEBIBYTE).then(() => (taken = true));
    await other.take(2 * MEBIBYTE);
    expect(taken).to.equal(false);
    one.leave();
    await waiting;
  });

  it('leaves each further account half of the rest', async () => {
    const shares = createListShares(8 * MEBIBYTE);
    const readers = [1, 1, 1, 1, 1, 2, 2, 2, 2].map((userId) => hold(shares, userId));
    const begun: number[] = [];
    const waiting = readers.map(async (one, at) => {
      await one.take(MEBIBYTE - 1, false);
      begun.push(at);
      one.wrote(MEBIBYTE - 1, 2);
    });
    await settled();
    expect(begun).to.deep.equal([0, 1, 2, 3, 5, 6]);
    const other = hold(shares, 3);
    await other.take(2 * MEBIBYTE);
    other.leave();
    for (const one of readers) one.leave();
    for (const at of [4, 7, 8]) {
      await waiting[at];
      readers[at]!.leave();
    }
  });

  it('is not held by readers that stall while another account waits', async () => {
    const shares = createListShares(4 * MEBIBYTE);
    const cut: string[] = [];
    const stalled = (userId: number, name: string, readMs: number) => {
      const one = holdShare(
        shares,
        userId,
        name,
        () => signal,
        () => {
          cut.push(name);
          one.leave();
        },
        readMs,
      );
      return one;
    };
    // Two of an account, and one of each of two others; the last one has just begun to read.
    for (const [userId, name, readMs] of [
      [1, 'one', 1200],
      [1, 'two', 1200],
      [2, 'three', 12_000],
      [4, 'four', 60_000],
    ] as const) {
      const one = stalled(userId, name, readMs);
      await one.take(MEBIBYTE, false);
      expect(one.wrote(MEBIBYTE, 1)).to.equal(true);
    }
    const began = performance.now();
    const other = hold(shares, 3);
    await other.take(MEBIBYTE, false);
    expect(cut).to.deep.equal(['one']);
    expect(performance.now() - began).to.be.above(90);
    // Of accounts with as much, the one that has read longest.
    await hold(shares, 5).take(MEBIBYTE, false);
    expect(cut).to.deep.equal(['one', 'two']);
    // An account that has memory waits for its own.
    const own = hold(shares, 2).take(3 * MEBIBYTE, false);
    await delay(600);
    expect(cut).to.deep.equal(['one', 'two']);
    other.leave();
    void own;
  });

  it('is made free by one cut, however many lists of an account wait at once', async () => {
    const shares = createListShares(16 * MEBIBYTE);
    const cut: number[] = [];
    // A connection closes a while after its answer was cut.
    const stalled = async (userId: number, bytes: number) => {
      const one = holdShare(
        shares,
        userId,
        '/contacts/list',
        () => signal,
        () => {
          cut.push(userId);
          setTimeout(() => one.leave(), 20);
        },
        1200,
      );
      await one.take(bytes, false);
      one.wrote(bytes, 1);
    };
    const accounts = [
      [1, 3, 2],
      [2, 2, 2],
      [3, 1, 2],
      [4, 1, 2],
    ] as const;
    for (const [userId, bytes, readers] of accounts)
      for (let at = 0; at < readers; at += 1) await stalled(userId, bytes * MEBIBYTE);
    const gone = new AbortController();
    const calls = Array.from({ length: 20 }, () =>
      holdShare(
        shares,
        5,
        '/contacts/list',
        () => gone.signal,
        () => {},
      ).take(2.5 * MEBIBYTE, false),
    );
    await calls[0];
    expect(cut).to.deep.equal([1]);
    gone.abort(new Error('the client is gone'));
    await Promise.allSettled(calls);
  });

  it('admits one large page of an account in preparation, and any number of small ones', async () => {
    const shares = createListShares(16 * MEBIBYTE);
    const [one, two, other, small] = [hold(shares, 1), hold(shares, 1), hold(shares, 2), hold(shares, 1)];
    await one.take(MEBIBYTE);
    let taken = false;
    const waiting = two.take(MEBIBYTE).then(() => (taken = true));
    await other.take(MEBIBYTE);
    await small.take(100_000);
    expect(taken).to.equal(false);
    one.wrote(MEBIBYTE, 1);
    await waiting;
  });

  it('lets an account rest longer after a large page while others call a busy process', async () => {
    const shares = createListShares(16 * MEBIBYTE, (account) => account === 1);
    const order: string[] = [];
    const page = async (userId: number): Promise<void> => {
      const share = hold(shares, userId);
      await share.take(MEBIBYTE);
      order.push(`page of ${userId}`);
      await delay(40);
      share.leave();
    };
    await Promise.all([page(1), page(2)]);
    await Promise.all([page(1), page(2)]);
    expect(order.slice(2)).to.deep.equal(['page of 2', 'page of 1']);
  });

  it('expects of a list the rows that it had before, each account for itself', async () => {
    const shares = createListShares(16 * MEBIBYTE);
    const [one, again, other] = [hold(shares, 1), hold(shares, 1), hold(shares, 2)];
    expect([one.rowBytes, one.isSmall(1)]).to.eql([4096, false]);
    await one.take(MEBIBYTE);
    one.wrote(30_000, 300);
    expect([again.rowBytes, again.isSmall(500), again.isSmall(10_000)]).to.eql([100, true, false]);
    expect([other.rowBytes, other.isSmall(1)]).to.eql([4096, false]);
  });

  it('expects little of a list that was empty, until it has rows', async () => {
    const shares = createListShares(16 * MEBIBYTE);
    const [empty, again] = [hold(shares, 1), hold(shares, 1)];
    await empty.take(MEBIBYTE);
    empty.wrote(60, 0);
    expect(again.isSmall(500)).to.equal(true);
    await again.take(1000);
    again.wrote(MEBIBYTE, 1);
    again.leave();
    expect(again.isSmall(1)).to.equal(false);
  });

  it('forgets large rows slowly, so that a page of one small row changes little', async () => {
    const shares = createListShares(16 * MEBIBYTE);
    const one = hold(shares, 1);
    for (const bytes of [100_000, 100]) {
      await one.take(MEBIBYTE);
      one.wrote(bytes, 1);
    }
    expect(one.rowBytes).to.equal(50_000);
  });

  it('does not count small pages while their clients read them', async () => {
    const shares = createListShares(MEBIBYTE);
    const all = Array.from({ length: 50 }, (_, at) => hold(shares, at));
    for (const one of all) {
      await one.take(MEBIBYTE);
      expect(one.wrote(100_000, 50)).to.equal(false);
    }
    expect(all[0]!.rowBytes).to.equal(2000);
  });

  it('cuts a client that takes too long to read a large page, and gives its memory to others', async () => {
    const shares = createListShares(4 * MEBIBYTE);
    const cut = await new Promise<Error>((resolve, reject) => {
      const slow = holdShare(shares, 1, '/contacts/list', () => signal, resolve, 20);
      const done = holdShare(
        shares,
        2,
        '/contacts/list',
        () => signal,
        () => reject(new Error('it was read')),
        1,
      );
      void done.take(MEBIBYTE).then(() => {
        done.wrote(MEBIBYTE, 1);
        done.leave();
      });
      void slow.take(MEBIBYTE).then(() => slow.wrote(MEBIBYTE, 1));
    });
    expect(cut.message).to.equal('Request Timeout');
  });

  it('takes memory back with the next page, and once at the end', async () => {
    const shares = createListShares(2 * MEBIBYTE);
    const one = hold(shares, 1);
    for (let page = 0; page < 5; page += 1) {
      await one.take(2 * MEBIBYTE);
      one.wrote(2 * MEBIBYTE, 1);
    }
    one.leave();
    one.leave();
    await hold(shares, 2).take(2 * MEBIBYTE);
  });
});
