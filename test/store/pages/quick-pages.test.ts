import { expect } from 'chai';
import Koa from 'koa';
import { createApi } from '../../../api/create-api.ts';
import { createQuickPages } from '../../../api/http/quick-pages.ts';
import { createHttpServer } from '../../../api/http/server.ts';
import { createPages } from '../../../api/pages/routes.ts';
import { listen, stopListening } from '../../../common/config/listen.ts';
import { registry } from '../../../common/metrics/registry.ts';
import { type Api, type Client, startOwnApi } from '../../support/api.ts';
import { type KeptLog, keepLog } from '../../support/kept-log.ts';
import { type SentMail, writeSentMail } from '../../support/ledger.ts';
import { rawRequest } from '../../support/raw-http.ts';
import { until } from '../../support/until.ts';

/** A path for each quick page, by its route. */
const PATHS: Readonly<Record<string, (mail: SentMail) => string>> = {
  '/o/:token': (mail) => `/o/${mail.token('open')}`,
  '/c/:token': (mail) => `/c/${mail.token('click', 1)}`,
};

const CLIENTS: Readonly<Record<string, string>> = {
  'a person behind a proxy':
    'User-Agent: Mozilla/5.0 (X11) Firefox/140.0\r\nX-Forwarded-For: 192.0.2.1, 198.51.100.7\r\n',
  'a robot': 'User-Agent: curl/8.5\r\n',
  'a client without a name': '',
  'an IPv6 network': 'X-Forwarded-For: 2001:db8:1:2::3\r\n',
  'Apple’s prefetching': 'User-Agent: Mozilla/5.0\r\nX-Forwarded-For: 17.1.2.3\r\n',
  'a browser that prefetches': 'Sec-Purpose: prefetch\r\n',
};

describe('pages that are answered without Koa', () => {
  let api: Api;
  let client: Client;
  let log: KeptLog;

  before(async () => {
    log = keepLog('api');
    api = await startOwnApi(
      'pages-quick',
      { TRUST_PROXY: '1', CORS_ORIGINS: 'https://app.example' },
      { log: log.log },
    );
    client = await api.account();
  });
  after(() => api.stop());

  const send = () =>
    writeSentMail(api, {
      userId: client.user_id,
      links: [{ id: 1, url: 'https://shop.example/ä?a=1' }],
      contactId: null,
    });

  /** The answer to a request, its log line, the count of its route and the stored row, without ids and times. */
  async function effectOf(route: string, target: (path: string) => string, headers: string, method = 'GET') {
    const mail = await send();
    const path = PATHS[route]!(mail);
    // Links are in memory once they were asked for.
    await api.request(path, { method: 'HEAD' });
    const lines = log.of('request answered').length;
    const counted = await countOf(route);
    const answer = await rawRequest(
      api.url,
      `${method} ${target(path)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`,
    );
    const line = await until(() => log.of('request answered')[lines]);
    await api.tracked();
    const row = await mail.row();
    return {
      status: answer.status,
      headers: answer.headers
        .split('\r\n')
        .filter((one) => !/^(?:date|x-request-id):/.test(one))
        .sort(),
      hasId: new RegExp(`^x-request-id: ${line['request_id'] as string}$`, 'm').test(answer.headers),
      body: answer.body,
      line: { ...line, request_id: null, ms: null, time: null },
      counted: (await countOf(route)) - counted,
      stored: [row.opens, row.clicks, row.machine_opens, row.machine_clicks],
    };
  }

  async function countOf(route: string): Promise<number> {
    const { values } = (await registry
      .getSingleMetric('mailing_http_request_duration_seconds')!
      .get()) as unknown as {
      values: { metricName: string; labels: Record<string, string>; value: number }[];
    };
    return values
      .filter(({ metricName, labels }) => metricName.endsWith('_count') && labels['route'] === route)
      .reduce((sum, { value }) => sum + value, 0);
  }

  it('are all compared here', async () => {
    const { service, stop } = await createApi(api.config);
    const routes = createPages(service).quick.map(({ route }) => route);
    await stop(0);
    expect(routes).to.have.members(Object.keys(PATHS));
  });

  for (const route of Object.keys(PATHS)) {
    for (const [who, headers] of Object.entries(CLIENTS)) {
      it(`answer ${who} at ${route} as Koa does`, async () => {
        const quick = await effectOf(route, (path) => path, headers);
        // Koa answers a path with a query.
        const koa = await effectOf(route, (path) => `${path}?`, headers);
        expect(quick).to.deep.equal(koa);
        expect([quick.hasId, quick.counted]).to.deep.equal([true, 1]);
      });
    }

    it(`leave ${route} of another site, and HEAD, to Koa`, async () => {
      const origin = 'Origin: https://app.example\r\n';
      expect(await effectOf(route, (path) => path, origin)).to.deep.equal(
        await effectOf(route, (path) => `${path}?`, origin),
      );
      const head = await effectOf(route, (path) => path, '', 'HEAD');
      expect([head.body, head.stored]).to.deep.equal(['', [undefined, undefined, undefined, undefined]]);
    });
  }

  it('leave a page that fails to Koa, and do not end the process', async () => {
    const app = new Koa();
    app.use((ctx) => {
      ctx.body = 'from Koa';
    });
    const failing = { route: '/o/:token', status: 200, headers: {}, answer: () => expect.fail() } as const;
    const quick = createQuickPages([failing], app, api.config, log.log);
    const koa = app.callback();
    const server = createHttpServer((request, response) => {
      if (!quick(request, response)) void koa(request, response);
    });
    const url = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`;
    const answer = await fetch(`${url}/o/${'a'.repeat(40)}`);
    expect(await answer.text()).to.equal('from Koa');
    await stopListening(server, 0);
  });

  it('answer a client whose address has a zone that the library of addresses does not read', async () => {
    const path = PATHS['/o/:token']!(await send());
    const answer = await api.request(path, { headers: { 'X-Forwarded-For': 'fe80::1%br-1' } });
    expect(answer.status).to.equal(200);
  });

  it('refuse a link that was asked for too often, with a page', async () => {
    const strict = await api.another({ RATE_PAGES: '1' });
    const path = PATHS['/c/:token']!(await send());
    const statuses: number[] = [];
    for (let asked = 0; asked < 8; asked += 1)
      statuses.push((await strict.request(path, { redirect: 'manual' })).status);
    await strict.stop();
    expect(new Set(statuses)).to.deep.equal(new Set([302, 429]));
  });
});
