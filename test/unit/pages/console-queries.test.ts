import { onlineManager } from '@tanstack/react-query';
import { expect } from 'chai';
import { queries } from '../../../console/src/data/queries.ts';

describe('a change that a person makes in the console', () => {
  afterEach(() => onlineManager.setOnline(true));

  it('fails without a network, and is not made when the network is back', async () => {
    onlineManager.setOnline(false);
    let calls = 0;
    const mutationFn = async (): Promise<never> => {
      calls += 1;
      throw new TypeError('Failed to fetch');
    };
    const change = queries.getMutationCache().build(queries, { mutationFn });
    const ended = await Promise.race([
      change.execute(undefined).catch((error: unknown) => error),
      new Promise((done) => setTimeout(done, 100, 'waits')),
    ]);
    expect(ended).to.be.instanceOf(TypeError);
    onlineManager.setOnline(true);
    await queries.resumePausedMutations();
    expect(calls).to.equal(1);
  });
});
