import { expect } from 'chai';
import { createLogger } from '../../../../common/log.ts';
import { createPool, type Pool, type PoolSettings } from '../../../../common/rendering/pool.ts';
import { until } from '../../../support/until.ts';

/** With it a process may use 192 MB, and is used again with at most 141. Node itself takes some 60. */
const MEMORY_MB = 64;
const KEPT_MB = 50;
const TAKEN_MB = 100;

describe('the pool of renderers', () => {
  let pool: Pool;

  const poolOf = (settings: Partial<PoolSettings> = {}): Pool => {
    const file = new URL('../../../support/growing-child.ts', import.meta.url);
    const all = { file, processes: 1, cpuMs: 5000, memoryMb: MEMORY_MB, ...settings };
    return createPool(all, createLogger('worker', 'silent'));
  };

  beforeEach(() => {
    pool = poolOf();
  });
  afterEach(() => pool.close());

  const run = (task: string, mb: number) => pool.inTurn(1, (run) => run(task, { mb }));

  it('repeats a task in a fresh process when an earlier task has left too little memory', async () => {
    const first = await run('keep', KEPT_MB);
    expect(await run('keep', 0), 'the process is used again').to.deep.equal(first);
    expect(await run('take', TAKEN_MB)).to.deep.equal({ value: TAKEN_MB * 2 ** 20 });
    expect(await run('keep', 0), 'a fresh process').not.to.deep.equal(first);
  });

  it('refuses a task that a fresh process has too little memory for', async () => {
    await run('keep', KEPT_MB);
    expect(await run('take', 3 * TAKEN_MB)).to.deep.equal({ failed: 'memory' });
    expect(await run('take', 1)).to.deep.equal({ value: 2 ** 20 });
  });

  it('starts a process with a task, and ends it after a while without tasks', async () => {
    const hasty = poolOf({ idleMs: 20 });
    try {
      expect(hasty.size).to.equal(0);
      await hasty.inTurn(1, async (run) => {
        await run('keep', { mb: 0 });
        expect(hasty.size).to.equal(1);
      });
      await until(() => hasty.size === 0, 'the process to end');
    } finally {
      await hasty.close();
    }
  });
});
