import { expect } from 'chai';
import { cached } from '../../../../common/cache/cached.ts';

describe('a cached question', () => {
  const nothing = new Error('nothing');

  it('asks once for callers of one moment, and for later ones', async () => {
    let asked = 0;
    const ask = cached(async () => ++asked);
    expect(await Promise.all([ask(), ask()])).to.deep.equal([1, 1]);
    expect(await ask()).to.equal(1);
  });

  it('asks again when its answer is too old, was dropped, or all were', async () => {
    let [asked, time] = [0, 0];
    const ask = cached(async () => ++asked, { ms: 10, clock: () => time });
    expect(await ask()).to.equal(1);
    time = 9;
    expect(await ask()).to.equal(1);
    time = 10;
    expect(await ask()).to.equal(2);
    ask.forget(undefined);
    expect(await ask()).to.equal(3);
    ask.clear();
    expect(await ask()).to.equal(4);
  });

  it('gives an old answer while it asks for a new one, where that is wanted', async () => {
    let time = 0;
    let say!: (answer: string) => void;
    const answers = [Promise.resolve('old'), new Promise<string>((done) => (say = done))];
    const ask = cached(() => answers.shift() ?? Promise.reject(nothing), {
      ms: 10,
      clock: () => time,
      givesOld: true,
    });
    expect(await ask()).to.equal('old');
    time = 10;
    expect([await ask(), await ask()]).to.deep.equal(['old', 'old']);
    say('new');
    await ask();
    expect(await ask()).to.equal('new');
    time = 20;
    expect(await ask()).to.equal('new');
    expect(await ask().catch((error: unknown) => error)).to.equal(nothing);
  });

  it('keeps an answer for each key, and drops the oldest beyond its limit', async () => {
    const asked: string[] = [];
    const ask = cached(
      async (one: string, other: string) => {
        asked.push(one + other);
        return one;
      },
      { most: 2, keyOf: (one, other) => one + other },
    );
    for (const other of ['a', 'b', 'a', 'c', 'b', 'a']) await ask('x', other);
    expect(asked).to.deep.equal(['xa', 'xb', 'xc', 'xa']);
  });

  it('asks again after a failure, which all callers of that question get', async () => {
    const answers = [Promise.reject(nothing), Promise.resolve('something')];
    const ask = cached(() => answers.shift()!);
    const first = [ask(), ask()].map((one) => one.catch((error: unknown) => error));
    expect(await Promise.all(first)).to.deep.equal([nothing, nothing]);
    expect(await ask()).to.equal('something');
  });

  it('keeps a newer answer when an older question fails late', async () => {
    let time = 0;
    let fail!: (reason: Error) => void;
    const answers = [new Promise<string>((_resolve, reject) => (fail = reject)), Promise.resolve('newer')];
    const ask = cached(() => answers.shift() ?? Promise.resolve('asked again'), {
      ms: 10,
      clock: () => time,
    });
    const old = ask().catch(() => 'failed');
    time = 20;
    expect(await ask()).to.equal('newer');
    fail(nothing);
    expect(await old).to.equal('failed');
    expect(await ask()).to.equal('newer');
  });

  it('leaves no rejection unhandled, also when its caller does not wait for it', async () => {
    // Mocha's own listener ends the run at an unhandled rejection.
    const others = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    let unhandled = 0;
    process.on('unhandledRejection', () => (unhandled += 1));
    try {
      const ask = cached(() => Promise.reject(nothing));
      void ask();
      await new Promise(setImmediate);
      await new Promise(setImmediate);
      expect(unhandled).to.equal(0);
      // The listener does count a promise without a handler.
      void Promise.reject(nothing);
      await new Promise(setImmediate);
      expect(unhandled).to.equal(1);
    } finally {
      process.removeAllListeners('unhandledRejection');
      for (const other of others) process.on('unhandledRejection', other);
    }
  });
});
