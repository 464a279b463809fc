import { expect } from 'chai';
import { createListShares, holdShare } from '../../../api/http/list-shares.ts';

const MEBIBYTE = 2 ** 20;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the memory of all lists', () => {
  const signal = new AbortController().signal;
  const hold = (shares: ReturnType<typeof createListShares>, userId: number) =>
    holdShare(shares, userId, signal, () => {});

  it('is limited: a list waits while large pages of others are being sent', async () => {
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

  it('has one large page of an account in preparation, and any number of small ones', async () => {
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

  it('does not count small pages while their clients read them', async () => {
    const shares = createListShares(MEBIBYTE);
    const all = Array.from({ length: 50 }, (_, at) => hold(shares, at));
    for (const one of all) {
      await one.take(MEBIBYTE);
      expect(one.wrote(100_000, 50)).to.equal(false);
    }
    expect(all[0]!.rowBytes).to.equal(2000);
  });

  it('is freed by cutting a client that takes too long to read a large page', async () => {
    const shares = createListShares(4 * MEBIBYTE);
    const cut = await new Promise<Error>((resolve, reject) => {
      const slow = holdShare(shares, 1, signal, resolve, 20);
      const done = holdShare(shares, 2, signal, () => reject(new Error('it was read')), 1);
      void done.take(MEBIBYTE).then(() => {
        done.wrote(MEBIBYTE, 1);
        done.leave();
      });
      void slow.take(MEBIBYTE).then(() => slow.wrote(MEBIBYTE, 1));
      // The timer of a page does not keep the process alive; this one does.
      setTimeout(() => reject(new Error('it was not cut')), 5000);
    });
    expect(cut.message).to.equal('Request Timeout');
  });

  it('is given back with the next page, and once at the end', async () => {
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
