import { expect } from 'chai';
import { mongoAt, type SlowWay, startSlowWay } from '../../faults/support/slow-way.ts';
import { type Api, type Client, startOwnApi } from '../../support/api.ts';
import { type ApiProcess, startApiProcess } from '../../support/api-process.ts';
import { contactBook } from '../../support/contact-book.ts';
import { storeContacts } from '../../support/contacts.ts';

/** More than three times what an account may have under way (QUOTA_CALLS). */
const CALLS = 700;

/** Milliseconds of each way to the store. A command may take longer. */
const STORE_MS = 500;

describe('an API process with more calls at once than it can take', () => {
  let api: Api;
  let way: SlowWay;
  let overloaded: ApiProcess;
  let client: Client;

  before(async () => {
    api = await startOwnApi('overload');
    // Behind a proxy, so that the connections of one client have no limit.
    const { mongodbUrl } = api.config;
    way = await startSlowWay(Number(new URL(mongodbUrl).port));
    overloaded = await startApiProcess(
      { ...api.config, mongodbUrl: mongoAt(way.port, mongodbUrl) },
      { environment: { TRUST_PROXY: 'true' } },
    );
  });
  // Of its own, so that a test uses up the rate of none.
  beforeEach(async () => {
    client = await api.account();
    const typeId = await contactBook(client).addType('Readers');
    await storeContacts({ userId: client.user_id, typeId, name: 'reader', count: 1000 });
  });
  after(async () => {
    await overloaded?.end('SIGKILL');
    await way?.stop();
    await api?.stop();
  });

  const get = async (path: string) => {
    const headers = { PublicKey: client.public_key, SecretKey: client.secret_key };
    const answer = await fetch(`${overloaded.url}/api${path}`, { headers });
    const text = await answer.text();
    return { status: answer.status, code: answer.ok ? '' : (JSON.parse(text) as { code: string }).code };
  };

  // A list is cut where a later page of it is refused.
  for (const path of ['/quotas', '/contacts/list?limit=300', '/contacts/list'])
    it(`answers 429 to some calls of ${path}, and calls no store away`, async () => {
      const ask = () =>
        get(path).catch((error: unknown) => {
          if (path.endsWith('list')) return { status: 429, code: 'busy' };
          throw error;
        });
      // A store that does not answer keeps calls under way, however slowly they are sent.
      way.setDelay(STORE_MS);
      const asked = Array.from({ length: CALLS }, ask);
      const refused = asked.map(async (answer) => expect((await answer).status).to.equal(429));
      await Promise.any(refused).finally(() => way.setDelay(0));
      const answers = await Promise.all(asked);
      const seen = new Set(answers.map(({ status, code }) => `${status} ${code}`.trim()));
      expect(seen.has('200') && seen.size > 1, [...seen].join()).to.equal(true);
      expect(['200', '429 busy', '429 rate'], overloaded.said()).to.include.members([...seen]);
      // On a busy machine the API logs once a minute that it answers 429 for want of connections.
      const said = overloaded.said().split('\n').filter(Boolean);
      expect(said.filter((line) => !line.includes('"type":"StoreBusy"'))).to.deep.equal([]);
      expect((await get('/contacts-type')).status).to.equal(200);
    });
});
