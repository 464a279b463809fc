import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { decodeHtml } from '../../../common/domain/html-escape.ts';
import { Account } from '../../../common/models/accounts.ts';
import { buildConsole } from '../../../local/console.mjs';
import { ROOT } from '../../../local/servers.mjs';
import { type Api, type Client, startApi } from '../../support/api.ts';

describe('the served console', () => {
  // It is built here when it is not current.
  let api: Api;
  let client: Client;
  let cookie: string;
  before(async () => {
    await buildConsole(ROOT);
    api = await startApi('pages-console');
    client = await api.account();
    const { email } = (await Account.findOne({ _id: client.user_id }))!;
    const signedIn = await api.request('/account/sign-in', {
      method: 'POST',
      body: new URLSearchParams({ email, password: 'correct horse', return: '/console/contacts' }),
    });
    expect(signedIn.headers.get('location')).to.equal('/console/contacts');
    cookie = signedIn.headers
      .getSetCookie()
      .find((one) => one.startsWith('session='))!
      .split(';')[0]!;
  });
  after(() => api?.stop());

  const call = (path: string, init: RequestInit = {}) =>
    api.request(path, {
      ...init,
      headers: { cookie, 'X-Console': '1', ...(init.headers as Record<string, string>) },
    });

  it('leads to signing in without a session, and comes back to pages of ours only', async () => {
    const { status, headers } = await api.request('/console/contacts');
    expect([status, headers.get('location')]).to.deep.equal([
      303,
      '/account/sign-in?return=%2Fconsole%2Fcontacts',
    ]);
    const withQuery = await api.request('/console/campaigns/1/people?show=bounced&reason=full');
    const back = withQuery.headers.get('location')!;
    expect(back).to.equal(
      '/account/sign-in?return=%2Fconsole%2Fcampaigns%2F1%2Fpeople%3Fshow%3Dbounced%26reason%3Dfull',
    );
    expect((await call(back)).headers.get('location')).to.equal(
      '/console/campaigns/1/people?show=bounced&reason=full',
    );
    const elsewhere = await call(
      `/account/sign-in?return=${encodeURIComponent('/console/../..//evil.example')}`,
    );
    expect(elsewhere.headers.get('location')).to.equal('/console');
  });

  it('allows no script and style but its own files, and no other host', async () => {
    const { status, headers, body } = await call('/console/any/page');
    expect(status).to.equal(200);
    const policy = headers.get('content-security-policy')!;
    expect(policy).to.include("default-src 'none'").and.to.include("script-src 'self'");
    expect(policy).not.to.include('unsafe');
    const [, nonce] = /'nonce-([^']+)'/.exec(policy)!;
    expect(body)
      .to.include(`nonce="${nonce}"`)
      .and.not.to.match(/<style|style=|<script>/);
    // Above the outline, which fills the screen.
    expect(body.indexOf('<noscript>')).to.be.within(1, body.indexOf('id="root"'));
    expect(headers.get('cache-control')).to.equal('no-store');
    const again = await call('/console/any/page');
    expect(again.headers.get('content-security-policy')).not.to.equal(policy);
  });

  it('serves the editor with a policy of its own, under which only scripts with its nonce run', async () => {
    const { status, headers, body } = await call('/console/editor/campaigns/any');
    expect(status).to.equal(200);
    const policy = headers.get('content-security-policy')!;
    const [, nonce] = /script-src 'nonce-([^']+)';/.exec(policy)!;
    expect(body)
      .to.include(`nonce="${nonce}"`)
      .and.not.to.match(/<script>|<script(?![^>]* nonce=)/);
    expect(policy)
      .to.include("default-src 'none'")
      .and.include("style-src 'self' 'unsafe-inline'")
      .and.include("form-action 'none'")
      .and.include("worker-src 'self'")
      .and.not.match(/frame-src|unsafe-eval|style-src[^;]*nonce/);
    expect(String((await call('/console/editorial')).headers.get('content-security-policy'))).not.to.include(
      'unsafe',
    );
  });

  it('serves files compressed and cacheable for good, few of them at first', async () => {
    const { body } = await call('/console');
    const assets = (text: string, form: RegExp) => [...text.matchAll(form)].map(([, name]) => name!);
    const left = assets(String(body), /(?:src|href)="\/console\/assets\/([^"]+)"/g);
    expect(left.length).to.be.greaterThan(1);
    const seen = new Set<string>();
    let bytes = Buffer.byteLength(body);
    for (const name of left) {
      if (seen.has(name)) continue;
      seen.add(name);
      const answer = await fetch(`${api.url}/console/assets/${name}`, {
        headers: { 'Accept-Encoding': 'gzip, deflate, br, zstd' },
      });
      expect(answer.status, name).to.equal(200);
      expect(answer.headers.get('content-encoding'), name).to.equal('br');
      expect(answer.headers.get('cache-control'), name).to.equal('public, max-age=31536000, immutable');
      bytes += Number(answer.headers.get('content-length'));
      const text = await answer.text();
      if (!name.endsWith('.js')) continue;
      // Its imports, and the English texts, which load as soon as scripts run.
      left.push(...assets(text, /(?:from|import)\s*["']\.\/([\w~.-]+)["']/g));
      left.push(...assets(text, /["'](?:\.\/|assets\/)(en-[\w-]{8}\.js)["']/g));
    }
    const names = [...seen].join();
    expect(names).to.include('en-').and.include('.css');
    expect(seen.size, names).to.be.at.most(6);
    expect(bytes, names).to.be.lessThan(175_000);
    expect((await call('/console/assets/none.js')).status).to.equal(404);
  });

  it('has its outline in the language of the browser', async () => {
    for (const [accepted, language] of [
      ['de-AT,de;q=0.9,en;q=0.5', 'de'],
      ['fr', 'fr'],
      ['it', 'en'],
    ] as const) {
      const { body } = await call('/console', { headers: { 'Accept-Language': accepted } });
      expect(body, accepted).to.include(`<html lang="${language}">`);
      for (const lang of ['en', 'de', 'fr'])
        expect(body.split(`<span lang="${lang}">`).length, lang).to.equal(3);
    }
  });

  it('serves files as each client takes them', async () => {
    const [, sheet] = /href="(\/console\/assets\/style-[^"]+\.css)"/.exec((await call('/console')).body)!;
    for (const [accepted, coding] of Object.entries({
      'gzip, deflate, br, zstd': 'br',
      'gzip, deflate': 'gzip',
      'br;q=0, gzip': 'gzip',
      identity: null,
    })) {
      const { headers } = await fetch(`${api.url}${sheet}`, { headers: { 'Accept-Encoding': accepted } });
      expect([headers.get('content-encoding'), headers.get('vary')], accepted).to.deep.equal([
        coding,
        'Accept-Encoding',
      ]);
    }
  });

  it('compresses short answers of calls, but none that shows a secret', async () => {
    const codingOf = async (path: string, form: URLSearchParams) => {
      for (let at = 0; at < 20; at += 1) form.set(`${at}-${'x'.repeat(70)}`, '1');
      const { status, headers, body } = await call(`/console/api/${path}`, {
        headers: { 'Accept-Encoding': 'gzip, br' },
        method: 'POST',
        body: form,
      });
      expect([status, JSON.stringify(body).length > 1400], path).to.deep.equal([200, true]);
      return headers.get('content-encoding');
    };
    const hook = new URLSearchParams({ url: 'https://hooks.example/', events: 'contact.deleted' });
    expect(await codingOf('webhooks/save', hook)).to.equal(null);
    expect(await codingOf('contacts-type/add', new URLSearchParams({ name: 'Readers' }))).to.equal('br');
  });

  it('has its own looks after those of the components, which they change', async () => {
    const [, sheet] = /href="(\/console\/assets\/style-[^"]+\.css)"/.exec((await call('/console')).body)!;
    const rules = await (await fetch(`${api.url}${sheet}`)).text();
    const firstOwn = rules.search(/\._[\w-]+/);
    expect(rules.lastIndexOf('.m_')).to.be.within(1, firstOwn);
    expect(rules.indexOf('--mantine-scale')).to.be.within(1, firstOwn);
  });

  it('has the styles of every component that a script of it names', async () => {
    const folder = join(ROOT, 'console/dist/assets');
    const files = readdirSync(folder);
    const text = (form: RegExp): string =>
      files
        .filter((name) => form.test(name))
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .join('');
    const all = readFileSync(join(ROOT, 'node_modules/@mantine/core/styles.css'), 'utf8');
    const named = [...new Set(text(/\.js$/).match(/\bm_[\da-f]{7,8}\b/g))].filter((one) =>
      all.includes(`.${one}`),
    );
    const served = text(/\.css$/);
    expect(named.length).to.be.greaterThan(100);
    expect(named.filter((one) => !served.includes(`.${one}`))).to.deep.equal([]);
  });

  it('comes with its session, whatever the name of the person is', async () => {
    const name = `O'Brien "$&" <b>`;
    await Account.updateOne({ _id: client.user_id }, { $set: { name } });
    const { message } = (await call('/console/session')).body;
    expect(message.name).to.equal(name);
    for (const path of ['/console', '/console/editor/campaigns/any']) {
      const { body } = await call(path);
      const [, written] = /<meta name="session" content="([^"]*)">/.exec(body)!;
      expect(JSON.parse(decodeHtml(written!)), path).to.deep.equal(message);
    }
    await Account.updateOne({ _id: client.user_id }, { $set: { name: 'Test' } });
  });

  it('names the signed-in account, and serves the table of the API by the session', async () => {
    const session = await call('/console/session');
    expect(session.body.message).to.include({ user_id: client.user_id, name: 'Test', timezone: 'UTC' });
    const made = await call('/console/api/contacts-type/add', {
      method: 'POST',
      body: JSON.stringify({ name: 'Customers' }),
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'one-key' },
    });
    expect(made.status).to.equal(200);
    const listed = await call('/console/api/contacts-type');
    expect(listed.body).to.deep.equal((await client.get('/contacts-type')).body);
    const form = new FormData();
    form.set('name', 'By a form');
    expect((await call('/console/api/contacts-type/add', { method: 'POST', body: form })).status).to.equal(
      200,
    );
    expect((await call('/console/api/contacts-type/add', { method: 'POST', body: '{}' })).status).to.equal(
      415,
    );
    expect((await call('/console/api/nowhere')).status).to.equal(404);
  });

  it('refuses a blank Idempotency-Key in each encoding, and changes nothing', async () => {
    const before = (await client.get('/contacts-type')).body;
    const form = new FormData();
    form.set('name', 'Blank');
    for (const [type, body] of [
      ['application/json', '{"name":"Blank"}'],
      ['application/x-www-form-urlencoded', 'name=Blank'],
      [null, form],
    ] as const) {
      const headers = { 'Idempotency-Key': '', ...(type === null ? {} : { 'Content-Type': type }) };
      const refused = await call('/console/api/contacts-type/add', { method: 'POST', body, headers });
      expect([refused.status, refused.body.errors], String(type)).to.deep.equal([
        422,
        { 'Idempotency-Key': ['The Idempotency-Key field format is invalid.'] },
      ]);
    }
    expect((await client.get('/contacts-type')).body).to.deep.equal(before);
  });

  it('refuses calls without the header or from other origins, and changes nothing', async () => {
    const before = (await client.get('/contacts-type')).body;
    const add = (headers: Record<string, string>) =>
      api.request('/console/api/contacts-type/add', {
        method: 'POST',
        body: new URLSearchParams({ name: 'Forged' }),
        headers: { cookie, ...headers },
      });
    const others: Record<string, string>[] = [
      {},
      { 'X-Console': '0' },
      { 'X-Console': '1', Origin: 'https://evil.example' },
      { 'X-Console': '1', 'Sec-Fetch-Site': 'cross-site' },
    ];
    for (const headers of others) {
      const refused = await add(headers);
      expect([refused.status, refused.body.status]).to.deep.equal([403, 'failed']);
    }
    expect((await api.request('/console/api/contacts-type', { headers: { cookie } })).status).to.equal(403);
    expect((await client.get('/contacts-type')).body).to.deep.equal(before);
    expect((await add({ 'X-Console': '1', Origin: api.url })).status).to.equal(200);
  });

  it('takes no keys instead of a session, and the API takes no session instead of keys', async () => {
    const { public_key: PublicKey, secret_key: SecretKey } = client;
    const byKeys = await api.request('/console/api/contacts-type', {
      headers: { PublicKey, SecretKey, 'X-Console': '1' },
    });
    expect(byKeys.status).to.equal(401);
    expect((await call('/api/contacts-type')).status).to.equal(401);
  });

  it('signs out', async () => {
    expect((await call('/console/session', { method: 'DELETE' })).status).to.equal(200);
    expect((await call('/console/session')).status).to.equal(401);
    expect((await call('/console/api/contacts-type')).status).to.equal(401);
  });
});
