import { expect } from 'chai';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { rawRequest } from '../../support/raw-http.ts';

const ORIGIN = 'https://app.example';

describe('an answer of the service', () => {
  let api: Api;
  let client: Client;

  before(async () => {
    api = await startApi('contract-security-headers');
    client = await api.account();
  });
  after(() => api.stop());

  const everywhere = {
    'a success': () => client.get('/contacts-type'),
    'a failure': () => client.post('/contacts-type/add', {}),
    'no keys': () => api.request('/api/contacts-type'),
    'no path': () => api.request('/nothing'),
    health: () => api.request('/healthz'),
    'a file': () => client.get('/contacts/import-sample'),
    'a page': () => api.request('/account/sign-in'),
    'a page of a mail': () => api.request('/unsubscribe/x'),
  };

  for (const [what, ask] of Object.entries(everywhere)) {
    it(`sends strict security headers with ${what}`, async () => {
      const { headers } = await ask();
      expect(headers.get('content-security-policy')).to.match(/^default-src 'none'/);
      expect(headers.get('content-security-policy')).to.include("frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).to.equal('nosniff');
      expect(headers.get('x-frame-options')).to.equal('DENY');
      expect(headers.get('referrer-policy')).to.be.oneOf(['no-referrer', 'same-origin']);
      expect(headers.get('cross-origin-resource-policy')).to.equal('same-origin');
      expect(headers.get('cache-control')).to.equal('no-store');
      for (const name of [
        'x-powered-by',
        'server',
        'access-control-allow-origin',
        'strict-transport-security',
      ]) {
        expect(headers.get(name), name).to.equal(null);
      }
    });
  }

  it('lets any page show its images', async () => {
    const { headers } = await api.request('/images/welcome.png');
    expect(headers.get('cross-origin-resource-policy')).to.equal('cross-origin');
  });

  it('sends the headers even for invalid requests', async () => {
    const { headers } = await rawRequest(api.url, 'NONSENSE\r\n\r\n');
    expect(headers).to.include('x-content-type-options: nosniff').and.include('cache-control: no-store');
  });

  describe('to other origins', () => {
    const preflight = (from: Pick<Api, 'request'>, origin: string, path = '/api/contacts-type/add') =>
      from.request(path, {
        method: 'OPTIONS',
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'publickey,secretkey',
        },
      });

    it('allows none unless it is configured', async () => {
      const answer = await preflight(api, ORIGIN);
      expect(answer.status).to.equal(405);
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).to.deep.equal(
        [],
      );
    });

    describe('that are configured', () => {
      let open: Awaited<ReturnType<Api['another']>>;

      before(async () => {
        open = await api.another({ CORS_ORIGINS: `https://other.example, ${ORIGIN}` });
      });
      after(() => open.stop());

      it('allows calls with keys, and no cookies', async () => {
        const asked = await preflight(open, ORIGIN);
        expect(asked.status).to.equal(204);
        expect(asked.headers.get('access-control-allow-origin')).to.equal(ORIGIN);
        expect(asked.headers.get('access-control-allow-headers')).to.include('PublicKey, SecretKey');
        expect(asked.headers.get('access-control-allow-credentials')).to.equal(null);
      });

      it('lets their pages read failures', async () => {
        const failed = await open.request('/api/contacts-type', { headers: { Origin: ORIGIN } });
        expect(failed.status).to.equal(401);
        expect(failed.headers.get('access-control-allow-origin')).to.equal(ORIGIN);
      });

      for (const [what, origin, path] of [
        ['no other origin', 'https://evil.example', '/api/contacts-type/add'],
        ['no unknown origin', 'null', '/api/contacts-type/add'],
        ['no page of the service', ORIGIN, '/account/keys'],
      ] as const) {
        it(`allows ${what}`, async () => {
          const refused = await preflight(open, origin, path);
          expect(refused.status).to.be.oneOf([404, 405]);
          expect(refused.headers.get('access-control-allow-origin')).to.equal(null);
        });
      }

      it('tells caches to distinguish origins', async () => {
        const failed = await open.request('/api/contacts-type', { headers: { Origin: ORIGIN } });
        expect(failed.headers.get('vary')).to.include('Origin');
        expect((await open.request('/api/contacts-type')).headers.get('vary')).to.include('Origin');
      });
    });

    it('allows any origin when a star is configured', async () => {
      const open = await api.another({ CORS_ORIGINS: '*' });
      try {
        expect((await preflight(open, ORIGIN)).headers.get('access-control-allow-origin')).to.equal('*');
      } finally {
        await open.stop();
      }
    });

    it('needs a configuration of origins alone', async () => {
      for (const CORS_ORIGINS of ['app.example', 'https://app.example/', 'https://app.example/x', 'null']) {
        await api.another({ CORS_ORIGINS }).then(
          () => expect.fail(CORS_ORIGINS),
          (error: Error) => expect(error.message).to.include('CORS_ORIGINS'),
        );
      }
    });
  });
});
