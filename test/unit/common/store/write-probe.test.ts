import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import type { MongoClient } from 'mongodb';
import { askToWrite, untilWritable, watchWrites } from '../../../../common/store/write-probe.ts';

describe('the probe of writes', () => {
  let asked = 0;
  /** Asks a store that answers in this way. */
  const watch = (command: () => Promise<object>): Promise<void> => {
    asked = 0;
    const counted = () => {
      asked += 1;
      return command();
    };
    const client = { db: () => ({ command: counted }), close: async () => {} };
    return watchWrites(() => client as unknown as MongoClient);
  };
  after(() => watchWrites(null));

  it('takes the answer of a second connection while the first is dead', async () => {
    await watch(() => (asked === 1 ? new Promise(() => {}) : Promise.resolve({ ok: 1 })));
    askToWrite();
    await pause(400);
    expect([asked, untilWritable()]).to.deep.equal([1, null]);
    await pause(200);
    expect([asked, untilWritable()]).to.deep.equal([2, null]);
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
    const waiting = untilWritable();
    expect(waiting).not.to.equal(null);
    answer({ ok: 1 });
    await waiting;
    expect(untilWritable()).to.equal(null);
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
});
