import { expect } from 'chai';
import { SilentConnections } from '../../../../../../worker/sending/transport/smtp/silence.ts';

const TIMEOUT_MS = 60_000;

/** A connection whose mail has been unanswered for so many milliseconds. */
const silent = (ms: number) => {
  const ends: string[] = [];
  return { ends, silentMs: () => ms, end: (reason: string) => void ends.push(reason) };
};

describe('transport: a server that leaves mails unanswered', () => {
  const cases = [
    { ms: 1000, stuck: false },
    { ms: 1001, stuck: true },
    { ms: 10_001, stuck: true },
  ];
  for (const { ms, stuck } of cases)
    it(`gets ${stuck ? 'no' : 'a'} second mail on a connection whose mail is unanswered for ${ms} ms`, () => {
      const connections = new SilentConnections(TIMEOUT_MS);
      const connection = silent(ms);
      expect(connections.look(connection)).to.equal(stuck);
      expect(connections.isStuck(connection)).to.equal(stuck);
    });

  it('loses the oldest mails beyond half of the connections', () => {
    const connections = new SilentConnections(TIMEOUT_MS);
    const all = [20_000, 40_000, 30_000, 5000].map(silent);
    for (const one of all) connections.look(one);
    connections.giveUpOldest(4);
    expect(all.map(({ ends }) => ends.length)).to.deep.equal([0, 1, 0, 0]);
    connections.giveUpOldest(6);
    expect(all.map(({ ends }) => ends.length)).to.deep.equal([0, 1, 0, 0]);
  });

  it('loses no mail after it has answered one late', () => {
    const connections = new SilentConnections(TIMEOUT_MS);
    const all = [20_000, 40_000, 30_000].map(silent);
    for (const one of all) connections.look(one);
    connections.answered(all[0]!);
    connections.giveUpOldest(1);
    expect(all.flatMap(({ ends }) => ends)).to.deep.equal([]);
    expect(all.map((one) => connections.isStuck(one))).to.deep.equal([false, true, true]);
  });

  it('loses no mail of a connection that is gone', () => {
    const connections = new SilentConnections(TIMEOUT_MS);
    const one = silent(20_000);
    connections.look(one);
    connections.gone(one);
    connections.giveUpOldest(0);
    expect([connections.isStuck(one), one.ends.length]).to.deep.equal([false, 0]);
  });
});
