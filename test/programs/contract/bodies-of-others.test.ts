import { expect } from 'chai';
import {
  ATTACK_NAMES,
  answersOf,
  DESIGN,
  type HeldBodies,
  MANY,
  startHeldBodies,
} from '../../support/held-bodies.ts';

describe('the API, in a process with a heap of 512 MB and large bodies of another account,', () => {
  let bodies: HeldBodies;
  before(async () => {
    bodies = await startHeldBodies('contract-bodies-of-others');
  });
  after(() => bodies?.stop());

  for (const what of ATTACK_NAMES) {
    it(`refuses them and stays at work: ${what}`, async () => {
      const { run, answers } = bodies.attacks[what];
      const answered = answersOf(run());
      await bodies.expectToWork();
      // 0: a client that still sends may see the end of the connection before it reads the answer. 429: too many calls are under way.
      expect(Object.keys(await answered).map(Number)).to.include.members(answers);
      expect([0, 429, ...answers]).to.include.members(Object.keys(await answered).map(Number));
      await bodies.expectToWork();
      // Those that were held no longer count: one of the largest size is read at once.
      const again = bodies.hold('/templates/save', bodies.attacker, DESIGN);
      again.sending.end(DESIGN.subarray(-1));
      expect(await again.status).to.equal(422);
    });
  }

  it('reads none without a right key', async () => {
    const wrong = { ...bodies.attacker, secret_key: 'wrong' };
    const held = Array.from({ length: MANY }, () => bodies.hold('/templates/save', wrong, DESIGN));
    expect([0, 401, 429, 503]).to.include.members(Object.keys(await answersOf(held)).map(Number));
    await bodies.expectToWork();
  });

  it('refuses bodies in chunks of one byte', async () => {
    const held = bodies.inSmallChunks();
    await bodies.expectToWork();
    // 503: the time of the call was over while the process was busy.
    expect([...new Set(await held)].filter((status) => status !== 503)).to.deep.equal([408]);
    await bodies.expectToWork();
  });
});
