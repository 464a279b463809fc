import { expect } from 'chai';
import { now } from '../../../../common/clock.ts';
import { database } from '../../../../common/store/connection.ts';
import { AHEAD_MS } from '../../../../worker/runtime/calm.ts';
import type { Chore } from '../../../../worker/runtime/chore.ts';
import { sweep } from '../../../../worker/runtime/sweep.ts';
import { type Engine, startEngine } from '../../../support/engine.ts';

describe('a round of the sweep with a chore that takes long', () => {
  let engine: Engine;
  let done: string[];
  let end!: () => void;
  let long: Map<string, Promise<void>>;
  let chores: readonly Chore[];
  before(async () => {
    engine = await startEngine('sweep');
  });
  after(() => engine.stop());
  beforeEach(() => {
    done = [];
    long = new Map();
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    chores = [
      { name: 'first', run: async () => void done.push('first') },
      {
        name: 'long',
        async run() {
          done.push('begun');
          await ended;
          done.push('ended');
        },
      },
      { name: 'last', run: async () => void done.push('last') },
    ];
  });
  const round = () => sweep(engine.worker, chores, { mostMs: 1, long });

  it('does the others meanwhile, and begins it once', async () => {
    await round();
    await round();
    expect(done).to.deep.equal(['first', 'begun', 'last', 'first', 'last']);
    const continued = [...long.values()];
    expect(continued).to.have.length(1);
    end();
    await Promise.all(continued);
    await round();
    expect(done.slice(5)).to.deep.equal(['ended', 'first', 'begun', 'ended', 'last']);
    expect(long.size).to.equal(0);
  });

  it('looks again for prompt chores after each other one that took its time', async () => {
    chores = [...chores, { name: 'prompt', prompt: true, run: async () => void done.push('prompt') }];
    await sweep(engine.worker, chores, { mostMs: 1, long, againMs: 0 });
    expect(done).to.deep.equal(['first', 'prompt', 'begun', 'prompt', 'last', 'prompt', 'prompt', 'prompt']);
    done = [];
    await sweep(engine.worker, chores, { mostMs: 1, long, againMs: 60_000 });
    expect(done).to.deep.equal(['first', 'last', 'prompt']);
    end();
  });

  it('logs its failure and begins it in a later round', async () => {
    let times = 0;
    chores = [
      {
        name: 'failing',
        async run() {
          times += 1;
          throw new Error('no');
        },
      },
    ];
    await round();
    await round();
    expect([times, long.size]).to.deep.equal([2, 0]);
  });
});

describe('a round of the sweep', () => {
  let engine: Engine;
  before(async () => {
    engine = await startEngine('sweep-ahead');
  });
  after(async () => {
    await waiting().drop();
    await engine.stop();
  });
  const waiting = () => database().collection<{ _id: number; due_at: Date }>('sweep_ahead');
  const rounds: string[] = [];
  const chores: readonly Chore[] = [
    { name: 'always', run: async () => void rounds.push('always') },
    {
      name: 'due',
      signs: [{ collection: 'sweep_ahead', filter: (at) => ({ due_at: { $lte: at } }) }],
      run: async () => void rounds.push('due'),
    },
  ];
  /** Whether a round finds work if some is due after these milliseconds. */
  async function findsDueIn(milliseconds: number): Promise<boolean> {
    rounds.length = 0;
    const due_at = new Date(now().getTime() + milliseconds);
    await waiting().updateOne({ _id: 1 }, { $set: { due_at } }, { upsert: true });
    return sweep(engine.worker, chores);
  }

  it('says whether work is due before the next one, if that comes late', async () => {
    expect(await findsDueIn(2 * AHEAD_MS)).to.equal(false);
    expect(rounds).to.deep.equal(['always']);
    for (const soon of [AHEAD_MS - 1, 0]) {
      expect(await findsDueIn(soon), `${soon} ms`).to.equal(true);
      expect(rounds).to.deep.equal(['always', 'due']);
    }
  });
});
