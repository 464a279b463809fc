import { expect } from 'chai';
import { CoolDown, type Pass } from '../../../../../worker/sending/transport/cool-down.ts';

const admit = (coolDown: CoolDown, at: number): Pass => {
  const pass = coolDown.admit(at);
  if (!pass) throw new Error(`nothing admitted at ${at}`);
  return pass;
};
/** The next mail fails. */
const fail = (coolDown: CoolDown, at: number, least?: number): number | null =>
  coolDown.failed(admit(coolDown, at), at, least);
/** The next mail is answered. */
const answer = (coolDown: CoolDown, at: number): boolean => coolDown.well(admit(coolDown, at));

describe('transport: cool-down', () => {
  it('doubles from one second to one minute, and starts again after a success', () => {
    const coolDown = new CoolDown(() => 1);
    let now = 0;
    const pauses: (number | null)[] = [];
    for (let i = 0; i < 9; i += 1) {
      const pause = fail(coolDown, now);
      pauses.push(pause);
      expect(coolDown.wait(now)).to.equal(pause);
      expect(coolDown.admit(now + (pause ?? 0) - 1)).to.equal(null);
      now += pause ?? 0;
    }
    expect(pauses).to.deep.equal([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    expect(answer(coolDown, now)).to.equal(true);
    expect(coolDown.wait(now)).to.equal(0);
    expect(fail(coolDown, now)).to.equal(1000);
  });

  it('lasts as long as a server asks for, an hour at most', () => {
    const coolDown = new CoolDown(() => 1);
    expect(fail(coolDown, 0, 7000)).to.equal(7000);
    expect(coolDown.admit(6999)).to.equal(null);
    expect(fail(coolDown, 7000, 1000), 'its own is longer').to.equal(2000);
    expect(fail(coolDown, 9000, 86_400_000)).to.equal(3_600_000);
  });

  it('admits one probe, and all other mails only after it succeeded', () => {
    const coolDown = new CoolDown(() => 0);
    expect(fail(coolDown, 0)).to.equal(500);
    const probe = admit(coolDown, 500);
    expect(coolDown.admit(500)).to.equal(null);
    expect(coolDown.wait(500)).to.be.greaterThan(0);
    coolDown.nothing(probe);
    expect(answer(coolDown, 501)).to.equal(true);
    expect(coolDown.admit(501)).not.to.equal(null);
  });

  it('admits another probe when the first one has no result for five seconds', () => {
    const coolDown = new CoolDown(() => 1);
    fail(coolDown, 0);
    const late = admit(coolDown, 1000);
    expect(coolDown.admit(5999)).to.equal(null);
    expect(answer(coolDown, 6000)).to.equal(true);
    expect(coolDown.admit(6000)).not.to.equal(null);
    expect(coolDown.lost(late, 9000, {}), 'it began before').to.equal(null);
    expect(coolDown.wait(9000)).to.equal(0);
  });

  it('ignores the result of mails that started before it', () => {
    const coolDown = new CoolDown(() => 1);
    const passes = Array.from({ length: 20 }, () => admit(coolDown, 0));
    expect(passes.every((pass) => coolDown.isCurrent(pass))).to.equal(true);
    const pauses = passes.map((pass) => coolDown.failed(pass, 10));
    expect(pauses.filter((pause) => pause !== null)).to.deep.equal([1000]);
    expect(coolDown.isCurrent(passes[0]!)).to.equal(false);
    expect(coolDown.well(passes[1]!)).to.equal(false);
    expect(coolDown.wait(10)).to.equal(1000);
  });

  it('counts mails to ten domains in a row that were lost after RCPT, and is short each time', () => {
    const coolDown = new CoolDown(() => 1);
    const domains = Array.from({ length: 10 }, () => ({}));
    const lose = (some: readonly object[], now = 0) =>
      some.map((domain) => coolDown.lost(admit(coolDown, now), now, domain));
    const [last] = domains.slice(-1);
    expect(lose([...domains.slice(1), ...domains.slice(1)]), 'nine').to.deep.equal(Array(18).fill(null));
    answer(coolDown, 0);
    expect(lose(domains.slice(1)), 'after an answer').to.deep.equal(Array(9).fill(null));
    expect(lose(domains.slice(0, 1))).to.deep.equal([1000]);
    for (let now = 1000; now < 4000; now += 1000)
      expect(lose([last!], now), 'as a probe').to.deep.equal([1000]);
    expect(answer(coolDown, 4000)).to.equal(true);
    expect(fail(coolDown, 4000)).to.equal(1000);
  });

  it('counts three broken connections in a row as a failure', () => {
    const coolDown = new CoolDown(() => 1);
    const stumble = (at = 0): number | null => coolDown.stumbled(admit(coolDown, at), at);
    expect([stumble(), stumble()]).to.deep.equal([null, null]);
    answer(coolDown, 0);
    expect([stumble(), stumble(), stumble()]).to.deep.equal([null, null, 1000]);
    expect(stumble(1000), 'a probe has one try').to.equal(2000);
  });

  it('counts mails in doubt as a failure when they are half of the last twenty', () => {
    const coolDown = new CoolDown(() => 1);
    const domain = {};
    const doubt = (at = 0): number | null => coolDown.doubted(admit(coolDown, at), at, domain);
    for (let turn = 0; turn < 50; turn += 1) {
      expect([doubt(), doubt(), doubt()], 'three in a row among others').to.deep.equal([null, null, null]);
      for (let well = 0; well < 4; well += 1) answer(coolDown, 0);
    }
    for (let well = 0; well < 20; well += 1) answer(coolDown, 0);
    for (let turn = 0; turn < 9; turn += 1) {
      expect(doubt()).to.equal(null);
      answer(coolDown, 0);
    }
    expect(doubt(), 'the tenth of nineteen').to.equal(1000);
    expect(doubt(1000), 'a probe has one try').to.equal(2000);
    expect(answer(coolDown, 3000)).to.equal(true);
    expect(doubt(3000), 'it starts again').to.equal(null);
  });

  it('counts mails in doubt to three domains in a row as a failure', () => {
    const coolDown = new CoolDown(() => 1);
    const [one, two, three] = [{}, {}, {}];
    const doubt = (domain: object, at = 0) => coolDown.doubted(admit(coolDown, at), at, domain);
    expect([doubt(one), doubt(two), doubt(two), doubt(one)], 'two').to.deep.equal(Array(4).fill(null));
    answer(coolDown, 0);
    expect([doubt(three), doubt(one)], 'after an answer').to.deep.equal([null, null]);
    expect(doubt(two)).to.equal(1000);
    expect(answer(coolDown, 1000)).to.equal(true);
    expect([doubt(one, 1000), doubt(two, 1000)], 'it starts again').to.deep.equal([null, null]);
  });
});
