import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { TOKENS } from '../../../shared/page-tokens.ts';
import { type Api, startApi } from '../../support/api.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

describe('the front page', () => {
  let api: Api;
  before(async () => {
    api = await startApi('pages-front');
    // Without any, the page offers to make the first one.
    await api.account();
  });
  after(() => api?.stop());

  it('leads to the console, and without a session to the sign-in', async () => {
    const first = await fetch(`${api.url}/`, { redirect: 'manual' });
    expect([first.status, first.headers.get('location')]).to.deep.equal([303, '/console']);
    const answer = await fetch(`${api.url}/`);
    expect(answer.url).to.equal(`${api.url}/account/sign-in?return=%2Fconsole`);
    const page = await answer.text();
    expect(page).to.include('<h1>Sign in</h1>').and.to.include('<a href="/docs">API</a>');
  });

  it('has an icon of its own, light and dark, which the policy of its pages allows', async () => {
    for (const path of ['/account/sign-in', '/docs']) {
      const answer = await fetch(`${api.url}${path}`);
      expect(answer.headers.get('content-security-policy')).to.match(/; img-src 'self' data:;/);
      const address = /<link rel="icon" href="([^"]+)">/.exec(await answer.text())![1]!;
      const icon = await fetch(address);
      expect([icon.status, icon.headers.get('content-type')]).to.deep.equal([200, 'image/svg+xml']);
      const svg = await icon.text();
      for (const scheme of [TOKENS.light, TOKENS.dark]) expect(svg).to.include(scheme.accent);
      expect(svg).to.match(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg".*<path d=".+"\/><\/svg>$/);
    }
  });

  it('shows the version at /healthz, and refuses other methods and paths', async () => {
    expect((await api.request('/healthz')).body).to.deep.equal({
      status: 'ok',
      version,
      commit: null,
      date: null,
    });
    expect((await api.request('/', { method: 'POST' })).status).to.equal(405);
    expect((await api.request('/nowhere')).status).to.equal(404);
  });
});
