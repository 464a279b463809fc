import { expect } from 'chai';
import { Suppression } from '../../common/models/suppressions.ts';
import { rows } from '../../common/mongo.ts';
import { addOptOuts } from '../../common/queries/suppressions.ts';
import { type Answer, type Api, type Client, startApi } from '../support/api.ts';
import { ENCODINGS, multipart } from '../support/encodings.ts';

const GROUP = [
  ['group_name', 'News & “more”'],
  ['description', 'two\r\nlines, + and % and = &'],
  ['is_display', '1'],
] as const;

const refused = (key: string, text: string) => ({
  status: 422,
  body: { status: 'failed', errors: { [key]: [text] } },
});
const failed = (status: number, errors: string) => ({ status, body: { status: 'failed', errors } });
const SAVED = { status: 200, body: { status: 'success', message: 'Saved Successfully' } };
const DELETED = { status: 200, body: { status: 'success', message: 'Deleted Successfully' } };
const MALFORMED = failed(400, 'Bad Request');

describe('bodies', function () {
  this.timeout(60_000);
  let api: Api;
  let client: Client;

  before(async () => {
    api = await startApi('contract-bodies');
  });
  beforeEach(async () => {
    client = await api.account();
  });
  after(() => api.stop());

  const save = (init: RequestInit): Promise<Answer> =>
    client.request('/unsubscribes-groups/save', { method: 'POST', ...init });
  const groups = async () => (await client.get('/unsubscribes-groups')).body.message.unsubscribesGroups;

  describe('say the same in every encoding', () => {
    for (const [encoding, encode] of Object.entries(ENCODINGS)) {
      it(encoding, async () => {
        expect(await client.post('/unsubscribes-groups/save', encode(GROUP))).to.deep.include(SAVED);
        expect((await groups())[0]).to.deep.include({ ...Object.fromEntries(GROUP), is_display: 1 });
      });

      it(`${encoding}, in what is refused`, async () => {
        const pairs = [
          ['group_name', '  '],
          ['description[path]', '/etc/passwd'],
          ['is_display[]', '1'],
        ] as const;
        const { status, body } = await client.post('/unsubscribes-groups/save', encode(pairs));
        expect(status).to.equal(422);
        expect(body.errors).to.deep.equal({
          group_name: ['The group name field is required.'],
          description: ['The description field format is invalid.'],
          is_display: ['The is display field format is invalid.'],
        });
      });
    }

    it('multipart with content types and transfer encodings on its texts, as .NET and Java send it', async () => {
      const text = 'Content-Type: text/plain; charset=utf-8\r\nContent-Disposition: form-data; name=';
      const sent = await save(
        multipart([
          [`${text}group_name`, 'Größe'],
          [`${text}"description"\r\nContent-Transfer-Encoding: 8bit`, 'ä'],
          [`${text}"is_display"\r\nContent-Transfer-Encoding: base64`, 'MQ=='],
        ]),
      );
      expect(sent).to.deep.include(SAVED);
      expect((await groups())[0]).to.deep.include({ group_name: 'Größe', description: 'ä', is_display: 1 });
    });

    it('multipart with a quoted boundary', async () => {
      const form = multipart(
        GROUP.map(([key, value]) => [`Content-Disposition: form-data; name="${key}"`, value]),
      );
      expect(
        await save({ ...form, headers: { 'Content-Type': 'multipart/form-data; boundary="limit"' } }),
      ).to.deep.include(SAVED);
    });
  });

  describe('carry long lists', () => {
    const remove = (body: FormData | URLSearchParams | Record<string, unknown>) =>
      client.post('/global-unsubscribes/bulk-delete', body);
    /** Stores `count` entries and one more, which stays; answers the ids of the former. */
    const store = async (count: number): Promise<number[]> => {
      await addOptOuts(
        client.user_id,
        null,
        Array.from({ length: count + 1 }, (_, index) => `a${index}@example.com`),
      );
      const ids = await rows(Suppression).distinct('_id', { user_id: client.user_id });
      return ids.sort((a, b) => a - b).slice(0, count);
    };
    const left = () => rows(Suppression).countDocuments({ user_id: client.user_id });
    const indexed = (ids: readonly number[]) =>
      ids.map((id, index) => [`strIds[${index}]`, String(id)] as const);

    for (const [encoding, encode] of Object.entries(ENCODINGS)) {
      for (const count of [1, 20, 21, 1000, 1001, 10_000]) {
        it(`${count} ids as ${encoding}`, async () => {
          expect(await remove(encode(indexed(await store(count))))).to.deep.include(DELETED);
          expect(await left()).to.equal(1);
        });
      }

      it(`10,001 ids as ${encoding} are refused, and nothing is done`, async () => {
        const ids = await store(10_001);
        const text = 'The strIds field must not have more than 10000 items.';
        expect(await remove(encode(indexed(ids)))).to.deep.include(refused('strIds', text));
        expect(await left()).to.equal(10_002);
      });

      it(`far too many ids as ${encoding} are refused, and nothing is done`, async () => {
        const answer = await remove(encode(indexed(Array.from({ length: 20_000 }, (_, index) => index))));
        expect(answer.status).to.be.oneOf([413, 422]);
        expect(answer.body.status).to.equal('failed');
      });

      it(`an object for ids as ${encoding} is refused`, async () => {
        const ids = await store(1);
        const answer = await remove(
          encode([
            ['strIds[0]', String(ids[0])],
            ['strIds[$ne]', '1'],
          ]),
        );
        expect(answer).to.deep.include(refused('strIds', 'The strIds field format is invalid.'));
        const deep = await remove(encode([['strIds[0][id]', String(ids[0])]]));
        expect(deep).to.deep.include(refused('strIds', 'The strIds field format is invalid.'));
        expect(await left()).to.equal(2);
      });
    }

    const spellings: Record<string, (a: string, b: string) => [string, string][]> = {
      'in any order': (a, b) => [
        ['strIds[7]', a],
        ['strIds[2]', b],
      ],
      'with empty brackets': (a, b) => [
        ['strIds[]', a],
        ['strIds[]', b],
      ],
      'as a repeated key': (a, b) => [
        ['strIds', a],
        ['strIds', b],
      ],
      'twice with one index': (a, b) => [
        ['strIds[0]', a],
        ['strIds[0]', b],
      ],
      'in a mixture': (a, b) => [
        ['strIds', a],
        ['strIds[3]', b],
      ],
      'with a huge index': (a, b) => [
        ['strIds[999999999]', a],
        ['strIds[0]', b],
      ],
    };
    for (const [spelling, pairs] of Object.entries(spellings)) {
      for (const encoding of ['multipart', 'urlencoded'] as const) {
        it(`${spelling}, as ${encoding}`, async () => {
          const [a, b] = (await store(2)).map(String);
          expect(await remove(ENCODINGS[encoding]!(pairs(a!, b!)))).to.deep.include(DELETED);
          expect(await left()).to.equal(1);
        });
      }
    }

    it('as a JSON array of numbers and texts, of which those that are no ids are ignored', async () => {
      const [a, b] = await store(2);
      expect(await remove({ strIds: [a, String(b), 'x', '', null, -1, 1.5, true] })).to.deep.include(DELETED);
      expect(await left()).to.equal(1);
      expect(await remove({ strIds: [[a]] })).to.deep.include(
        refused('strIds', 'The strIds field format is invalid.'),
      );
    });

    for (const [what, body] of Object.entries({
      nothing: {},
      'an empty list': { strIds: [] },
      blanks: { strIds: ['', ' '] },
    })) {
      it(`${what} is no list`, async () => {
        expect(await remove(body)).to.deep.include(refused('strIds', 'The strIds field is required.'));
      });
    }
  });

  describe('that are malformed are refused in our words', () => {
    const part = (name: string) => `Content-Disposition: form-data; name="${name}"`;
    const json = (body: string) => ({ headers: { 'Content-Type': 'application/json' }, body });
    const cases: Record<string, RequestInit> = {
      'JSON that breaks off': json('{"group_name":'),
      'a JSON array': json('[1,2]'),
      'a JSON scalar': json('"text"'),
      'JSON null': json('null'),
      'JSON with __proto__': json('{"__proto__":{"is_display":1}}'),
      'multipart without a boundary': {
        ...multipart([]),
        headers: { 'Content-Type': 'multipart/form-data' },
      },
      'multipart that breaks off': multipart([[part('group_name'), 'x']], ''),
      'multipart that breaks off in a header': multipart([], '--limit\r\nContent-Dispo'),
      'multipart that is none': { ...multipart([]), body: 'hello' },
      'multipart with an unknown transfer encoding': multipart([
        [`${part('a')}\r\nContent-Transfer-Encoding: rot13`, 'x'],
      ]),
      'a body that is not compressed as it says': {
        ...json('{}'),
        headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      },
    };
    for (const [what, init] of Object.entries(cases)) {
      it(what, async () => expect(await save(init)).to.deep.include(MALFORMED));
    }

    const types: Record<string, RequestInit['headers']> = {
      'a type that we do not read': { 'Content-Type': 'text/plain' },
      'another type': { 'Content-Type': 'application/xml' },
      'a coding that there is not': { 'Content-Type': 'application/json', 'Content-Encoding': 'bogus' },
    };
    for (const [what, headers] of Object.entries(types)) {
      it(what, async () =>
        expect(await save({ headers, body: '{}' })).to.deep.include(failed(415, 'Unsupported Media Type')),
      );
    }

    const megabytes = (count: number) => 'x'.repeat(count * 2 ** 20);
    const large: Record<string, RequestInit> = {
      JSON: json(JSON.stringify({ group_name: megabytes(11) })),
      'a form': { body: new URLSearchParams({ group_name: megabytes(11) }) },
      multipart: multipart([[part('group_name'), megabytes(11)]]),
      'a file where none is asked for': multipart([[`${part('file')}; filename="a"`, megabytes(11)]]),
    };
    const streamed = (init: RequestInit): RequestInit => {
      const { headers } = new Request('http://localhost', { method: 'POST', ...init });
      return { headers: Object.fromEntries(headers), body: new Blob([String(init.body)]).stream(), duplex: 'half' } as RequestInit;
    };
    for (const [what, init] of Object.entries(large)) {
      it(`${what} that is too large`, async () =>
        expect(await save(init)).to.deep.include(failed(413, 'Payload Too Large')));
      it(`${what} that is too large and does not say so beforehand`, async () => {
        expect(await save(streamed(init))).to.deep.include(failed(413, 'Payload Too Large'));
      });
    }
    it('multipart whose headers are too large and that does not say so beforehand', async () => {
      const init = multipart([[`${part('a')}\r\nX-Long: ${megabytes(11)}`, 'x']]);
      expect(await save(streamed(init))).to.deep.include(failed(413, 'Payload Too Large'));
    });

    it('and the next request is answered', async () => {
      for (const init of Object.values(cases)) await save(init);
      expect(await client.post('/unsubscribes-groups/save', Object.fromEntries(GROUP))).to.deep.include(
        SAVED,
      );
    });
  });

  it('may be streamed', async () => {
    const form = multipart(
      GROUP.map(([key, value]) => [`Content-Disposition: form-data; name="${key}"`, value]),
    );
    const body = new Blob([form.body]).stream();
    expect(await save({ ...form, body, duplex: 'half' } as RequestInit)).to.deep.include(SAVED);
  });

  it('may be empty: then all is missing', async () => {
    for (const type of ['application/json', 'multipart/form-data; boundary=limit', 'text/plain']) {
      const { status, body } = await save({ headers: { 'Content-Type': type }, body: '' });
      expect(status).to.equal(422);
      expect(Object.keys(body.errors)).to.deep.equal(['group_name', 'description', 'is_display']);
    }
  });

  it('with a file where text is expected are refused, and an unknown file is ignored', async () => {
    const form = ENCODINGS['multipart']!(GROUP) as FormData;
    form.set('extra', new Blob(['x']), 'x.txt');
    expect(await client.post('/unsubscribes-groups/save', form)).to.deep.include(SAVED);
    // A NUL in its name, which once reached the file system, is as harmless.
    const named = 'Content-Disposition: form-data; name="extra"; filename="a\0b.csv"';
    expect((await save(multipart([[named, 'x']]))).status).to.equal(422);
    form.set('group_name', new Blob(['x']), 'x.txt');
    expect(await client.post('/unsubscribes-groups/save', form)).to.deep.include(
      refused('group_name', 'The group name field format is invalid.'),
    );
  });

  for (const [encoding, encode] of Object.entries(ENCODINGS)) {
    it(`with names that objects have are harmless, as ${encoding}`, async () => {
      const names = [
        'constructor',
        'toString',
        'hasOwnProperty',
        'constructor[prototype][polluted]',
        '__proto__[polluted]',
      ];
      const pairs = [...GROUP, ...names.map((name) => [name, 'yes'] as const)];
      expect(await client.post('/unsubscribes-groups/save', encode(pairs))).to.deep.include(SAVED);
      expect(({} as { polluted?: string }).polluted).to.equal(undefined);
      const only = await client.post(
        '/unsubscribes-groups/save',
        encode(names.map((name) => [name, 'yes'] as const)),
      );
      expect(Object.keys(only.body.errors)).to.deep.equal(['group_name', 'description', 'is_display']);
    });
  }

  it('do not put into a POST what the contract has in its query, and a query is folded alike', async () => {
    await client.post('/unsubscribes-groups/save', Object.fromEntries(GROUP));
    const answer = await client.get('/unsubscribes-groups?limit[]=1');
    expect(answer).to.deep.include(refused('limit', 'The limit field format is invalid.'));
    const twice = await client.delete('/global-unsubscribes/delete?id=1&id=2');
    expect(twice).to.deep.include(refused('id', 'The id field format is invalid.'));
  });
});
