import { request as send } from 'node:http';
import { expect } from 'chai';
import { type ContractRow, contract } from '../../../api/contract.ts';
import { createKeyPair } from '../../../common/accounts/key-pairs.ts';
import { now } from '../../../common/clock.ts';
import { grouped } from '../../../common/domain/grouped.ts';
import { ContactType } from '../../../common/models/contact-types.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { Key } from '../../../common/models/keys.ts';
import { failed, withoutCodes } from '../../support/answers.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { storeContacts } from '../../support/contacts.ts';
import { withoutHints } from '../../support/made.ts';
import { rawRequest } from '../../support/raw-http.ts';
import { rows } from '../../support/rows.ts';

const ROWS: readonly ContractRow[] = Object.values(contract);
const WRONG_PAIR = failed(401, 'Invalid public key or secret key.');
const NO_PUBLIC = { PublicKey: ['The public key field is required.'] };
const NO_SECRET = { SecretKey: ['The secret key field is required.'] };

describe('the API on failures', () => {
  let api: Api;
  let client: Client;

  before(async () => {
    api = await startApi('contract-failures');
    client = await api.account();
  });
  after(() => api.stop());

  describe('without a valid pair of keys', () => {
    const ask = (headers: Record<string, string>) => api.request('/api/contacts-type', { headers });
    const keys = () => ({ PublicKey: client.public_key, SecretKey: client.secret_key });

    it('names the missing or blank headers', async () => {
      expect(await ask({})).to.deep.include(failed(401, { ...NO_PUBLIC, ...NO_SECRET }));
      expect(await ask({ SecretKey: client.secret_key })).to.deep.include(failed(401, NO_PUBLIC));
      expect(await ask({ PublicKey: client.public_key })).to.deep.include(failed(401, NO_SECRET));
      expect(await ask({ PublicKey: ' ', SecretKey: '' })).to.deep.include(
        failed(401, { ...NO_PUBLIC, ...NO_SECRET }),
      );
    });

    for (const row of ROWS) {
      for (const method of row.methods) {
        it(`answers 401 to ${method} ${row.path} before any other check`, async () => {
          const init: RequestInit =
            method === 'POST' ? { method, body: '{', headers: { 'Content-Type': 'text/plain' } } : { method };
          expect(await api.request(`/api${row.path}`, init)).to.deep.include(
            failed(401, { ...NO_PUBLIC, ...NO_SECRET }),
          );
        });
      }
    }

    it('gives the same answer for every wrong pair', async () => {
      const other = await api.account();
      const revoked = await createKeyPair(client.user_id, 'old');
      await rows(Key).updateOne({ _id: revoked.public_key }, { $set: { revoked_at: now() } });
      const pairs = {
        'an unknown public key': { ...keys(), PublicKey: 'pk_unknown' },
        'a wrong secret': { ...keys(), SecretKey: 'sk_wrong' },
        'the keys swapped': { PublicKey: client.secret_key, SecretKey: client.public_key },
        'another account’s secret': { ...keys(), SecretKey: other.secret_key },
        'a revoked pair': { PublicKey: revoked.public_key, SecretKey: revoked.secret_key },
        'a secret with one more character': { ...keys(), SecretKey: `${client.secret_key}x` },
        'eight kilobytes': { ...keys(), SecretKey: 'x'.repeat(8000) },
        'an object’s own name': { PublicKey: '__proto__', SecretKey: 'constructor' },
      };
      for (const [what, headers] of Object.entries(pairs)) {
        expect(await ask(headers), what).to.deep.include(WRONG_PAIR);
      }
    });

    it('treats a header that is sent twice as wrong', async () => {
      const status = await new Promise<number | undefined>((resolve, reject) => {
        send(
          `${api.url}/api/contacts-type`,
          { headers: { PublicKey: [client.public_key, client.public_key], SecretKey: client.secret_key } },
          (response) => resolve(response.resume().statusCode),
        )
          .on('error', reject)
          .end();
      });
      expect(status).to.equal(401);
    });

    it('ignores the case of header names', async () => {
      expect((await ask({ publickey: client.public_key, SECRETKEY: client.secret_key })).status).to.equal(
        200,
      );
    });
  });

  describe('without an endpoint', () => {
    for (const path of [
      '/api',
      '/api/',
      '/api/nothing',
      '/api/Contacts/list',
      '/contacts/list',
      '/API/contacts/list',
      '/api/contacts/%ff',
      '/api//contacts/list',
      '/__proto__',
      '/api/constructor',
    ]) {
      it(`answers 404 to ${path}`, async () => {
        expect(withoutHints(await api.request(path))).to.deep.include(failed(404, 'Not Found'));
        expect(withoutHints(await api.request(path, { method: 'POST' }))).to.deep.include(
          failed(404, 'Not Found'),
        );
        expect(withoutHints(await api.request(path, { method: 'OPTIONS' }))).to.deep.include(
          failed(404, 'Not Found'),
        );
      });
    }
  });

  describe('with another method', () => {
    const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

    async function expectRefusals(
      path: string,
      allowed: readonly string[],
      headers: Readonly<Record<string, string>> = {},
    ): Promise<void> {
      const own = allowed.filter((method) => method !== 'HEAD');
      for (const method of METHODS.filter((one) => !allowed.includes(one))) {
        const answer = await api.request(path, { method, headers });
        const { hints, ...body } = answer.body;
        expect({ ...answer, body }, method).to.deep.include(failed(405, 'Method Not Allowed'));
        expect(answer.headers.get('allow')!.split(', ')).to.have.members(allowed);
        const [hint] = hints.method;
        expect(/^Use (.+)\.$/.exec(hint)![1]!.split(' or ')).to.have.members(own);
      }
    }

    for (const [path, all] of grouped(ROWS, (row) => row.path)) {
      const allowed = all.flatMap(({ methods, changes }) =>
        methods.flatMap((method) => (method === 'GET' && !changes ? ['HEAD', 'GET'] : [method])),
      );
      it(`answers 405 with the allowed methods to ${path}`, async () => {
        await expectRefusals(`/api${path}`, allowed);
        const { public_key: PublicKey, secret_key: SecretKey } = client;
        await expectRefusals(`/api${path}`, allowed, { PublicKey, SecretKey });
        await expectRefusals(`/console/api${path}`, allowed);
        if (allowed.includes('GET')) await expectRefusals(`/console/download${path}`, ['GET']);
        else expect((await api.request(`/console/download${path}`)).status).to.equal(404);
      });
    }

    for (const [path, allowed] of [
      ['/healthz', ['HEAD', 'GET']],
      ['/openapi.json', ['HEAD', 'GET']],
      ['/console/signed', ['HEAD', 'GET']],
      ['/console/access/keys/roll', ['POST']],
      ['/console/api/operator/overview', ['HEAD', 'GET']],
      ['/console/api/operator/accounts/create', ['POST']],
      ['/console/api/operator/accounts/keys/create', ['POST']],
    ] as const)
      it(`answers 405 with the allowed methods to ${path}`, () => expectRefusals(path, allowed));

    it('answers 405 to HEAD when GET changes something', async () => {
      const changing = ROWS.filter((row) => row.changes);
      expect(changing.map((row) => row.path)).to.deep.equal([
        '/single/send/duplicate',
        '/automations/duplicate',
        '/automations/pause',
        '/automations/set-live',
        '/sender/resend-mail',
      ]);
      for (const row of changing) {
        const { status, headers } = await client.request(`${row.path}?utr=x&sender_id=1`, { method: 'HEAD' });
        expect(status).to.equal(405);
        expect(headers.get('allow')).to.not.include('HEAD');
      }
    });

    it('answers 200 to HEAD when GET only reads', async () => {
      for (const path of ['/contacts/list', '/get/country-state-city', '/contacts-type']) {
        const { status, body } = await client.request(path, { method: 'HEAD' });
        expect(status).to.equal(200);
        expect(body).to.equal('');
      }
    });
  });

  describe('with bytes that are not valid HTTP', () => {
    const inEnvelope = ({ status, headers, body }: Awaited<ReturnType<typeof rawRequest>>) => {
      expect(headers).to.include('content-type: application/json; charset=utf-8');
      return { status, body: withoutCodes(JSON.parse(body)) };
    };

    it('answers 400 to a text that is not a request', async () => {
      expect(inEnvelope(await rawRequest(api.url, 'hello\r\n\r\n'))).to.deep.equal(
        failed(400, 'Bad Request'),
      );
    });

    it('answers 400 to a NUL in a header', async () => {
      const text = 'GET /api/contacts-type HTTP/1.1\r\nHost: a\r\nPublicKey: a\0b\r\n\r\n';
      expect(inEnvelope(await rawRequest(api.url, text))).to.deep.equal(failed(400, 'Bad Request'));
    });

    it('answers 400 to a missing Host header', async () => {
      const text = 'GET /api/contacts-type HTTP/1.1\r\n\r\n';
      expect(inEnvelope(await rawRequest(api.url, text))).to.deep.equal(failed(400, 'Bad Request'));
    });

    it('answers 400 to two Host headers', async () => {
      const text = 'GET /api/contacts-type HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n';
      expect(inEnvelope(await rawRequest(api.url, text))).to.deep.equal(failed(400, 'Bad Request'));
    });

    it('answers 431 to headers of more than 16 KB', async () => {
      const text = `GET / HTTP/1.1\r\nHost: a\r\nPublicKey: ${'x'.repeat(20_000)}\r\n\r\n`;
      expect(inEnvelope(await rawRequest(api.url, text))).to.deep.equal(
        failed(431, 'Request Header Fields Too Large'),
      );
    });

    it('answers 400 to a target that is not a URL', async () => {
      const text = 'GET http://[::1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
      expect(inEnvelope(await rawRequest(api.url, text))).to.deep.equal(failed(400, 'Bad Request'));
    });

    it('answers 417 to an unknown expectation', async () => {
      const text =
        'POST /api/contacts/add HTTP/1.1\r\nHost: a\r\nExpect: cake\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
      expect(inEnvelope(await rawRequest(api.url, text))).to.deep.equal(failed(417, 'Expectation Failed'));
    });
  });

  describe('with a fault of its own', () => {
    it('hides the fault from the client', async () => {
      await client.post('/contacts-type/add', { name: 'Broken' });
      const [type] = (await client.get('/contacts-type')).body.message.contactTypes;
      await rows(ContactType).updateOne(
        { _id: type.id },
        { $set: { created_at: 'no date' as unknown as Date } },
      );
      const view = await client.get(`/contacts-type/view?contact_type_id=${type.id}`);
      expect(view).to.deep.include(failed(500, 'Server Error'));
      expect(view.headers.get('x-request-id')).to.match(/^[\da-f-]{36}$/);
      // When a list fails before anything was sent, the whole call fails.
      expect(await client.get('/contacts-type')).to.deep.include(failed(500, 'Server Error'));
    });
  });

  it('cuts the connection in the middle of a list, so that the list never looks complete', async () => {
    const owner = await api.account();
    await owner.post('/contacts-type/add', { name: 'Many' });
    const [type] = (await owner.get('/contacts-type')).body.message.contactTypes;
    await storeContacts({ userId: owner.user_id, typeId: type.id, name: 'many', count: 2500 });
    expect((await owner.get('/contacts/list')).body.message.contacts).to.have.length(2500);
    const [last] = await rows(Contact).find({ user_id: owner.user_id }).sort({ _id: -1 }).limit(1).toArray();
    await rows(Contact).updateOne({ _id: last!._id }, { $set: { created_at: 'no date' as unknown as Date } });

    const headers = { PublicKey: owner.public_key, SecretKey: owner.secret_key };
    const response = await fetch(`${api.url}/api/contacts/list`, { headers });
    expect(response.status).to.equal(200);
    const broken = await response.text().then(
      () => false,
      () => true,
    );
    expect(broken).to.equal(true);
    // The items before it were sent.
    expect((await owner.get('/contacts/list?limit=2000')).body.message.contacts).to.have.length(2000);
  });

  it('sends no cacheable Cache-Control, also with a success', async () => {
    expect((await client.get('/unsubscribes-groups')).headers.get('cache-control')).to.equal('no-store');
    expect((await api.request('/nothing')).headers.get('cache-control')).to.equal('no-store');
  });
});
