import { expect } from 'chai';
import { hashPassword, isPassword } from '../../../../common/accounts/passwords.ts';
import { keptCheaply } from '../../../support/cheap-passwords.ts';
import { ownTime } from '../../../support/own-time.ts';

describe('passwords', () => {
  it('take as long to refuse when they were hashed at a lower cost', async () => {
    const timeOf = (hash: string): Promise<number> => ownTime(() => isPassword('wrong', hash), 1);
    const now = await timeOf(await hashPassword('correct horse'));
    const then = await timeOf(keptCheaply('correct horse'));
    expect(then / now).to.be.within(0.5, 2);
  });

  it('take the memory of a few, however many come at once', async () => {
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
