import { get, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { type Api, type Client, startApi } from '../../support/api.ts';

interface Raw {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

const PATH = '/get/country-state-city';

describe('the list of countries, states and cities', () => {
  let api: Api;
  let client: Client;

  before(async () => {
    api = await startApi('contract-places');
    client = await api.account();
  });
  after(() => api.stop());

  /** The undecoded answer: `fetch` would decode it. */
  const ask = (headers: Record<string, string> = {}): Promise<Raw> =>
    new Promise((resolve, reject) => {
      const keys = { PublicKey: client.public_key, SecretKey: client.secret_key };
      get(`${api.url}/api${PATH}`, { headers: { ...keys, ...headers } }, (response) => {
        buffer(response).then(
          (bytes) => resolve({ status: response.statusCode!, headers: response.headers, bytes }),
          reject,
        );
      }).on('error', reject);
    });

  it('shows all three lists', async () => {
    const { status, body } = await client.get(PATH);
    expect(status).to.equal(200);
    expect(body.status).to.equal('success');
    expect(Object.keys(body)).to.deep.equal(['status', 'message']);
    expect(Object.keys(body.message)).to.deep.equal(['countries', 'states', 'cities']);
    const { countries, states, cities } = body.message;
    expect(countries[0]).to.deep.equal({
      id: 1,
      name: 'Afghanistan',
      iso2: 'AF',
      iso3: 'AFG',
      numeric: '004',
    });
    expect(states[0]).to.have.all.keys(['id', 'country_id', 'name', 'code']);
    expect(cities[0]).to.have.all.keys(['id', 'country_id', 'state_id', 'name']);
    expect(cities).to.have.length.greaterThan(20_000);
  });

  for (const [accepted, coding] of Object.entries({
    'gzip, deflate, br': 'br',
    'gzip, deflate': 'gzip',
    'br;q=0, gzip': 'gzip',
    '*': 'br',
    zstd: undefined,
    identity: undefined,
    '': undefined,
  })) {
    it(`answers "Accept-Encoding: ${accepted}" with ${coding ?? 'plain'}`, async () => {
      const { status, headers, bytes } = await ask({ 'Accept-Encoding': accepted });
      expect(status).to.equal(200);
      expect(headers['content-encoding']).to.equal(coding);
      expect(headers['content-type']).to.match(/^application\/json/);
      expect(headers['vary']).to.equal('Accept-Encoding');
      expect(headers['cache-control']).to.equal('private, no-cache');
      expect(Number(headers['content-length'])).to.equal(bytes.length);
      const text =
        coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes;
      expect(JSON.parse(text.toString()).message.countries[0].name).to.equal('Afghanistan');
    });
  }

  it('answers 304 to a client that has it, for each coding', async () => {
    const plain = (await ask()).headers.etag!;
    const compressed = (await ask({ 'Accept-Encoding': 'br' })).headers.etag!;
    expect(plain).to.not.equal(compressed);
    for (const tag of [compressed, `W/${compressed}`, `"x", ${compressed}`, '*']) {
      const { status, headers, bytes } = await ask({ 'Accept-Encoding': 'br', 'If-None-Match': tag });
      expect([status, bytes.length, headers.etag]).to.deep.equal([304, 0, compressed]);
    }
  });

  it('answers 200 to a client that has it in another coding', async () => {
    const plain = (await ask()).headers.etag!;
    expect((await ask({ 'Accept-Encoding': 'br', 'If-None-Match': plain })).status).to.equal(200);
  });

  it('needs keys', async () => {
    expect((await api.request(`/api${PATH}`)).status).to.equal(401);
  });
});
