import { scryptSync } from 'node:crypto';
import { expect } from 'chai';
import {
  hashPassword,
  isOutdated,
  isPassword,
  keptAnew,
  PasswordsBusy,
  passwordMark,
} from '../../../../common/accounts/passwords.ts';

/** The stored form before the cost was raised. */
function keptCheaply(password: string): string {
  const salt = Buffer.alloc(16, 7);
  const key = scryptSync(password, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 27 });
  return ['scrypt', 2 ** 15, 8, 1, salt.toString('base64url'), key.toString('base64url')].join('$');
}

describe('passwords', function () {
  this.timeout(60_000);

  it('are hashed at the cost that OWASP recommends, and read at any cost', async () => {
    const kept = await hashPassword('correct horse');
    expect(kept).to.match(/^scrypt\$131072\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect([await isPassword('correct horse', kept), await isPassword('wrong', kept)]).to.deep.equal([
      true,
      false,
    ]);
    const cheap = keptCheaply('correct horse');
    expect([await isPassword('correct horse', cheap), await isPassword('wrong', cheap)]).to.deep.equal([
      true,
      false,
    ]);
    expect([isOutdated(kept), isOutdated(cheap)]).to.deep.equal([false, true]);
  });

  it('take as long to refuse when they were hashed at a lower cost', async () => {
    const kept = await hashPassword('correct horse');
    const cheap = keptCheaply('correct horse');
    const timeOf = async (hash: string): Promise<number> => {
      const before = process.cpuUsage();
      await isPassword('wrong', hash);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const [now, then] = [await timeOf(kept), await timeOf(cheap)];
    expect(then / now).to.be.within(0.5, 2);
  });

  it('are hashed a few at once; some more wait, and others are refused at once', async () => {
    const kept = keptCheaply('correct horse');
    const before = process.memoryUsage().rss;
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 5);
    const ends = await Promise.allSettled(
      Array.from({ length: 40 }, () => isPassword('correct horse', kept)),
    );
    clearInterval(watch);
    const refused = ends.filter((end) => end.status === 'rejected');
    expect(refused).to.have.length(18);
    for (const { reason } of refused) expect(reason).to.be.an.instanceOf(PasswordsBusy);
    // Two take 32 MiB each; 40 would take 1,280.
    expect((most - before) / 2 ** 20).to.be.lessThan(300);
    expect(await isPassword('correct horse', kept)).to.equal(true);
  });

  it('keep their mark when they are hashed again, and lose it when another process changes them', () => {
    const old = { password: 'a' };
    const renewed = keptAnew(old, 'b');
    expect(passwordMark(renewed)).to.equal(passwordMark(old));
    expect(passwordMark(keptAnew(renewed, 'c'))).to.equal(passwordMark(old));
    expect(passwordMark({ ...renewed, password: 'changed' })).to.equal(passwordMark({ password: 'changed' }));
  });
});
