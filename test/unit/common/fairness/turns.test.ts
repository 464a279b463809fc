import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import {
  type Asking,
  coolDownAfter,
  LineFull,
  type Share,
  Turns,
  type TurnsOptions,
} from '../../../../common/fairness/turns.ts';

/** Notes what began, in order: each name is a key and a number. */
const scene = (options: Partial<TurnsOptions<string>> = {}) => {
  const turns = new Turns<string>({ total: 2, each: 2, line: { each: 3, total: 5 }, ...options });
  const begun: string[] = [];
  const shares = new Map<string, Share>();
  const enter = (name: string, weight = 1, asking?: Asking): Promise<void> =>
    turns.enter(name[0]!, weight, asking).then((share) => {
      begun.push(name);
      shares.set(name, share);
    });
  const leave = async (name: string): Promise<void> => {
    shares.get(name)!.leave();
    await settled();
  };
  return { turns, begun, enter, leave, shares };
};

const failureOf = (asked: Promise<unknown>): Promise<unknown> => asked.catch((reason: unknown) => reason);

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
      const error = await failureOf(enter(name));
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
    expect(await failureOf(enter('a2'))).to.be.an.instanceOf(LineFull);
    await leave('a1');
    await enter('a3');
    expect(begun).to.deep.equal(['a1', 'a3']);
  });

  it('has a cool-down for a key after a long share, and serves others meanwhile', async () => {
    const { begun, enter, leave } = scene({ coolDownMs: coolDownAfter(5, 100, 50) });
    await enter('a1');
    await delay(10);
    // This delay begins before the cool-down and is shorter, so it ends first on a slow machine, too.
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

  it('does not end the cool-down after a long share because a short one ends during it', async () => {
    const { begun, enter, leave } = scene({ coolDownMs: (heldMs) => (heldMs > 30 ? 60 : 1) });
    await enter('a1');
    await delay(40);
    await enter('a2');
    const beforeRest = delay(45).then(() => begun.push('45 ms'));
    await leave('a1');
    await leave('a2');
    await Promise.all([enter('a3'), beforeRest]);
    expect(begun).to.deep.equal(['a1', 'a2', '45 ms', 'a3']);
  });

  it('removes aborted ones from the line, and serves those behind them', async () => {
    const { begun, enter, leave } = scene();
    const gone = new AbortController();
    await enter('a1');
    const heavy = failureOf(enter('b1', 2, { signal: gone.signal }));
    void enter('c1');
    await settled();
    expect(begun).to.deep.equal(['a1']);
    gone.abort(new Error('hung up'));
    expect(await heavy).to.have.property('message', 'hung up');
    await settled();
    expect(begun).to.deep.equal(['a1', 'c1']);
    await leave('a1');
    expect(await failureOf(enter('d1', 1, { signal: gone.signal })), 'with room').to.have.property(
      'message',
      'hung up',
    );
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

  it('begins a share at once, without a promise, where there is room', async () => {
    const { turns } = scene({ total: 1 });
    const share = turns.ask('a');
    expect(share.begun).to.equal(null);
    expect(turns.enterNow('b')).to.equal(null);
    const next = turns.ask('b');
    expect(next.begun).to.be.instanceOf(Promise);
    share.leave();
    // It passed to the one that waited, so that no newcomer can take it.
    expect(turns.enterNow('c')).to.equal(null);
    await next.begun;
    next.leave();
    expect(turns.enterNow('c')).not.to.equal(null);
  });

  it('does work with a share, and gives it back where the work fails', async () => {
    const { turns } = scene({ total: 1 });
    const order: string[] = [];
    const work = (name: string) => async () => {
      await settled();
      order.push(name);
      if (name === 'a1') throw new Error('no');
      return name;
    };
    const all = ['a1', 'b1', 'a2'].map((name) => turns.run(name[0]!, work(name)));
    expect(await failureOf(all[0]!)).to.have.property('message', 'no');
    expect(await Promise.all(all.slice(1))).to.deep.equal(['b1', 'a2']);
    expect(order).to.deep.equal(['a1', 'b1', 'a2']);
  });

  it('refuses with an error that tells whose shares are in the way', async () => {
    const refusal = (whose: string, key: string): Error => new Error(`${whose} for ${key}`);
    const { turns, enter } = scene({ total: 1, each: 1, line: { each: 1, total: 2 }, refusal });
    for (const name of ['a1', 'a2', 'b1']) void enter(name);
    const refused = ['a3', 'c1'].map(async (name) => ((await failureOf(enter(name))) as Error).message);
    expect(await Promise.all(refused)).to.deep.equal(['key for a', 'all for c']);
    expect(() => turns.checkPlace('a')).to.throw('key for a');
    expect(() => turns.checkPlace('c')).to.throw('all for c');
    const impatient = scene({ total: 1, each: 1, patienceMs: 10, refusal });
    await impatient.enter('a1');
    const late = ['a2', 'b1'].map(
      async (name) => ((await failureOf(impatient.enter(name))) as Error).message,
    );
    expect(await Promise.all(late)).to.deep.equal(['key for a', 'all for b']);
    expect(() => impatient.turns.checkPlace('a')).not.to.throw();
  });

  it('lets work that had a share before go first of its key, however long the line is', async () => {
    const { begun, enter, leave } = scene({ total: 1, line: { each: 1, total: 2 } });
    for (const name of ['a1', 'a2', 'b1']) void enter(name);
    void enter('a3', 1, { first: true });
    await settled();
    for (const name of ['a1', 'a3', 'b1']) await leave(name);
    expect(begun).to.deep.equal(['a1', 'a3', 'b1', 'a2']);
  });

  it('takes the bound of a key that the caller knows', async () => {
    const { begun, enter, leave } = scene({ total: 3, each: 3 });
    await enter('a1');
    void enter('a2', 1, { each: 1 });
    await enter('b1');
    expect(begun).to.deep.equal(['a1', 'b1']);
    await leave('a1');
    expect(begun).to.deep.equal(['a1', 'b1', 'a2']);
  });

  it('bounds the total alone where keys have no bound, and serves those that wait in turn', async () => {
    const turns = new Turns<string>({ total: 2 });
    const begun: string[] = [];
    const names = ['large', 'large', 'large', 'large', 'small', 'large', 'small'];
    const all = names.map((name) =>
      turns.run(name, async () => {
        begun.push(name);
        await settled();
      }),
    );
    await Promise.all(all);
    expect(begun).to.deep.equal(['large', 'large', 'large', 'small', 'large', 'small', 'large']);
  });

  it('serves groups in turn, and within a group its keys', async () => {
    const turns = new Turns<string>({ total: 1, groupOf: (key) => key[0] });
    const begun: string[] = [];
    const signal = new AbortController();
    const work = (key: string) => async () => {
      begun.push(key);
      await settled();
    };
    const names = ['a1', 'a1', 'a1', 'a2', 'a3', 'a3', 'b1', 'b1', 'c1'];
    const all = names.map((name) => turns.run(name, work(name)));
    const gone = turns.run('d1', work('d1'), { signal: signal.signal });
    signal.abort(new Error('hung up'));
    expect(await failureOf(gone)).to.have.property('message', 'hung up');
    await Promise.all(all);
    expect(begun.join(' ')).to.equal('a1 a1 b1 c1 a2 b1 a3 a1 a3');
    expect(turns.waiting).to.equal(0);
  });

  describe('with a key that has a thousand waiting', () => {
    const MANY = 1000;
    const bounds: Readonly<Record<string, Partial<TurnsOptions<string>>>> = {
      'a total': {},
      'a bound of each key': { each: 3 },
      patience: { patienceMs: 60_000 },
    };
    for (const [name, options] of Object.entries(bounds)) {
      it(`delays another key by one turn, and remembers nothing at the end: ${name}`, async () => {
        const turns = new Turns<string>({ total: 3, ...options });
        const signal = new AbortController();
        const begun: string[] = [];
        let most = 0;
        let inside = 0;
        const work = (key: string) => async () => {
          begun.push(key);
          inside += 1;
          most = Math.max(most, inside);
          await settled();
          inside -= 1;
        };
        const many = Array.from({ length: MANY }, () => turns.run('many', work('many')));
        const gone = turns.run('many', work('gone'), { signal: signal.signal });
        const others = ['b', 'c', 'b'].map((key) => turns.run(key, work(key)));
        signal.abort(new Error('hung up'));
        expect(await failureOf(gone)).to.have.property('message', 'hung up');
        await Promise.all([...many, ...others]);
        expect(begun.slice(0, 8).join(' ')).to.equal('many many many many b c many b');
        expect([begun.length, most, turns.waiting, turns.keys]).to.deep.equal([MANY + 3, 3, 0, 0]);
      });
    }
  });

  it('bounds and serves all in the order of a model, whatever comes, goes or is aborted', async () => {
    let seed = 7;
    const random = (most: number): number => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return seed % most;
    };
    const [total, each] = [5, 3];
    const turns = new Turns<number>({ total, each });
    const under: { key: number; weight: number; share: Share }[] = [];
    const lines = new Map<number, { weight: number; gone: AbortController }[]>();
    const sums = (key?: number): number =>
      under.reduce((sum, one) => sum + (key === undefined || one.key === key ? one.weight : 0), 0);
    const asked: Promise<unknown>[] = [];
    for (let step = 0; step < 3000; step += 1) {
      const key = random(6);
      const what = random(5);
      if (what < 3) {
        const weight = 1 + random(4);
        const gone = new AbortController();
        const one = { weight, gone };
        lines.set(key, [...(lines.get(key) ?? []), one]);
        asked.push(
          turns.enter(key, weight, { signal: gone.signal }).then(
            (share) => {
              expect(lines.get(key)![0], 'the first of its key').to.equal(one);
              lines.get(key)!.shift();
              under.push({ key, weight, share });
            },
            () =>
              lines.set(
                key,
                lines.get(key)!.filter((other) => other !== one),
              ),
          ),
        );
      } else if (what === 3) {
        under.splice(random(Math.max(1, under.length)), 1)[0]?.share.leave();
      } else lines.get(key)?.at(-1)?.gone.abort(new Error('hung up'));
      await settled();
      expect(under.length === 1 || sums() <= total, 'the total').to.equal(true);
      const own = under.filter((one) => one.key === key);
      expect(own.length <= 1 || sums(key) <= each, 'the bound of a key').to.equal(true);
      expect(turns.waiting).to.equal([...lines.values()].reduce((sum, line) => sum + line.length, 0));
    }
    while (turns.waiting > 0 || under.length > 0) {
      under.pop()!.share.leave();
      await settled();
    }
    await Promise.all(asked);
    expect([turns.waiting, turns.keys]).to.deep.equal([0, 0]);
  });
});
