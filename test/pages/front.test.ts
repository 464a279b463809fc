import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { type Api, startApi } from '../support/api.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

describe('the front page', () => {
  let api: Api;
  before(async () => {
    api = await startApi('pages-front');
  });
  after(() => api?.stop());

  it('says what the service is, and links to existing pages', async () => {
    const page = await (await fetch(`${api.url}/`)).text();
    expect(page).to.include('<h1>Mailing Service</h1>').and.to.include(`Version ${version}.`);
    const links = [...page.matchAll(/href="(\/[^"]*)"/g)].map(([, path]) => path!);
    expect(links).to.include.members(['/account', '/docs', '/openapi.json']);
    for (const path of links) {
      const answer = await fetch(`${api.url}${path}`);
      expect(answer.status, path).to.equal(200);
      await answer.arrayBuffer();
    }
  });

  it('changes nothing for programs: /healthz shows the version, other methods and paths are refused', async () => {
    expect((await api.request('/healthz')).body).to.deep.equal({ status: 'ok', version });
    expect((await api.request('/', { method: 'POST' })).status).to.equal(405);
    expect((await api.request('/nowhere')).status).to.equal(404);
  });
});
