import { expect } from 'chai';
import { type BodyReader, createBodyReader } from '../../../api/http/body.ts';
import type { Ring } from '../../../common/jobs/doorbell.ts';
import { startApi } from '../../support/api.ts';
import { LIMITS } from '../../support/documented.ts';
import { laySender } from '../../support/factories.ts';

describe('a part that is named as an API is built', () => {
  it('takes the place of the own part of the API', async () => {
    const rung: string[] = [];
    const ring: Ring = async (job) => void rung.push(job);
    const api = await startApi('api-create-api', {}, { ring });
    try {
      await laySender(await api.account());
      expect(rung).to.deep.equal(['mail-verification']);
    } finally {
      await api.stop();
    }
  });

  it('serves several APIs, and none of them closes it', async () => {
    const reader = await createBodyReader(LIMITS);
    let closed = 0;
    const bodies: BodyReader = {
      read: reader.read,
      close: async () => {
        closed += 1;
      },
    };
    const api = await startApi('api-create-api', {}, { bodies });
    const other = await api.another();
    await other.stop();
    const client = await api.account();
    expect((await client.post('/contacts-type/add', { name: 'Customers' })).status).to.equal(200);
    await api.stop();
    expect(closed).to.equal(0);
    await reader.close();
  });
});
