import { expect } from 'chai';
import { startOwnApi } from '../support/api.ts';

describe('databases that a process uses one after another', () => {
  it('have no account in common, for which a cache would give the answer of another database', async () => {
    const ids = new Set<number>();
    for (const name of ['own-ids-first', 'own-ids-second']) {
      const api = await startOwnApi(name);
      ids.add((await api.account()).user_id);
      await api.stop();
    }
    expect(ids).to.have.length(2);
  });
});
