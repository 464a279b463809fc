import { expect } from 'chai';
import { Account } from '../../../common/models/accounts.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';

const MAIL = '<h1 style="color:red">Hello</h1><script>alert(1)</script>';

describe('the frame in which the console shows mails', () => {
  let api: Api;
  let client: Client;
  let cookie: string;
  before(async () => {
    api = await startApi('pages-console-frame', { LIMIT_TEMPLATE_BYTES: '100000' });
    client = await api.account();
    const { email } = (await Account.findOne({ _id: client.user_id }))!;
    const signedIn = await api.request('/account/sign-in', {
      method: 'POST',
      body: new URLSearchParams({ email, password: 'correct horse' }),
    });
    cookie = signedIn.headers
      .getSetCookie()
      .find((one) => one.startsWith('session='))!
      .split(';')[0]!;
  });
  after(() => api?.stop());

  const show = (html: string, headers: Record<string, string> = { cookie }) => {
    const form = new FormData();
    form.set('html', html);
    return api.request('/console/frame', { method: 'POST', body: form, headers });
  };

  it('answers the mail under a policy that allows no scripts', async () => {
    const { status, headers, body } = await show(MAIL, { cookie, Origin: api.url });
    expect([status, body]).to.deep.equal([200, MAIL]);
    expect(headers.get('content-type')).to.equal('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).to.equal(
      `sandbox; default-src 'none'; img-src https: data: ${api.config.publicUrl}/media/; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
    );
    expect(headers.get('x-frame-options')).to.equal('SAMEORIGIN');
  });

  it('refuses visitors without a session, pages of other sites and mails that are too large', async () => {
    expect((await show(MAIL, {})).status).to.equal(401);
    expect((await show(MAIL, { cookie, Origin: 'https://evil.example' })).status).to.equal(403);
    expect((await show(MAIL, { cookie, 'Sec-Fetch-Site': 'cross-site' })).status).to.equal(403);
    expect((await show('x'.repeat(250_000))).status).to.equal(413);
    const text = await api.request('/console/frame', { method: 'POST', body: MAIL, headers: { cookie } });
    expect(text.status).to.equal(415);
  });

  it('shows nothing to a GET', async () => {
    expect((await api.request('/console/frame', { headers: { cookie } })).status).to.equal(405);
  });
});
