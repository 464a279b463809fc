import { expect } from 'chai';
import { coalesce } from '../../../../common/batching/coalesce.ts';
import { until } from '../../../support/until.ts';

describe('coalesced work', () => {
  /** Work with turns that the test ends. */
  function held(lateMs?: number) {
    const turns: { key: string; end: (answer: string) => void; fail: (error: Error) => void }[] = [];
    const ask = coalesce(
      (key: string) => key,
      (key) => new Promise<string>((end, fail) => turns.push({ key, end, fail })),
      lateMs,
    );
    return { ask, turns };
  }

  it('begins after each caller has asked, once for all that wait', async () => {
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

  it('continues after a failure, which only its callers get, and separates keys', async () => {
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

  it('answers the callers of a late turn, which delays no other turn', async () => {
    const { ask, turns } = held(20);
    const [first, second] = [ask('a'), ask('a')];
    await until(async () => turns.length === 2, 'the next to begin');
    turns[1]!.end('two');
    expect(await second).to.equal('two');
    turns[0]!.end('one');
    expect(await first).to.equal('one');
  });
});
