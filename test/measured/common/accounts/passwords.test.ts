import { expect } from 'chai';
import { hashPassword, isPassword } from '../../../../common/accounts/passwords.ts';
import { ownTime } from '../../../support/own-time.ts';
import { keptCheaply, passwordsAtFullCost } from '../../../support/password-cost.ts';

describe('the check of passwords', () => {
  passwordsAtFullCost();

  it('takes the same time to refuse when a hash has a lower cost, and when there is no account', async () => {
    const timeOf = (hash: string | null): Promise<number> => ownTime(() => isPassword('wrong', hash), 1);
    const now = await timeOf(await hashPassword('correct horse'));
    for (const other of [keptCheaply('correct horse'), null])
      expect((await timeOf(other)) / now).to.be.within(0.5, 2);
  });

  it('uses the memory of a few checks, even if many arrive at once', async () => {
    const kept = keptCheaply('correct horse');
    const before = process.memoryUsage().rss;
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 5);
    await Promise.allSettled(Array.from({ length: 40 }, () => isPassword('correct horse', kept)));
    clearInterval(watch);
    // Two take 32 MiB each; 40 would take 1,280.
    expect((most - before) / 2 ** 20).to.be.below(300);
  });
});
