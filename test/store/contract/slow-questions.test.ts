import { expect } from 'chai';
import mongoose from 'mongoose';
import { type Answer, type Api, type Client, startApi } from '../../support/api.ts';
import { contactBook } from '../../support/contact-book.ts';
import { storeContacts } from '../../support/contacts.ts';
import { until } from '../../support/until.ts';

/** With long values, so that few are compared slowly. */
const CONTACTS = 1000;
const CONDITIONS = 48;
/** Connections for all other queries. */
const POOL = 30;

describe('the limit of slow queries', () => {
  let api: Api;
  let client: Client;
  let other: Client;
  let type: number;

  before(async () => {
    api = await startApi('contract-slow-questions', {
      RATE_CALLS: '0',
      // Enough for any slow machine.
      SLOW_QUESTION_MS: '60000',
    });
    [client, other] = [await api.account(), await api.account()];
    type = await contactBook(client).addType('Customers');
    await contactBook(other).addType('Others');
    await storeContacts({ userId: client.user_id, typeId: type, name: 'slow', count: CONTACTS }, (at) => ({
      city: `${'ab'.repeat(400)}${at}`,
      custom_field: {},
    }));
  });
  after(() => api.stop());

  /** A rule that compares each contact with the maximum number of searches. */
  const slow = {
    get rule() {
      return {
        contact_type_id: type,
        select_field: Array<string>(CONDITIONS).fill('city'),
        select_operator: Array<string>(CONDITIONS).fill('contains'),
        value: Array.from({ length: CONDITIONS }, (_, at) => `${'ab'.repeat(10)}x${at}`),
        query_type: 'or',
      };
    },
  };
  const init = (owner: Client) => ({
    method: 'POST',
    headers: {
      PublicKey: owner.public_key,
      SecretKey: owner.secret_key,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(slow.rule),
  });
  const preview = (url: string, signal?: AbortSignal): Promise<Response> =>
    fetch(`${url}/api/segment/preview`, { ...init(client), ...(signal && { signal }) });

  /** The operations that MongoDB runs for connections of slow queries. */
  const underWay = async (): Promise<number> => {
    const found = await mongoose.connection
      .getClient()
      .db('admin')
      .aggregate(
        [
          { $currentOp: { allUsers: true, localOps: true } },
          { $match: { active: true, appName: 'mailing-apart', ns: /\.contacts$/ } },
        ],
        { readConcern: { level: 'local' } },
      )
      .toArray();
    return found.length;
  };

  it('protects other calls and the health check from twenty at once', async () => {
    const asked = Array.from({ length: 20 }, () => client.post('/segment/preview', slow.rule));
    await until(async () => (await underWay()) > 0, 'a preview to be under way');
    let most = 0;
    let calls = 0;
    let answered = 0;
    for (const one of asked) void one.finally(() => (answered += 1));
    do {
      most = Math.max(most, await underWay());
      for (const path of ['/contacts-type', '/contacts/list?limit=1']) {
        for (const owner of [client, other]) expect((await owner.get(path)).status).to.equal(200);
      }
      expect((await api.request('/readyz')).status).to.equal(200);
      calls += 1;
    } while (answered < asked.length);
    expect(calls).to.be.greaterThan(1);
    expect(most).to.be.within(1, 2);
    const answers: Answer[] = await Promise.all(asked);
    for (const { status, headers, body } of answers) {
      // One runs and eight wait. The others find no place in the line, or wait too long, and are told when to come back.
      if (status === 429) expect(Number(headers.get('retry-after'))).to.be.greaterThan(0);
      else expect([status, body.message.preview.count]).to.deep.equal([200, 0]);
    }
    expect(answers.filter(({ status }) => status === 429)).to.have.length.at.least(10);
    // On a slow machine, calls behind the first may wait longer than allowed.
    expect(answers.filter(({ status }) => status === 200)).to.have.length.at.least(1);
  });

  it('answers a query that takes too long, and does not blame the database', async () => {
    const hasty = await api.another({ SLOW_QUESTION_MS: '100' });
    try {
      const answer = await hasty.request('/api/segment/preview', init(client));
      expect([answer.status, answer.body.errors]).to.deep.equal([
        422,
        {
          select_field: [
            'The answer takes longer than 0.1 seconds. Use fewer conditions, or try again later.',
          ],
        },
      ]);
      expect(await underWay()).to.equal(0);
    } finally {
      await hasty.stop();
    }
  });

  it('kills a query when its client disconnects, and frees its place', async () => {
    const patient = await api.another({ QUOTA_EXPENSIVE_CALLS: '1' });
    try {
      const gone = new AbortController();
      const asked = Array.from({ length: 6 }, () =>
        preview(patient.url, gone.signal).catch((error: Error) => error.name),
      );
      await until(async () => (await underWay()) === 1, 'one to be under way');
      gone.abort();
      expect(await Promise.all(asked)).to.deep.equal(Array(6).fill('AbortError'));
      await until(async () => (await underWay()) === 0, 'it to be killed');
      // The aborted calls have left the line too; otherwise five would be served before this one.
      const small = { ...slow.rule, select_field: ['city'], select_operator: ['is'], value: ['x'] };
      const answer = await patient.request('/api/segment/preview', {
        ...init(client),
        body: JSON.stringify(small),
      });
      expect(answer.body.message.preview.count).to.equal(0);
    } finally {
      await patient.stop();
    }
  });

  it('leaves the health check its own connection, as everything else does', async () => {
    const admin = mongoose.connection.getClient().db('admin');
    const { topologyVersion } = await admin.command({ hello: 1 }, { promoteLongs: false });
    // MongoDB answers such a query when something changes or the time is over; each holds a connection.
    const holding = Array.from({ length: POOL }, () =>
      admin.command({ hello: 1, topologyVersion, maxAwaitTimeMS: 3000 }),
    );
    let held = true;
    void Promise.all(holding).then(() => (held = false));
    let waited = false;
    const beyond = admin.command({ ping: 1 }).then(() => (waited = true));
    const answer = await api.request('/readyz');
    expect([answer.status, held, waited]).to.deep.equal([200, true, false]);
    await Promise.all([...holding, beyond]);
  });
});
