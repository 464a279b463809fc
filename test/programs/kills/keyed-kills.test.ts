import { once } from 'node:events';
import { expect } from 'chai';
import { now } from '../../../common/clock.ts';
import type { Failpoint } from '../../../common/config/failpoints.ts';
import { ContactType } from '../../../common/models/contact-types.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { IdempotencyKey } from '../../../common/models/idempotency-keys.ts';
import { Import } from '../../../common/models/imports.ts';
import { Message } from '../../../common/models/messages.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { belongings } from '../../support/account-fixture.ts';
import { type Answer, type Api, type Client, startApi } from '../../support/api.ts';
import { type ApiProcess, startApiProcess } from '../../support/api-process.ts';
import { laySender } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';

const POINTS: readonly Extract<Failpoint, `keyed-${string}`>[] = [
  'keyed-reserved',
  'keyed-done',
  'keyed-kept',
  'keyed-committed',
  'keyed-rung',
];

interface Call {
  readonly name: string;
  readonly path: string;
  readonly init: () => RequestInit;
  /** How often the call was done, according to the database. */
  readonly effects: () => Promise<number>;
}

const keyOf = ({ name }: Call, word: string): string => `${word}-${name.replaceAll(' ', '-')}`;

describe('the API', () => {
  let api: Api;
  let client: Client;
  let senderId: number;

  before(async () => {
    api = await startApi('faults-keyed-kills', { RATE_CALLS: '0' });
    client = await api.account();
    senderId = await laySender(client);
  });
  after(() => api.stop());

  const post = async (path: string, fields: object): Promise<{ id: number; utr: string }> => {
    const { status, body } = await client.post(path, fields as Record<string, unknown>);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body;
  };
  const asJson = (fields: object): RequestInit => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
  });

  const count = async (filter: object) => rows(Contact).countDocuments(filter);
  const posted = (path: string, fields: object): Pick<Call, 'path' | 'init'> => ({
    path,
    init: () => asJson(fields),
  });

  /** Calls with records that are only for them, so that each call is done at most once. */
  const layCalls = async (word: string): Promise<Call[]> => [
    ...(await contactCalls(word)),
    await typeCall(word),
    await copyCall(word),
    await messageCall(word),
    await uploadCall(word),
  ];

  async function contactCalls(word: string): Promise<Call[]> {
    const { id: contact_type_id } = await post('/contacts-type/add', { name: `${word} people` });
    const person = (name: string) => ({ contact_type_id, email: `${name}-${word}@example.com`, country: 1 });
    const add = async (name: string) => (await post('/contacts/add', person(name))).id;
    const changed = await add('changed');
    const many = await Promise.all(['many1', 'many2', 'many3'].map(add));
    return [
      {
        name: 'a create',
        ...posted('/contacts/add', person('new')),
        effects: () => count({ email: `new-${word}@example.com` }),
      },
      {
        name: 'an update',
        ...posted('/contacts/update', { ...person('changed'), contact_id: changed, city: 'Paris' }),
        effects: () => count({ _id: changed, city: 'Paris' }),
      },
      {
        name: 'a bulk deletion',
        ...posted('/contacts/bulk-delete', { strIds: many }),
        effects: async () => (await count({ _id: { $in: many }, deleted_at: { $ne: null } })) / many.length,
      },
    ];
  }

  async function typeCall(word: string): Promise<Call> {
    const { id } = await post('/contacts-type/add', { name: `${word} doomed` });
    return {
      name: 'a deletion',
      path: `/contacts-type/delete?contact_type_id=${id}`,
      init: () => ({ method: 'DELETE' }),
      effects: () => rows(ContactType).countDocuments({ _id: id, deleted_at: { $ne: null } }),
    };
  }

  /** The copy of an automation would wait for the upload: both count what the account has. */
  async function copyCall(word: string): Promise<Call> {
    const group = await post('/unsubscribes-groups/save', {
      group_name: `${word} news`,
      description: word,
      is_display: 1,
    });
    const { utr } = await post('/single/send/create', {
      template_id: 1,
      unsubscribe_group_id: group.id,
      single_send_name: `${word} campaign`,
      sender_id: senderId,
      schedule_type: 0,
      draft: 1,
    });
    const own = { user_id: client.user_id, single_send_name: { $regex: `${word} campaign$` } };
    return {
      name: 'a GET that changes something',
      path: `/single/send/duplicate?utr=${utr}`,
      init: () => ({ method: 'GET' }),
      effects: async () => (await rows(SingleSend).countDocuments(own)) - 1,
    };
  }

  async function messageCall(word: string): Promise<Call> {
    const email = `message-${word}@example.com`;
    const mail = {
      email,
      sender_id: senderId,
      subject: 'Your code',
      template_html: '<p>1</p>',
    };
    const effects = () => rows(Message).countDocuments({ email });
    return { name: 'a message', ...posted('/messages/send', mail), effects };
  }

  async function uploadCall(word: string): Promise<Call> {
    const { id } = await post('/contacts-type/add', { name: `${word} file` });
    const csv = new File([`email\nfile-${word}@example.com\n`], `${word}.csv`);
    return {
      name: 'an upload',
      path: '/contacts/upload-csv',
      init() {
        const body = new FormData();
        body.append('contact_type_id', String(id));
        body.append('file', csv);
        return { method: 'POST', body };
      },
      effects: () => rows(Import).countDocuments({ contact_type_id: id }),
    };
  }

  const ask = (call: Call, word: string): Promise<Answer> => {
    const init = call.init();
    return client.request(call.path, {
      ...init,
      headers: { ...(init.headers as object), 'Idempotency-Key': keyOf(call, word) },
    });
  };

  let victim: ApiProcess | undefined;
  afterEach(() => victim?.end('SIGKILL'));

  for (const point of POINTS) {
    it(`does each keyed call once, and repeats the same answer, when it is killed at ${point}`, async () => {
      const calls = await layCalls(point);
      victim = await startApiProcess(api.config, {
        environment: { NODE_ENV: 'test', FAILPOINTS: `${point}@${calls.length}` },
      });
      const { child, url, said } = victim;
      const ended = once(child, 'exit');
      const cut = await Promise.all(
        calls.map((call) => {
          const init = call.init();
          const headers = {
            PublicKey: client.public_key,
            SecretKey: client.secret_key,
            ...(init.headers as Record<string, string>),
            'Idempotency-Key': keyOf(call, point),
          };
          return fetch(`${url}/api${call.path}`, { ...init, headers }).then(
            ({ status }) => status,
            () => 'cut',
          );
        }),
      );
      expect(cut, said()).to.deep.equal(calls.map(() => 'cut'));
      await ended;
      expect(said()).to.include(`failpoint ${point}`);
      const stored = point === 'keyed-committed' || point === 'keyed-rung';
      for (const call of calls) expect(await call.effects(), call.name).to.equal(stored ? 1 : 0);
      // The rows are locked by the dead process's open transaction, so its leases have to run out.
      if (point === 'keyed-kept')
        await until(async () => (await ask(calls[0]!, point)).status !== 409, 'the leases');
      // Lets the leases end now instead of a quarter of a minute later.
      else {
        await rows(IdempotencyKey).updateMany(
          { user_id: client.user_id, answer: null },
          { $set: { taken_at: new Date(now().getTime() - 60_000) } },
        );
      }
      for (const call of calls) {
        const first = await ask(call, point);
        expect(first.status, `${call.name} ${JSON.stringify(first.body)}`).to.equal(200);
        const asked = stored || (point === 'keyed-kept' && call === calls[0]);
        expect(first.headers.has('idempotent-replayed'), call.name).to.equal(asked);
        const { IdempotencyKey: _, ...after } = await belongings(client.user_id);
        const again = await ask(call, point);
        expect([again.status, again.body], call.name).to.deep.equal([200, first.body]);
        expect(again.headers.get('idempotent-replayed'), call.name).to.equal('true');
        const { IdempotencyKey: __, ...then } = await belongings(client.user_id);
        expect(then, call.name).to.deep.equal(after);
        expect(await call.effects(), call.name).to.equal(1);
      }
    });
  }
});
