import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { now } from '../../common/clock.ts';
import type { Failpoint } from '../../common/failpoints.ts';
import { ContactType } from '../../common/models/contact-types.ts';
import { Contact } from '../../common/models/contacts.ts';
import { IdempotencyKey } from '../../common/models/idempotency-keys.ts';
import { Import } from '../../common/models/imports.ts';
import { rows } from '../../common/mongo.ts';
import { freePort } from '../../local/ports.ts';
import { type Answer, type Api, type Client, startApi } from '../support/api.ts';
import { belongings } from '../support/estate.ts';
import { until } from '../support/until.ts';

const PROGRAM = fileURLToPath(new URL('../../api/main.ts', import.meta.url));
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
  /** How often it was done, by what the store has. */
  readonly effects: () => Promise<number>;
}

const keyOf = ({ name }: Call, word: string): string => `${word}-${name.replaceAll(' ', '-')}`;

describe('killing the API in keyed calls', function () {
  this.timeout(120_000);
  let api: Api;
  let client: Client;

  before(async () => {
    api = await startApi('faults-keyed-kills', { RATE_CALLS: '0' });
    client = await api.account();
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

  /** Records of their own, so that each call is done once if it is done at all. */
  async function layCalls(word: string): Promise<Call[]> {
    const person = (name: string) => ({
      contact_type_id: type,
      email: `${name}-${word}@example.com`,
      country: 1,
    });
    const { id: type } = await post('/contacts-type/add', { name: `${word} people` });
    const { id: doomed } = await post('/contacts-type/add', { name: `${word} doomed` });
    const { id: changed } = await post('/contacts/add', person('changed'));
    const many = await Promise.all(
      [1, 2, 3].map(async (index) => (await post('/contacts/add', person(`many${index}`))).id),
    );
    const { utr } = await post('/automations/create', { type: 'custom', automation_name: `${word} series` });
    const csv = new File([`email\nfile-${word}@example.com\n`], `${word}.csv`);
    const count = async (filter: object) => rows(Contact).countDocuments(filter);
    return [
      {
        name: 'a create',
        path: '/contacts/add',
        init: () => asJson(person('new')),
        effects: () => count({ email: `new-${word}@example.com` }),
      },
      {
        name: 'an update',
        path: '/contacts/update',
        init: () => asJson({ ...person('changed'), contact_id: changed, city: 'Paris' }),
        effects: () => count({ _id: changed, city: 'Paris' }),
      },
      {
        name: 'a deletion',
        path: `/contacts-type/delete?contact_type_id=${doomed}`,
        init: () => ({ method: 'DELETE' }),
        effects: () => rows(ContactType).countDocuments({ _id: doomed, deleted_at: { $ne: null } }),
      },
      {
        name: 'a GET that changes something',
        path: `/automations/duplicate?utr=${utr}`,
        init: () => ({ method: 'GET' }),
        effects: async () =>
          (await client.get('/automations')).body.message.automations.filter(
            ({ automation_name: name }: { automation_name: string }) => name === `Copy of ${word} series`,
          ).length,
      },
      {
        name: 'a bulk deletion',
        path: '/contacts/bulk-delete',
        init: () => asJson({ strIds: many }),
        effects: async () => (await count({ _id: { $in: many }, deleted_at: { $ne: null } })) / many.length,
      },
      {
        name: 'an upload',
        path: '/contacts/upload-csv',
        init: () => {
          const body = new FormData();
          body.append('contact_type_id', String(type));
          body.append('file', csv);
          return { method: 'POST', body };
        },
        effects: () => rows(Import).countDocuments({ contact_type_id: type }),
      },
    ];
  }

  async function startVictim(
    failpoints: string,
  ): Promise<{ child: ChildProcess; url: string; said: () => string }> {
    const port = await freePort();
    const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM], {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        FAILPOINTS: failpoints,
        PORT: String(port),
        MONGODB_URL: api.config.mongodbUrl,
        REDIS_URL: api.config.redisUrl,
        SMTP_URL: 'smtp://127.0.0.1:9',
        APP_SECRET: api.config.appSecret,
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    victims.push(child);
    let said = '';
    child.stderr.on('data', (text: Buffer) => {
      said += text.toString();
    });
    const url = `http://127.0.0.1:${port}`;
    await until(
      async () => {
        if (child.exitCode !== null) throw new Error(`the API ended: ${said}`);
        return (await fetch(`${url}/healthz`).catch(() => null))?.ok;
      },
      'the API',
      60_000,
    );
    return { child, url, said: () => said };
  }

  const ask = (call: Call, word: string): Promise<Answer> => {
    const init = call.init();
    return client.request(call.path, {
      ...init,
      headers: { ...(init.headers as object), 'Idempotency-Key': keyOf(call, word) },
    });
  };

  const victims: ChildProcess[] = [];
  afterEach(() => {
    for (const child of victims.splice(0)) child.kill('SIGKILL');
  });

  for (const point of POINTS) {
    it(`at ${point}: each is done once, and answers so for ever`, async () => {
      const calls = await layCalls(point);
      const { child, url, said } = await startVictim(`${point}@${calls.length}`);
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
      // Their rows are locked by what the dead process did not store: there the leases have to run out.
      if (point === 'keyed-kept')
        await until(async () => (await ask(calls[0]!, point)).status !== 409, 'the leases', 60_000);
      // What they would say a quarter of a minute later.
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
