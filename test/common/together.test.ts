import { expect } from 'chai';
import { together } from '../../common/together.ts';

describe('work that is done together', () => {
  /** Work whose turns end when they are told to. */
  function held() {
    const turns: { key: string; end: (answer: string) => void; fail: (error: Error) => void }[] = [];
    const ask = together(
      (key: string) => key,
      (key) => new Promise<string>((end, fail) => turns.push({ key, end, fail })),
    );
    return { ask, turns };
  }

  it('is begun after each who gets it asked, once for all who wait', async () => {
    const { ask, turns } = held();
    const [first, second, third] = [ask('a'), ask('a'), ask('a')];
    expect(turns).to.have.length(1);
    turns[0]!.end('one');
    expect(await first).to.equal('one');
    await new Promise(setImmediate);
    expect(turns).to.have.length(2);
    const fourth = ask('a');
    turns[1]!.end('two');
    expect(await Promise.all([second, third])).to.deep.equal(['two', 'two']);
    await new Promise(setImmediate);
    turns[2]!.end('three');
    expect(await fourth).to.equal('three');
    await new Promise(setImmediate);
    void ask('a');
    expect(turns).to.have.length(4);
  });

  it('goes on after a failure, which is told to those who got it alone, and keeps keys apart', async () => {
    const { ask, turns } = held();
    const [first, second, other] = [ask('a'), ask('a'), ask('b')];
    expect(turns.map(({ key }) => key)).to.deep.equal(['a', 'b']);
    turns[0]!.fail(new Error('away'));
    expect(await first.catch((error: Error) => error.message)).to.equal('away');
    await new Promise(setImmediate);
    turns[2]!.end('well');
    turns[1]!.end('other');
    expect(await Promise.all([second, other])).to.deep.equal(['well', 'other']);
  });
});
