import { expect } from 'chai';
import { type Api, type Client, startOwnApi } from '../../support/api.ts';
import { type ApiProcess, startApiProcess } from '../../support/api-process.ts';
import { contactBook } from '../../support/contact-book.ts';
import { storeContacts } from '../../support/contacts.ts';

/** More than three times what an account may have under way (QUOTA_CALLS). */
const CALLS = 700;

describe('an API process with more calls at once than it can take', () => {
  let api: Api;
  let overloaded: ApiProcess;
  let client: Client;

  before(async () => {
    api = await startOwnApi('overload');
    client = await api.account();
    const typeId = await contactBook(client).addType('Readers');
    await storeContacts({ userId: client.user_id, typeId, name: 'reader', count: 1000 });
    // Behind a proxy, so that the connections of one client have no limit.
    overloaded = await startApiProcess(api.config, { environment: { TRUST_PROXY: 'true' } });
  });
  after(async () => {
    await overloaded?.end('SIGKILL');
    await api?.stop();
  });

  const get = async (path: string) => {
    const headers = { PublicKey: client.public_key, SecretKey: client.secret_key };
    const answer = await fetch(`${overloaded.url}/api${path}`, { headers });
    const text = await answer.text();
    return { status: answer.status, code: answer.ok ? '' : (JSON.parse(text) as { code: string }).code };
  };

  it('answers 429 to some, and calls no store away', async () => {
    // A list is cut where a later page of it is refused.
    const ask = () => get('/contacts/list').catch(() => ({ status: 429, code: 'busy' }));
    const answers = await Promise.all(Array.from({ length: CALLS }, ask));
    const seen = new Set(answers.map(({ status, code }) => `${status} ${code}`.trim()));
    expect([...seen]).to.include.members(['200', '429 busy']);
    expect(['200', '429 busy', '429 rate']).to.include.members([...seen]);
    expect(overloaded.said()).not.to.include('store not reachable');
    expect((await get('/contacts-type')).status).to.equal(200);
  });
});
