import { expect } from 'chai';
import { inShare } from '../../../../common/store/account-shares.ts';
import { CONNECTIONS } from '../../../../common/store/connections.ts';

describe('the commands of an account', () => {
  const MANY = 2 * CONNECTIONS;
  let began: number[];
  let ends: (() => void)[];

  beforeEach(() => {
    began = [];
    ends = [];
  });

  const send = (account: number): Promise<number> =>
    inShare(account, () => {
      began.push(account);
      return new Promise((resolve) => ends.push(() => resolve(account)));
    });
  const endAll = async (sent: Promise<number>[]): Promise<void> => {
    do {
      for (const end of ends.splice(0)) end();
      await new Promise(setImmediate);
    } while (ends.length > 0);
    await Promise.all(sent);
  };

  it('all go at once when no other account asks', async () => {
    const sent = Array.from({ length: MANY }, () => send(1));
    expect(began).to.have.length(MANY);
    await endAll(sent);
  });

  it('leave half of the connections to others that ask', async () => {
    const other = send(2);
    const sent = Array.from({ length: MANY }, () => send(3));
    expect(began.filter((account) => account === 3)).to.have.length(CONNECTIONS / 2);
    const late = send(2);
    await Promise.resolve();
    expect(began.filter((account) => account === 2)).to.have.length(2);
    await endAll([other, late, ...sent]);
    expect(began).to.have.length(MANY + 2);
  });

  it('free their share when they fail', async () => {
    const failing = () => inShare(4, () => Promise.reject(new Error('away')));
    const other = send(5);
    const failed = await Promise.allSettled(Array.from({ length: MANY }, failing));
    expect(failed.every(({ status }) => status === 'rejected')).to.equal(true);
    const sent = send(4);
    await new Promise(setImmediate);
    expect(began).to.include(4);
    await endAll([other, sent]);
  });
});
