import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { Account } from '../../../common/models/accounts.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { type SentMail, writeGroup, writeSentMail } from '../../support/ledger.ts';
import { rawRequest } from '../../support/raw-http.ts';

const URLENCODED = 'application/x-www-form-urlencoded';

describe('a form of a page', () => {
  let api: Api;
  let client: Client;
  let mail: SentMail;
  let email: string;
  let paths: string[];

  before(async () => {
    api = await startApi('pages-form-bodies', { RATE_SIGN_INS: '20' });
    client = await api.account();
    email = (await Account.findOne({ _id: client.user_id }))!.email;
    const groupId = await writeGroup({ user_id: client.user_id, group_name: 'Letters', is_display: 1 });
    mail = await writeSentMail(api, { userId: client.user_id, groupId });
    paths = ['/account/sign-in', `/preferences/${mail.token('preferences')}`, '/verify/x', '/account/keys'];
  });
  after(() => api.stop());

  /** The cookie of a session, which forms of the account need first. */
  async function cookie(): Promise<string> {
    const body = new URLSearchParams({ email, password: 'correct horse' });
    const answer = await api.request('/account/sign-in', { method: 'POST', body });
    expect(answer.status).to.equal(303);
    return answer.headers.get('set-cookie')!.split(';', 1)[0]!;
  }

  it('accepts 16 kB of urlencoded data only, and answers with a page otherwise', async () => {
    const Cookie = await cookie();
    const multipart = new FormData();
    multipart.set('all', '1');
    const large = `all=${'x'.repeat(16 * 1024)}`;
    const stream = () => new Blob([large]).stream();
    for (const path of paths) {
      const bodies: [number, RequestInit][] = [
        [413, { body: large, headers: { 'Content-Type': URLENCODED } }],
        [413, { body: stream(), headers: { 'Content-Type': URLENCODED }, duplex: 'half' } as RequestInit],
        [415, { body: multipart }],
        [415, { body: '{"all":1}', headers: { 'Content-Type': 'application/json' } }],
        [415, { body: 'all=1' }],
        [415, { body: gzipSync(large), headers: { 'Content-Type': URLENCODED, 'Content-Encoding': 'gzip' } }],
      ];
      for (const [status, init] of bodies) {
        const headers = { Cookie, ...(init.headers as Record<string, string>) };
        const answer = await api.request(path, { method: 'POST', ...init, headers });
        expect(answer.status, `${path} ${JSON.stringify(init.headers)}`).to.equal(status);
        expect(answer.headers.get('content-type')).to.equal('text/html; charset=utf-8');
      }
    }
  });

  it('ignores the body of a one-click unsubscribe', async () => {
    const multipart = new FormData();
    multipart.set('List-Unsubscribe', 'One-Click');
    const bodies: RequestInit[] = [
      { body: multipart },
      { body: 'x'.repeat(100_000), headers: { 'Content-Type': URLENCODED } },
      { body: '{', headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'br' } },
    ];
    const tight = await api.another({ RATE_FORMS: '1' });
    try {
      for (const init of bodies) {
        const path = `/unsubscribe/${mail.token('unsubscribe')}`;
        expect((await tight.request(path, { method: 'POST', ...init })).status).to.equal(200);
      }
    } finally {
      await tight.stop();
    }
  });

  it('names the input that is too long, and does not send it back', async () => {
    const body = new URLSearchParams({ email: `${'x'.repeat(250)}@x.example`, password: 'x'.repeat(1025) });
    const { status, body: page } = await api.request('/account/sign-in', { method: 'POST', body });
    expect(status).to.equal(422);
    expect(page)
      .to.include('An email address has at most 254 characters.')
      .and.include('A password has at most 1024 characters.')
      .and.not.include('xxxxx');
  });

  it('counts before its body is read', async () => {
    const tight = await api.another({ RATE_FORMS: '3' });
    try {
      const head = (path: string) =>
        `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${URLENCODED}\r\nContent-Length: 9999\r\nConnection: close\r\n\r\n`;
      for (let time = 0; time < 3; time += 1) await tight.request('/verify/x', { method: 'POST' });
      for (const path of ['/verify/x', '/account/sign-in', paths[1]!]) {
        // Not one byte of the body is sent.
        const answer = await rawRequest(tight.url, head(path));
        expect(answer.status, path).to.equal(429);
        expect(answer.headers).to.include('text/html').and.include('retry-after');
      }
    } finally {
      await tight.stop();
    }
  });

  it('counts by network before its body is read, when it is for signing in', async () => {
    const tight = await api.another({ RATE_SIGN_INS: '1' });
    try {
      const redis = new Redis(api.config.redisUrl);
      for (const key of await redis.keys('limit-sign-in-*')) await redis.del(key);
      redis.disconnect();
      for (let at = 0; at < 3; at += 1) {
        const body = new URLSearchParams({ email: `nobody${at}@example.com`, password: 'wrong' });
        expect((await tight.request('/account/sign-in', { method: 'POST', body })).status).to.equal(422);
      }
      const head = `POST /account/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: ${URLENCODED}\r\nContent-Length: 9999\r\nConnection: close\r\n\r\n`;
      const answer = await rawRequest(tight.url, head);
      expect(answer.status).to.equal(429);
      expect(answer.body).to.include('too many attempts');
    } finally {
      await tight.stop();
    }
  });

  it('stores no address in Redis', async () => {
    await api.request('/account/sign-in', {
      method: 'POST',
      body: new URLSearchParams({ email: 'someone-unusual@example.com', password: 'wrong' }),
    });
    const redis = new Redis(api.config.redisUrl);
    try {
      const keys = await redis.keys('limit-*');
      expect(keys.some((key) => key.startsWith('limit-sign-in-both'))).to.equal(true);
      expect(keys.some((key) => key.startsWith('limit-forms'))).to.equal(true);
      for (const key of keys) {
        expect(key.length).to.be.at.most(60);
        expect(key).to.not.match(/@|unusual|127\.0|\d+\.\d+\.\d+/);
      }
    } finally {
      redis.disconnect();
    }
  });
});
