import { expect } from 'chai';
import { type Api, type Client, startApi } from '../../support/api.ts';

const notUtf8 = (key: string) => ({
  status: 'failed',
  errors: { [key]: [`The ${key.replaceAll('_', ' ')} field must be UTF-8 text.`] },
});

describe('the API with text that is not UTF-8', () => {
  let api: Api;
  let client: Client;

  before(async () => {
    api = await startApi('contract-texts-in-utf8');
    client = await api.account();
  });
  after(() => api.stop());

  async function post(path: string, type: string, body: string) {
    const response = await fetch(`${api.url}/api${path}`, {
      method: 'POST',
      headers: {
        PublicKey: client.public_key,
        SecretKey: client.secret_key,
        'Content-Type': type,
      },
      body: Buffer.from(body, 'latin1'),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }
  const names = async (): Promise<string[]> =>
    (await client.get('/contacts-type')).body.message.contactTypes.map((one: { name: string }) => one.name);
  const part = (name: string, text: string, more = '') =>
    `--limit\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`;
  const form = (...parts: string[]) => `${parts.join('')}--limit--\r\n`;
  const FORM = 'multipart/form-data; boundary=limit';
  const URLENCODED = 'application/x-www-form-urlencoded';

  it('refuses JSON with the place of the byte, also when a charset is declared', async () => {
    for (const type of ['application/json', 'application/json; charset=iso-8859-1']) {
      const { status, body } = await post('/contacts-type/add', type, '{"name":"Z\xfcrich"}');
      expect([status, body['errors']]).to.deep.equal([400, 'Bad Request']);
      expect(body['hints']).to.deep.equal({ body: ['The body is not UTF-8 (byte 0xFC at 10).'] });
    }
  });

  it('refuses half a surrogate pair in JSON on its key', async () => {
    const { status, body } = await post('/contacts-type/add', 'application/json', '{"name":"a\\ud83d"}');
    expect(status).to.equal(422);
    expect(body).to.deep.include(notUtf8('name'));
    const whole = await post('/contacts-type/add', 'application/json', '{"name":"a\\ud83d\\ude00"}');
    expect(whole.status).to.equal(200);
  });

  it('refuses forms on the key, whether the byte is escaped or not', async () => {
    const bodies: readonly (readonly [string, string])[] = [
      [URLENCODED, 'name=Ren%E9'],
      [URLENCODED, 'name=Ren\xe9'],
      [`${URLENCODED}; charset=utf-8`, 'name=a%C3'],
      [FORM, form(part('name', 'Ren\xe9'))],
      [`${URLENCODED}; charset=unheard-of`, 'name=Ren%E9'],
      // Windows-1252 has no character for this byte.
      [`${URLENCODED}; charset=windows-1252`, 'name=Ren%81'],
    ];
    for (const [type, text] of bodies) {
      const { status, body } = await post('/contacts-type/add', type, text);
      expect(status, text).to.equal(422);
      expect(body, text).to.deep.include(notUtf8('name'));
    }
    const nested = await post('/contacts/add', URLENCODED, 'email=a@example.com&custom_field[x]=%FC');
    expect(nested.body).to.deep.include(notUtf8('custom_field'));
  });

  it('decodes forms and parts that declare their charset', async () => {
    const bodies: readonly (readonly [string, string, string])[] = [
      [`${URLENCODED}; charset=ISO-8859-1`, 'name=Ren%E9+1', 'René 1'],
      [`${URLENCODED}; charset="windows-1250"`, 'name=%A3%F3d%9F', 'Łódź'],
      [`${URLENCODED}; charset=windows-1251`, 'name=\xc0\xed\xed\xe0', 'Анна'],
      [FORM, form(part('name', 'Ren\xe9 2', '\r\nContent-Type: text/plain; charset=iso-8859-1')), 'René 2'],
      [FORM, form(part('name', 'Ren\xc3\xa9 3', '\r\nContent-Type: text/plain; charset=utf-8')), 'René 3'],
      [FORM, form(part('name', 'Ren\xc3\xa9 4')), 'René 4'],
      [URLENCODED, 'name=%EF%BF%BD+is+a+character', '\ufffd is a character'],
    ];
    for (const [type, text, name] of bodies) {
      const { status, body } = await post('/contacts-type/add', type, text);
      expect([status, body['message']], JSON.stringify(body)).to.deep.equal([200, 'Added Successfully']);
      expect((await names()).at(-1)).to.equal(name);
    }
  });

  it('refuses queries on the key', async () => {
    const found = await client.get('/contacts/list?search=Ren%E9');
    expect([found.status, found.body]).to.deep.include(422);
    expect(found.body).to.deep.include(notUtf8('search'));
    expect((await client.get('/contacts/list?search=Ren%C3%A9')).status).to.equal(200);
    expect((await client.get('/contacts/list?search=%EF%BF%BD')).status).to.equal(200);
  });

  it('refuses names of files', async () => {
    const more = '; filename="Z\xfcrich.csv"\r\nContent-Type: text/csv';
    const text = form(part('file', 'email\na@example.com\n', more), part('contact_type_id', '1'));
    const { status, body } = await post('/contacts/upload-csv', FORM, text);
    expect([status, body['errors']]).to.deep.equal([
      422,
      { file: ['The file field must have a file name of UTF-8 text.'] },
    ]);
  });

  it('refuses forms of its pages', async () => {
    const response = await fetch(`${api.url}/account/sign-in`, {
      method: 'POST',
      headers: { 'Content-Type': URLENCODED, Origin: api.url },
      body: 'email=Ren%E9%40example.com&password=x',
    });
    expect(response.status).to.equal(422);
  });
});
