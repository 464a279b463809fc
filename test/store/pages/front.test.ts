import { readFileSync } from 'node:fs';
import { expect } from 'chai';
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
