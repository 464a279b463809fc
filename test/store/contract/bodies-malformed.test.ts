import { expect } from 'chai';
import { failed } from '../../support/answers.ts';
import { type Answer, type Api, type Client, startApi } from '../../support/api.ts';
import { multipart } from '../../support/encodings.ts';
import { withoutHints } from '../../support/made.ts';

const MALFORMED = failed(400, 'Bad Request');

/** A body as it goes out, with headers of its own. */
type Sent = RequestInit & { body: string | URLSearchParams };

const part = (name: string) => `Content-Disposition: form-data; name="${name}"`;
const json = (body: string) => ({ headers: { 'Content-Type': 'application/json' }, body });
const megabytes = (count: number) => 'x'.repeat(count * 2 ** 20);

/** The same in chunks, without a Content-Length. */
const streamed = (init: Sent): RequestInit => {
  const { headers } = new Request('http://localhost', { method: 'POST', ...init });
  return {
    headers: Object.fromEntries(headers),
    body: new Blob([init.body.toString()]).stream(),
    duplex: 'half',
  } as RequestInit;
};

describe('the parser of malformed bodies', () => {
  let api: Api;
  let client: Client;

  before(async () => {
    api = await startApi('contract-bodies-malformed');
  });
  beforeEach(async () => {
    client = await api.account();
  });
  after(() => api.stop());

  const save = (init: RequestInit): Promise<Answer> =>
    client.request('/unsubscribes-groups/save', { method: 'POST', ...init });

  const cases: Record<string, Sent> = {
    'JSON that breaks off': json('{"group_name":'),
    'a JSON array': json('[1,2]'),
    'a JSON scalar': json('"text"'),
    'JSON null': json('null'),
    'JSON with __proto__': json('{"__proto__":{"is_display":1}}'),
    'multipart without a boundary': {
      ...multipart([]),
      headers: { 'Content-Type': 'multipart/form-data' },
    },
    'incomplete multipart': multipart([[part('group_name'), 'x']], ''),
    'multipart that ends within a header': multipart([], '--limit\r\nContent-Dispo'),
    'text declared as multipart': { ...multipart([]), body: 'hello' },
    'multipart with an unknown transfer encoding': multipart([
      [`${part('a')}\r\nContent-Transfer-Encoding: rot13`, 'x'],
    ]),
    'JSON of more than 32 levels': json(`{"x":${'['.repeat(32)}${']'.repeat(32)}}`),
    'a form of more than 32 levels': { body: new URLSearchParams({ [`x${'[a]'.repeat(32)}`]: '1' }) },
    'multipart of more than 32 levels': multipart([[part(`x${'[a]'.repeat(32)}`), '1']]),
  };
  for (const [what, init] of Object.entries(cases)) {
    it(`refuses ${what} with 400`, async () =>
      expect(withoutHints(await save(init))).to.deep.include(MALFORMED));
  }

  const types: Record<string, Record<string, string>> = {
    'plain text': { 'Content-Type': 'text/plain' },
    'another type': { 'Content-Type': 'application/xml' },
    'a compressed body': { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    'an unknown content coding': { 'Content-Type': 'application/json', 'Content-Encoding': 'bogus' },
  };
  for (const [what, headers] of Object.entries(types)) {
    it(`refuses ${what} with 415`, async () =>
      expect(withoutHints(await save({ headers, body: '{}' }))).to.deep.include(
        failed(415, 'Unsupported Media Type'),
      ));
  }

  const large: Record<string, Sent> = {
    JSON: json(JSON.stringify({ group_name: megabytes(11) })),
    'a form': { body: new URLSearchParams({ group_name: megabytes(11) }) },
    multipart: multipart([[part('group_name'), megabytes(11)]]),
    'an unexpected file': multipart([[`${part('file')}; filename="a"`, megabytes(11)]]),
  };
  for (const [what, init] of Object.entries(large)) {
    it(`refuses ${what} that is too large`, async () =>
      expect(await save(init)).to.deep.include(failed(413, 'Payload Too Large')));
    it(`refuses ${what} that is too large, without a Content-Length`, async () => {
      expect(await save(streamed(init))).to.deep.include(failed(413, 'Payload Too Large'));
    });
  }
  it('refuses multipart with too large headers, without a Content-Length', async () => {
    const init = multipart([[`${part('a')}\r\nX-Long: ${megabytes(11)}`, 'x']]);
    expect(await save(streamed(init))).to.deep.include(failed(413, 'Payload Too Large'));
  });

  it('accepts 32 levels', async () => {
    const sound = { group_name: 'News', description: 'x', is_display: 1 };
    const deep = JSON.parse('['.repeat(31) + ']'.repeat(31)) as unknown;
    expect((await save(json(JSON.stringify({ ...sound, x: deep })))).status).to.equal(200);
    const form = new URLSearchParams({ ...sound, is_display: '1', [`x${'[a]'.repeat(31)}`]: '1' });
    expect((await save({ body: form })).status).to.equal(200);
    const plain = json(JSON.stringify(sound));
    const headers = { ...plain.headers, 'Content-Encoding': 'Identity' };
    expect((await save({ ...plain, headers })).status).to.equal(200);
  });

  it('leaves the connection usable for the next request', async () => {
    for (const init of Object.values(cases)) await save(init);
    const sound = json(JSON.stringify({ group_name: 'News', description: 'x', is_display: 1 }));
    expect((await save(sound)).status).to.equal(200);
  });
});
