import { expect } from 'chai';
import {
  type CoolDown,
  createCoolDown,
  type Pass,
} from '../../../../../worker/sending/transport/cool-down.ts';

const admit = (health: CoolDown, at: number): Pass => {
  const pass = health.admit(at);
  if (!pass) throw new Error(`nothing admitted at ${at}`);
  return pass;
};

describe('transport: cool-down', () => {
  it('doubles from one second to one minute, and starts again after a success', () => {
    const health = createCoolDown(() => 1);
    let now = 0;
    const pauses: (number | null)[] = [];
    for (let i = 0; i < 9; i += 1) {
      const pause = admit(health, now).failed(now);
      pauses.push(pause);
      expect(health.wait(now)).to.equal(pause);
      expect(health.admit(now + (pause ?? 0) - 1)).to.equal(null);
      now += pause ?? 0;
    }
    expect(pauses).to.deep.equal([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    expect(admit(health, now).well()).to.equal(true);
    expect(health.wait(now)).to.equal(0);
    expect(admit(health, now).failed(now)).to.equal(1000);
  });

  it('lasts as long as a server asks for, an hour at most', () => {
    const health = createCoolDown(() => 1);
    expect(admit(health, 0).failed(0, 7000)).to.equal(7000);
    expect(health.admit(6999)).to.equal(null);
    expect(admit(health, 7000).failed(7000, 1000), 'its own is longer').to.equal(2000);
    expect(admit(health, 9000).failed(9000, 86_400_000)).to.equal(3_600_000);
  });

  it('admits one probe, and all other mails only after it succeeded', () => {
    const health = createCoolDown(() => 0);
    expect(admit(health, 0).failed(0)).to.equal(500);
    const probe = admit(health, 500);
    expect(health.admit(500)).to.equal(null);
    expect(health.wait(500)).to.be.greaterThan(0);
    probe.nothing();
    expect(admit(health, 501).well()).to.equal(true);
    expect(health.admit(501)).not.to.equal(null);
  });

  it('admits another probe when the first one has no result for five seconds', () => {
    const health = createCoolDown(() => 1);
    admit(health, 0).failed(0);
    const late = admit(health, 1000);
    expect(health.admit(5999)).to.equal(null);
    expect(admit(health, 6000).well()).to.equal(true);
    expect(health.admit(6000)).not.to.equal(null);
    expect(late.lost(9000, {}), 'it began before').to.equal(null);
    expect(health.wait(9000)).to.equal(0);
  });

  it('ignores the result of mails that started before it', () => {
    const health = createCoolDown(() => 1);
    const passes = Array.from({ length: 20 }, () => admit(health, 0));
    expect(passes.map((pass) => pass.failed(10)).filter((pause) => pause !== null)).to.deep.equal([1000]);
    const late = admit(createCoolDown(), 0);
    expect(late.current()).to.equal(true);
    expect(passes[0]?.current()).to.equal(false);
    expect(passes[1]?.well()).to.equal(false);
    expect(health.wait(10)).to.equal(1000);
  });

  it('counts mails to ten domains in a row that were lost after RCPT, and is short each time', () => {
    const health = createCoolDown(() => 1);
    const domains = Array.from({ length: 10 }, () => ({}));
    const lose = (some: readonly object[], now = 0) =>
      some.map((domain) => admit(health, now).lost(now, domain));
    const [last] = domains.slice(-1);
    expect(lose([...domains.slice(1), ...domains.slice(1)]), 'nine').to.deep.equal(Array(18).fill(null));
    admit(health, 0).well();
    expect(lose(domains.slice(1)), 'after an answer').to.deep.equal(Array(9).fill(null));
    expect(lose(domains.slice(0, 1))).to.deep.equal([1000]);
    for (let now = 1000; now < 4000; now += 1000)
      expect(lose([last!], now), 'as a probe').to.deep.equal([1000]);
    expect(admit(health, 4000).well()).to.equal(true);
    expect(admit(health, 4000).failed(4000)).to.equal(1000);
  });

  it('counts three broken connections in a row as a failure', () => {
    const health = createCoolDown(() => 1);
    const stumble = (): number | null => admit(health, 0).stumbled(0);
    expect([stumble(), stumble()]).to.deep.equal([null, null]);
    admit(health, 0).well();
    expect([stumble(), stumble(), stumble()]).to.deep.equal([null, null, 1000]);
    expect(admit(health, 1000).stumbled(1000), 'a probe has one try').to.equal(2000);
  });
});
