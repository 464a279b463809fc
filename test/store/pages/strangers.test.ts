import { expect } from 'chai';
import { createApi } from '../../../api/create-api.ts';
import { createPages } from '../../../api/pages/routes.ts';
import { signToken, tokenKey } from '../../../common/domain/tokens.ts';
import { type Api, startOwnApi } from '../../support/api.ts';
import { until } from '../../support/until.ts';

/** Routes that the limit by network does not count. Each says what limits it. */
const LIMITED_OTHERWISE: Readonly<Record<string, string>> = {
  'GET /healthz': 'nothing: it costs next to nothing',
  'GET /readyz': 'one question to MongoDB for all at once',
  'POST /unsubscribe/this-link-belongs-to-a-test-or-preview--': 'nothing: it is a fixed page',
  'POST /unsubscribe/:token': 'nothing: one-click unsubscribes are never refused (RFC 8058)',
  'GET /o/:token': 'the mail of its token',
};

describe('requests without keys', () => {
  let api: Api;

  before(async () => {
    api = await startOwnApi('pages-strangers', { RATE_PAGES: '1' });
  });
  after(() => api.stop());

  const statusOf = async (path: string, init: RequestInit = {}) => (await api.request(path, init)).status;
  /** Whether one of some requests in a row is refused. A second allows one page, or four files. */
  const isRefused = async (path: string, method = 'GET'): Promise<boolean> => {
    const init = { method, ...(method === 'POST' && { body: new URLSearchParams({ a: 'b' }) }) };
    for (let sent = 0; sent < 25; sent += 1) if ((await statusOf(path, init)) === 429) return true;
    return false;
  };

  it('have a limit by network on every route', async () => {
    const { service, stop } = await createApi(api.config);
    const routes = createPages(service).router.stack.flatMap(({ path, methods }) =>
      methods.filter((method) => method !== 'HEAD').map((method) => ({ method, path })),
    );
    await stop(0);
    expect(routes.length).to.be.above(40);
    const free: string[] = [];
    for (const { method, path } of routes) {
      // The console's page is a regular expression.
      const asked = typeof path === 'string' ? path.replaceAll(/:\w+/g, 'x') : '/console';
      if (!(await isRefused(asked, method))) free.push(`${method} ${String(path)}`);
    }
    expect(free).to.have.members(Object.keys(LIMITED_OTHERWISE));
  });

  it('have it on unknown paths, with the time after which to try again', async () => {
    const { status, headers, body } = await until(async () => {
      const answer = await api.request('/nothing-here');
      return answer.status === 429 ? answer : null;
    }, 'a refusal');
    expect([status, headers.get('retry-after'), body]).to.deep.equal([
      429,
      '1',
      {
        status: 'failed',
        errors: 'Too Many Requests',
        hints: { limit: ['Requests of a network for pages'] },
      },
    ]);
  });

  it('are limited by mail for clicks, so that one program may follow the links of many mails', async () => {
    const key = tokenKey(api.config.signingSecrets);
    const link = (id: number): string => `/c/${signToken(key, 'click', { account: 1, id }, 1)}`;
    const follow = async (id: number): Promise<number[]> => [
      await statusOf(link(id)),
      await statusOf(link(id)),
      await statusOf(link(id)),
    ];
    for (const id of [1, 2, 3]) expect((await follow(id)).slice(0, 2)).not.to.include(429);
    expect(await statusOf(link(3))).to.equal(429);
    expect(await statusOf(link(4))).not.to.equal(429);
  });

  it('do not count when the answer is 304', async () => {
    const { headers } = await until(async () => {
      const answer = await api.request('/docs');
      return answer.status === 200 ? answer : null;
    }, 'room for one more');
    const known = { 'If-None-Match': headers.get('etag')!, 'Cache-Control': 'max-age=0' };
    const isUnchanged = async (): Promise<boolean> => (await statusOf('/docs', { headers: known })) === 304;
    await until(isUnchanged, 'room for a second one');
    for (let sent = 0; sent < 20; sent += 1) expect(await isUnchanged()).to.equal(true);
  });
});
