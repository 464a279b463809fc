import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createTurns, LineFull, type Share } from '../../../../common/fairness/turns.ts';

/** What began, in order: each entry is `key` and its number. */
const scene = (options: Partial<Parameters<typeof createTurns<string>>[0]> = {}) => {
  const turns = createTurns<string>({
    total: 2,
    each: () => 2,
    line: { each: 3, total: 5 },
    ...options,
  });
  const begun: string[] = [];
  const shares = new Map<string, Share>();
  const enter = (name: string, weight = 1, signal?: AbortSignal): Promise<void> =>
    turns.enter(name[0]!, weight, signal).then((share) => {
      begun.push(name);
      shares.set(name, share);
    });
  const leave = async (name: string): Promise<void> => {
    shares.get(name)!.leave();
    await settled();
  };
  return { begun, enter, leave, shares };
};

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the queue of turns', () => {
  it('limits the total under way, and that of each key', async () => {
    const { begun, enter, leave } = scene({ total: 3 });
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) void enter(name);
    await settled();
    expect(begun).to.deep.equal(['a1', 'a2', 'b1']);
    await leave('b1');
    expect(begun).to.deep.equal(['a1', 'a2', 'b1', 'b2']);
    await leave('a1');
    expect(begun.at(-1)).to.equal('a3');
  });

  it('serves keys in turn, however many shares of one wait', async () => {
    const { begun, enter, leave } = scene({ total: 1 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1']) void enter(name);
    await settled();
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) await leave(name);
    expect(begun).to.deep.equal(['a1', 'a2', 'b1', 'c1', 'a3', 'a4']);
  });

  it('refuses when the line is full, for the key or for all', async () => {
    const { enter } = scene({ total: 1 });
    const full = async (name: string) => {
      const error = await enter(name).catch((reason: unknown) => reason);
      expect(error, name).to.be.an.instanceOf(LineFull);
    };
    for (const name of ['a1', 'a2', 'a3', 'a4']) void enter(name);
    await full('a5');
    for (const name of ['b1', 'c1']) void enter(name);
    await full('d1');
  });

  it('limits the waiting time', async () => {
    const { begun, enter, leave } = scene({ total: 1, patienceMs: 20 });
    await enter('a1');
    expect(await enter('a2').catch((reason: unknown) => reason)).to.be.an.instanceOf(LineFull);
    await leave('a1');
    await enter('a3');
    expect(begun).to.deep.equal(['a1', 'a3']);
  });

  it('makes a key rest after a long share, and serves others meanwhile', async () => {
    const { begun, enter, leave } = scene({ restMs: (heldMs) => (heldMs < 5 ? 0 : 50) });
    await enter('a1');
    await delay(10);
    // This delay begins before the rest and is shorter, so it ends first on a slow machine, too.
    const beforeRest = delay(45).then(() => begun.push('45 ms'));
    await leave('a1');
    const waiting = enter('a2');
    await enter('b1');
    expect(begun).to.deep.equal(['a1', 'b1']);
    await Promise.all([waiting, beforeRest]);
    // It was held only for a moment.
    await leave('b1');
    await enter('b2');
    expect(begun).to.deep.equal(['a1', 'b1', '45 ms', 'a2', 'b2']);
  });

  it('removes aborted ones from the line, and serves those behind them', async () => {
    const { begun, enter, leave } = scene();
    const gone = new AbortController();
    await enter('a1');
    const heavy = enter('b1', 2, gone.signal).catch((reason: unknown) => reason);
    void enter('c1');
    await settled();
    expect(begun).to.deep.equal(['a1']);
    gone.abort(new Error('hung up'));
    expect(await heavy).to.have.property('message', 'hung up');
    await settled();
    expect(begun).to.deep.equal(['a1', 'c1']);
    expect(await enter('d1', 1, gone.signal).catch((reason: unknown) => reason)).to.have.property(
      'message',
      'hung up',
    );
    await leave('a1');
  });

  it('admits a share that is heavier than the total alone, and then all that wait, in turn', async () => {
    const { begun, enter, leave } = scene();
    await enter('a1');
    void enter('b1', 9);
    void enter('c1');
    await settled();
    expect(begun).to.deep.equal(['a1']);
    await leave('a1');
    expect(begun).to.deep.equal(['a1', 'b1']);
    await leave('b1');
    expect(begun).to.deep.equal(['a1', 'b1', 'c1']);
  });

  it('uses the actual weight of a share, and takes it back once', async () => {
    const { begun, enter, leave, shares } = scene();
    await enter('a1', 2);
    void enter('b1');
    await settled();
    expect(begun).to.deep.equal(['a1']);
    shares.get('a1')!.weigh(1);
    await settled();
    expect(begun).to.deep.equal(['a1', 'b1']);
    await leave('a1');
    await leave('a1');
    for (const name of ['c1', 'd1']) void enter(name);
    await settled();
    expect(begun).to.deep.equal(['a1', 'b1', 'c1']);
  });
});
