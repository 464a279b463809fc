import { createHash } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { FAILURE_STATUSES } from '../../../api/http/codes.ts';
import type { JsonSchema } from '../../../api/http/json-schema.ts';
import type { OpenApiDocument, Operation, Response } from '../../../api/openapi/operation.ts';
import { type Answer, type Api, startApi } from '../../support/api.ts';
import { findings } from '../../support/json-schema.ts';

describe('/openapi.json', () => {
  let api: Api;
  let document: OpenApiDocument;
  let operations: readonly Operation[];

  before(async () => {
    api = await startApi('contract-openapi-document');
    document = (await api.request('/openapi.json')).body;
    operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  });
  after(() => api.stop());

  it('names its version 3.1 and this server', async () => {
    expect(document.openapi).to.equal('3.1.0');
    expect(document.info.license.name).to.equal('MIT');
    expect(document.servers).to.deep.equal([{ url: `${api.config.publicUrl}/api` }]);
    expect(document.security).to.deep.equal([{ PublicKey: [], SecretKey: [] }]);
  });

  it('names each operation once, under an existing heading', () => {
    const ids = operations.map((one) => one.operationId);
    expect(new Set(ids).size).to.equal(ids.length);
    const tags = document.tags.map(({ name }) => name);
    for (const { tags: used } of operations) expect(tags).to.include.members([...used]);
    for (const { 'x-same-as': same } of operations) if (same !== undefined) expect(ids).to.include(same);
  });

  it('contains no broken reference and no unused component', () => {
    const text = JSON.stringify(document);
    const used = new Set(
      [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)].map(
        ([, kind, name]) => `${kind}/${name}`,
      ),
    );
    const { schemas, responses, headers } = document.components;
    const there = Object.entries({ schemas, responses, headers }).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `${kind}/${name}`),
    );
    expect([...used].filter((one) => !there.includes(one))).to.deep.equal([]);
    // Answers of the router belong to no operation.
    const alone = ['responses/NotFound', 'responses/MethodNotAllowed'];
    expect(there.filter((one) => !used.has(one) && !alone.includes(one))).to.deep.equal([]);
  });

  it('gives each failure of a call that any call with a body can get', () => {
    const stated = [404, 405, 409, 422];
    for (const [path, { post }] of Object.entries(document.paths))
      if (post)
        expect(Object.keys(post.responses).map(Number), path).to.include.members(
          FAILURE_STATUSES.filter((status) => !stated.includes(status)),
        );
  });

  it('gives examples that match its schemas', () => {
    const wrong = operations.flatMap((operation) => {
      const { parameters = [], responses, operationId } = operation;
      return [
        ...parameters.flatMap(({ name, schema, example }) =>
          example === undefined ? [] : check(example, schema, name),
        ),
        ...Object.values(responses).flatMap((response) => {
          const { content = {} } = response as Response;
          return Object.values(content).flatMap(({ schema, example }) =>
            example === undefined ? [] : check(example, schema, operationId),
          );
        }),
      ];
    });
    expect(wrong).to.deep.equal([]);
    for (const [name, { properties = {} }] of Object.entries(document.components.schemas)) {
      for (const schema of Object.values(properties)) {
        for (const example of schema.examples ?? []) expect(check(example, schema, name)).to.deep.equal([]);
      }
    }
  });

  it('describes every input', () => {
    for (const { parameters = [], operationId } of operations) {
      for (const { description, name } of parameters)
        expect(description, `${operationId} ${name}`).to.match(/\S/);
    }
    for (const [name, { properties = {} }] of Object.entries(document.components.schemas)) {
      if (!name.endsWith('Input')) continue;
      for (const [key, { description, type, enum: words, $ref, anyOf }] of Object.entries(properties)) {
        expect(description, `${name}.${key}`).to.match(/\S/);
        expect(type ?? words ?? $ref ?? anyOf, `${name}.${key}`).to.not.equal(undefined);
      }
    }
  });

  it('is compressed for clients that take it, and nothing is sent to HEAD', async () => {
    const plain = await rawBytes(api.url, 'GET', '/openapi.json', 'identity');
    expect(plain.encoding).to.equal(undefined);
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const got = await rawBytes(api.url, 'GET', '/openapi.json', encoding);
      expect(got.encoding).to.equal(encoding);
      expect(decode(got.bytes).equals(plain.bytes)).to.equal(true);
      expect(got.bytes.length).to.be.below(plain.bytes.length / 5);
      expect(got.etag).to.equal(plain.etag);
      expect(got.vary).to.equal('Accept-Encoding');
    }
    const head = await rawBytes(api.url, 'HEAD', '/openapi.json', 'identity');
    expect([head.status, head.bytes.length, head.length]).to.deep.equal([200, 0, plain.length]);
  });

  it('answers 304 when the client already has it', async () => {
    const first = await api.request('/openapi.json');
    const etag = first.headers.get('etag')!;
    // Node's fetch sends `no-cache` with If-None-Match unless told otherwise.
    const again = await api.request('/openapi.json', {
      headers: { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' },
    });
    expect(again.status).to.equal(304);
  });

  const check = (value: unknown, schema: JsonSchema, at: string): string[] =>
    findings(value, schema, document.components.schemas, at);
});

describe('/docs', () => {
  let api: Api;

  before(async () => {
    api = await startApi('contract-docs');
  });
  after(() => api.stop());

  let answer: Answer;
  let page: string;

  before(async () => {
    answer = await api.request('/docs');
    page = answer.body;
  });

  it('describes every endpoint', async () => {
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('content-type')).to.equal('text/html; charset=utf-8');
    const document: OpenApiDocument = (await api.request('/openapi.json')).body;
    for (const [path, operations] of Object.entries(document.paths)) {
      expect(page).to.include(`<code>${path}</code>`);
      expect(page).to.include(`id="${Object.values(operations)[0]!.operationId}"`);
    }
  });

  it('transfers at most 150 kB, also at the first request after a start', async () => {
    const started = await api.another();
    try {
      for (const encoding of ['gzip', 'br']) {
        const got = await rawBytes(started.url, 'GET', '/docs', encoding);
        expect(got.encoding).to.equal(encoding);
        expect(got.bytes.length).to.be.below(150_000);
      }
    } finally {
      await started.stop();
    }
  });

  it('links only to its own sections', () => {
    const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!);
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
    expect(new Set(ids).size, 'ids').to.equal(ids.length);
    expect(anchors.filter((id) => !ids.includes(id))).to.deep.equal([]);
  });

  it('allows its own script alone, and asks no other host for anything', () => {
    const script = /<script>(.*?)<\/script>/s.exec(page)![1]!;
    const hash = createHash('sha256').update(script).digest('base64');
    expect(answer.headers.get('content-security-policy')).to.match(
      /^default-src 'none'; style-src 'sha256-[^']+';/,
    );
    expect(answer.headers.get('content-security-policy')).to.include(`; script-src 'sha256-${hash}'`);
    expect(page.replace(`<script>${script}</script>`, '')).to.not.match(
      /<script|<img|<link(?! rel="icon" href="data:image\/svg)|@import|url\(| on\w+="/,
    );
  });

  it('answers 304 with the same policy when the browser already has it', async () => {
    const etag = answer.headers.get('etag')!;
    const known = await api.request('/docs', {
      headers: { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' },
    });
    expect([known.status, known.body]).to.deep.equal([304, '']);
    for (const name of [
      'content-security-policy',
      'referrer-policy',
      'cache-control',
      'etag',
      'x-robots-tag',
    ])
      expect(known.headers.get(name), name).to.equal(answer.headers.get(name));
  });

  it('says what each status means, and what to do', () => {
    for (const status of FAILURE_STATUSES) {
      expect(page).to.match(new RegExp(`<tr id="status-${status}">.*?<td>.+?</td><td>.+?</td>`));
    }
  });
});

/** An answer as it was sent: `fetch` would decode it. */
async function rawBytes(url: string, method: string, path: string, encoding: string) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${url}${path}`, { method, headers: { 'Accept-Encoding': encoding } }, resolve)
      .on('error', reject)
      .end();
  });
  const bytes = await buffer(answer);
  const { etag, vary, 'content-encoding': sent, 'content-length': length } = answer.headers;
  return { status: answer.statusCode, bytes, etag, vary, length, encoding: sent };
}
