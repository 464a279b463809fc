import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect } from 'chai';
import {
  hashPassword,
  isOutdated,
  isPassword,
  keptAnew,
  MAX_PASSWORD,
  PasswordsBusy,
  passwordMark,
} from '../../../../common/accounts/passwords.ts';
import { keptCheaply, passwordsAtFullCost } from '../../../support/password-cost.ts';

describe('the store of passwords', function () {
  this.timeout(60_000);
  passwordsAtFullCost();

  it('hashes at the cost that OWASP recommends, and checks hashes of any cost', async () => {
    const kept = await hashPassword('correct horse');
    expect(kept).to.match(/^scrypt\$32768\$8\$4\$[\w-]{22}\$[\w-]{43}$/);
    expect([await isPassword('correct horse', kept), await isPassword('wrong', kept)]).to.deep.equal([
      true,
      false,
    ]);
    const cheap = keptCheaply('correct horse');
    expect([await isPassword('correct horse', cheap), await isPassword('wrong', cheap)]).to.deep.equal([
      true,
      false,
    ]);
    // As hashes were made before, with four times the memory.
    const before = keptCheaply('correct horse', 2 ** 17);
    expect(await isPassword('correct horse', before)).to.equal(true);
    expect([kept, before, cheap].map(isOutdated)).to.deep.equal([false, true, true]);
  });

  it('hashes in threads of low priority, which leaves that of the process as it is', async function () {
    if (process.platform !== 'linux') this.skip();
    const own = getPriority();
    const priorities = (): number[] =>
      readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)));
    const seen = new Set<number>();
    const watch = setInterval(() => priorities().forEach((one) => seen.add(one)), 5);
    await hashPassword('correct horse').finally(() => clearInterval(watch));
    expect([...seen]).to.include(10);
    expect(getPriority()).to.equal(own);
  });

  it('hashes one password of a network at once, makes some more wait, and refuses others at once', async () => {
    const kept = keptCheaply('correct horse', 2 ** 12);
    const ends = await Promise.allSettled(
      Array.from({ length: 40 }, () => isPassword('correct horse', kept)),
    );
    const refused = ends.filter((end) => end.status === 'rejected');
    expect(refused).to.have.length(31);
    for (const { reason } of refused) expect(reason).to.be.an.instanceOf(PasswordsBusy);
    expect(await isPassword('correct horse', kept)).to.equal(true);
  });

  for (const [what, of] of [
    ['person', (at: number) => ({ person: 'the same', network: `network ${at}` })],
    ['network', (at: number) => ({ person: `person ${at}`, network: 'the same' })],
  ] as const) {
    it(`lets one ${what} keep no other waiting for more than one password`, async () => {
      const kept = keptCheaply('correct horse');
      let ended = 0;
      const many = Array.from({ length: 5 }, (_, at) =>
        isPassword('correct horse', kept, of(at)).then(() => (ended += 1)),
      );
      await isPassword('correct horse', kept, { person: 'another', network: 'another' });
      expect(ended).to.be.at.most(2);
      await Promise.all(many);
    });
  }

  it('refuses passwords that are too long', async () => {
    const long = 'x'.repeat(MAX_PASSWORD + 1);
    expect(await isPassword(long, keptCheaply(long))).to.equal(false);
    expect(await hashPassword(long).catch((error: unknown) => error)).to.be.an.instanceOf(RangeError);
  });

  it('keeps the mark of a password that is hashed again, and changes it when another process changes the password', () => {
    const old = { password: 'a' };
    const renewed = keptAnew(old, 'b');
    expect(passwordMark(renewed)).to.equal(passwordMark(old));
    expect(passwordMark(keptAnew(renewed, 'c'))).to.equal(passwordMark(old));
    expect(passwordMark({ ...renewed, password: 'changed' })).to.equal(passwordMark({ password: 'changed' }));
  });
});
