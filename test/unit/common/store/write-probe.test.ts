import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { type MongoClient, MongoServerError } from 'mongodb';
import { StoreHangs } from '../../../../common/store/store-away.ts';
import {
  askToWrite,
  isBlocked,
  untilWritable,
  watchWrites,
  whenWritable,
} from '../../../../common/store/write-probe.ts';

describe('the probe of writes', () => {
  let asked = 0;
  const clientOf = (command: () => Promise<object>): MongoClient => {
    const counted = () => {
      asked += 1;
      return command();
    };
    return { db: () => ({ command: counted }), close: async () => {} } as unknown as MongoClient;
  };
  /** Asks a store that answers in this way, and on the pool in that one. */
  const watch = (command: () => Promise<object>, ofPool?: () => Promise<object>): Promise<void> => {
    asked = 0;
    return watchWrites(() => clientOf(command), ofPool ? clientOf(ofPool) : null);
  };
  const silent = (): Promise<never> => new Promise(() => {});
  const far = (): number => performance.now() + 60_000;
  const failureOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => null,
      (error: unknown) => error,
    );
  after(() => watchWrites(null));

  it('takes the answer of a second connection while the first is dead', async () => {
    await watch(() => (asked === 1 ? silent() : Promise.resolve({ ok: 1 })));
    askToWrite();
    await pause(400);
    expect([asked, untilWritable(far())]).to.deep.equal([1, null]);
    await pause(200);
    expect([asked, untilWritable(far())]).to.deep.equal([2, null]);
  });

  it('lets new work wait from half a second on, and begin with the answer', async () => {
    let answer: (end: object) => void = () => {};
    await watch(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    askToWrite();
    await pause(550);
    const waiting = untilWritable(far());
    expect(waiting).not.to.equal(null);
    answer({ ok: 1 });
    await waiting;
    expect(untilWritable(far())).to.equal(null);
  });

  it('does not ask again within half a second after an answer', async () => {
    await watch(async () => ({ ok: 1 }));
    for (let time = 0; time < 10; time += 1) {
      askToWrite();
      await pause(10);
    }
    expect(asked).to.equal(1);
  });

  it('takes a broken connection for no answer', async () => {
    await watch(async () => {
      if (asked < 3) throw new Error('read ECONNRESET');
      return { ok: 1 };
    });
    askToWrite();
    await pause(300);
    expect(asked).to.equal(3);
  });

  it('takes a member that is no primary for no answer', async () => {
    await watch(async () => {
      throw new MongoServerError({ message: 'not primary', code: asked < 3 ? 10_107 : 11_000 });
    });
    askToWrite();
    await pause(300);
    expect(asked).to.equal(3);
  });

  it('takes the answer of the pool where its own client cannot connect', async () => {
    const refused = async (): Promise<never> => {
      await pause(50);
      throw new Error('connect ECONNREFUSED');
    };
    await watch(refused, async () => ({ ok: 1 }));
    askToWrite();
    await pause(550);
    expect(untilWritable(far())).to.equal(null);
  });

  it('refuses work after 3.5 s without an answer, and at once from then on', async () => {
    await watch(silent, silent);
    askToWrite();
    const asking = performance.now();
    await pause(550);
    expect(isBlocked()).to.equal(false);
    let begun = 0;
    const begin = async (): Promise<void> => void (begun += 1);
    expect(await failureOf(whenWritable(begin, far()))).to.be.instanceOf(StoreHangs);
    expect(performance.now() - asking).to.be.within(3400, 4500);
    // Its timer may end a millisecond early.
    while (!isBlocked()) await pause(1);
    const again = performance.now();
    expect(await failureOf(whenWritable(begin, far()))).to.be.instanceOf(StoreHangs);
    expect(performance.now() - again).to.be.lessThan(500);
    expect(begun).to.equal(0);
  }).timeout(10_000);

  it('begins no work after the end of its call', async () => {
    let answer: (end: object) => void = () => {};
    await watch(() => new Promise((resolve) => (answer = resolve)));
    askToWrite();
    await pause(550);
    let begun = 0;
    const work = failureOf(whenWritable(async () => void (begun += 1), performance.now() + 200));
    await pause(400);
    answer({ ok: 1 });
    expect(await work).to.be.instanceOf(StoreHangs);
    expect(begun).to.equal(0);
  });

  it('lets twenty begin while none ends, and more once the store answers', async () => {
    let answer: (end: object) => void = () => {};
    await watch(() => new Promise((resolve) => (answer = resolve)));
    const ends: (() => void)[] = [];
    const begin = (): Promise<void> => new Promise((resolve) => ends.push(resolve));
    const all = Array.from({ length: 25 }, () => whenWritable(begin, far()));
    await pause(50);
    expect([ends.length, asked]).to.deep.equal([20, 1]);
    answer({ ok: 1 });
    await pause(50);
    expect(ends).to.have.length(25);
    for (const end of ends) end();
    await Promise.all(all);
  });
});
