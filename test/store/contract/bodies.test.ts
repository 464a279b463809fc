import { expect } from 'chai';
import { type Answer, type Api, type Client, startApi } from '../../support/api.ts';
import { ENCODINGS, multipart } from '../../support/encodings.ts';
import { withoutHints, withoutNames } from '../../support/made.ts';

const GROUP = [
  ['group_name', 'News & “more”'],
  ['description', 'two\r\nlines, + and % and = &'],
  ['is_display', '1'],
] as const;

const refused = (key: string, text: string) => ({
  status: 422,
  body: { status: 'failed', errors: { [key]: [text] } },
});
const SAVED = { status: 200, body: { status: 'success', message: 'Saved Successfully' } };

describe('the parser of bodies', () => {
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

  describe('given the same record', () => {
    for (const [encoding, encode] of Object.entries(ENCODINGS)) {
      it(`accepts it as ${encoding}`, async () => {
        expect(withoutNames(await client.post('/unsubscribes-groups/save', encode(GROUP)))).to.deep.include(
          SAVED,
        );
        expect((await groups())[0]).to.deep.include({ ...Object.fromEntries(GROUP), is_display: 1 });
      });

      it(`refuses wrong inputs in the same way as ${encoding}`, async () => {
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

    it('accepts multipart with content types and transfer encodings, as .NET and Java send it', async () => {
      const text = 'Content-Type: text/plain; charset=utf-8\r\nContent-Disposition: form-data; name=';
      const sent = await save(
        multipart([
          [`${text}group_name`, 'Größe'],
          [`${text}"description"\r\nContent-Transfer-Encoding: 8bit`, 'ä'],
          [`${text}"is_display"\r\nContent-Transfer-Encoding: base64`, 'MQ=='],
        ]),
      );
      expect(withoutNames(sent)).to.deep.include(SAVED);
      expect((await groups())[0]).to.deep.include({ group_name: 'Größe', description: 'ä', is_display: 1 });
    });

    for (const type of ['multipart/form-data; boundary="limit"', 'multipart/mixed; boundary=limit']) {
      it(`accepts the content type ${type}`, async () => {
        const form = multipart(
          GROUP.map(([key, value]) => [`Content-Disposition: form-data; name="${key}"`, value]),
        );
        const sent = await save({ ...form, headers: { 'Content-Type': type } });
        expect(withoutNames(sent)).to.deep.include(SAVED);
      });
    }
  });

  it('accepts a streamed body', async () => {
    const form = multipart(
      GROUP.map(([key, value]) => [`Content-Disposition: form-data; name="${key}"`, value]),
    );
    const body = new Blob([form.body]).stream();
    expect(withoutNames(await save({ ...form, body, duplex: 'half' } as RequestInit))).to.deep.include(SAVED);
  });

  it('names all inputs as missing when the body is empty', async () => {
    for (const type of ['application/json', 'multipart/form-data; boundary=limit', 'text/plain']) {
      const { status, body } = await save({ headers: { 'Content-Type': type }, body: '' });
      expect(status).to.equal(422);
      expect(Object.keys(body.errors)).to.deep.equal(['group_name', 'description', 'is_display']);
    }
  });

  /** Saves a group; returns what is said of ignored inputs. */
  async function saveNaming(form: FormData | URLSearchParams | Record<string, unknown>): Promise<string[]> {
    const { status, body } = await client.post('/unsubscribes-groups/save', form);
    const { warnings, ...others } = body;
    expect(withoutNames({ status, body: others } as Answer)).to.deep.include(SAVED);
    return warnings;
  }

  it('refuses a file in place of a text, and ignores an unknown file', async () => {
    const form = ENCODINGS['multipart']!(GROUP) as FormData;
    form.set('extra', new Blob(['x']), 'x.txt');
    expect(await saveNaming(form)).to.deep.equal(['extra is not an input of this call.']);
    // A NUL in the file's name, which once reached the file system, is harmless too.
    const named = 'Content-Disposition: form-data; name="extra"; filename="a\0b.csv"';
    expect((await save(multipart([[named, 'x']]))).status).to.equal(422);
    form.set('group_name', new Blob(['x']), 'x.txt');
    expect(withoutHints(await client.post('/unsubscribes-groups/save', form))).to.deep.include(
      refused('group_name', 'The group name field format is invalid.'),
    );
  });

  for (const [encoding, encode] of Object.entries(ENCODINGS)) {
    it(`ignores names of JavaScript’s own properties, as ${encoding}`, async () => {
      const names = [
        'constructor',
        'toString',
        'hasOwnProperty',
        'constructor[prototype][polluted]',
        '__proto__[polluted]',
      ];
      const pairs = [...GROUP, ...names.map((name) => [name, 'yes'] as const)];
      const ignored = ['constructor', 'toString', 'hasOwnProperty', '__proto__'];
      expect(await saveNaming(encode(pairs))).to.deep.equal(
        ignored.map((name) => `${name} is not an input of this call.`),
      );
      expect(({} as { polluted?: string }).polluted).to.equal(undefined);
      const only = await client.post(
        '/unsubscribes-groups/save',
        encode(names.map((name) => [name, 'yes'] as const)),
      );
      expect(Object.keys(only.body.errors)).to.deep.equal(['group_name', 'description', 'is_display']);
    });
  }

  it('refuses lists in inputs that a call takes from its query', async () => {
    await client.post('/unsubscribes-groups/save', Object.fromEntries(GROUP));
    const answer = await client.get('/unsubscribes-groups?limit[]=1');
    expect(withoutHints(answer)).to.deep.include(refused('limit', 'The limit field format is invalid.'));
    const twice = await client.delete('/global-unsubscribes/delete?id=1&id=2');
    expect(withoutHints(twice)).to.deep.include(refused('id', 'The id field format is invalid.'));
  });
});
