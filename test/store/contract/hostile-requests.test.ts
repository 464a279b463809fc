import { request } from 'node:http';
import { expect } from 'chai';
import { Import } from '../../../common/models/imports.ts';
import { type AccountFixture, addFixtures } from '../../support/account-fixture.ts';
import { failed, withoutCodes } from '../../support/answers.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { rawRequest } from '../../support/raw-http.ts';
import { rows } from '../../support/rows.ts';

const WRONG = failed(401, 'Invalid public key or secret key.');
const MISSING = failed(401, {
  PublicKey: ['The public key field is required.'],
  SecretKey: ['The secret key field is required.'],
});

describe('a hostile request', () => {
  let api: Api;
  let client: Client;
  let fixture: AccountFixture;

  before(async () => {
    api = await startApi('contract-hostile-requests', { RATE_CALLS: '0', RATE_WRONG_KEYS: '0' });
    client = await api.account();
    fixture = await addFixtures(client, 'ours');
  });
  after(() => api.stop());

  /** Sends unchanged lines; returns status and body. */
  async function say(...lines: readonly string[]) {
    const { status, body } = await rawRequest(
      api.url,
      `${[...lines, 'Host: localhost', 'Connection: close'].join('\r\n')}\r\n\r\n`,
    );
    // A list is sent in chunks.
    return { status, body: body.startsWith('{') ? withoutCodes(JSON.parse(body) as unknown) : body };
  }
  const LIST = 'GET /api/contacts-type HTTP/1.1';

  describe('with keys', () => {
    const pair = () => [`PublicKey: ${client.public_key}`, `SecretKey: ${client.secret_key}`] as const;

    it('succeeds in the correct headers', async () => {
      expect((await say(LIST, ...pair())).status).to.equal(200);
    });

    it('gets 401 when they are sent twice, in any order', async () => {
      const [publicKey, secret] = pair();
      for (const lines of [
        [publicKey, publicKey, secret],
        [publicKey, secret, secret],
        [publicKey, 'PublicKey: pk_other', secret],
        ['SecretKey: other', publicKey, secret],
      ]) {
        expect(await say(LIST, ...lines)).to.deep.equal(WRONG);
      }
    });

    it('gets no access under unknown names', async () => {
      for (const name of ['Key[]', 'Key[0]', 'Key[$ne]', '-Key', '_Key']) {
        const lines = [`Public${name}: ${client.public_key}`, `Secret${name}: ${client.secret_key}`];
        expect(await say(LIST, ...lines), name).to.deep.equal(
          // Brackets are not allowed in the name of a header (RFC 9110, 5.1).
          name.includes('[') ? failed(400, 'Bad Request') : MISSING,
        );
      }
    });

    it('gets no access from the query, the body or a cookie', async () => {
      const keys = `PublicKey=${client.public_key}&SecretKey=${client.secret_key}`;
      expect(await say(`GET /api/contacts-type?${keys} HTTP/1.1`)).to.deep.equal(MISSING);
      expect(await say(LIST, `Cookie: ${keys.replace('&', '; ')}`)).to.deep.equal(MISSING);
      const body = new URLSearchParams(keys);
      expect(await api.request('/api/contacts-type/add', { method: 'POST', body })).to.deep.include(MISSING);
    });

    it('gets no access by unusual characters other than a tab after the secret', async () => {
      const [publicKey] = pair();
      for (const secret of ['é', '€', '\u007f', '💌', `${client.secret_key}\t`, ' x ', '%00', "' OR ''='"]) {
        const { status } = await say(LIST, publicKey, `SecretKey: ${secret}`);
        expect(status, JSON.stringify(secret)).to.equal(
          secret.endsWith('\t') ? 200 : secret === '\u007f' ? 400 : 401,
        );
      }
      for (const secret of ['a\0b', `${client.secret_key}\0`, 'a\rb']) {
        expect(await say(LIST, publicKey, `SecretKey: ${secret}`)).to.deep.equal(failed(400, 'Bad Request'));
      }
    });

    it('gets 401 for 15 kB, and 431 for more', async () => {
      const [publicKey] = pair();
      expect(await say(LIST, publicKey, `SecretKey: ${'x'.repeat(15_000)}`)).to.deep.equal(WRONG);
      expect(await say(LIST, publicKey, `SecretKey: ${'x'.repeat(17_000)}`)).to.deep.equal(
        failed(431, 'Request Header Fields Too Large'),
      );
    });
  });

  it('gets no answer that contains the host it names', async () => {
    const forged = {
      Host: 'evil.example:fake@localhost',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'evil.example',
      'X-Forwarded-For': 'evil.example',
      'X-Original-URL': 'http://evil.example/',
      Forwarded: 'host=evil.example;proto=https;for=evil.example',
      Referer: 'http://evil.example/',
      Origin: 'http://evil.example',
    };
    const ask = (path: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const keys = { PublicKey: client.public_key, SecretKey: client.secret_key };
        const asked = request(`${api.url}${path}`, { headers: { ...forged, ...keys } }, (response) => {
          let text = JSON.stringify(response.headers);
          response.on('data', (chunk: Buffer) => (text += chunk.toString()));
          response.on('end', () => resolve(text));
        });
        asked.on('error', reject).end();
      });
    const { automation, sender } = fixture.names;
    for (const path of [
      `/api/automations/schedule?utr=${automation}`,
      `/api/sender/resend-mail?sender_id=${sender}`,
      '/api/senders',
      '/api/nothing',
      '/openapi.json',
      '/docs',
      '/account',
      '/design/x',
      '/verify/x',
      '/c/x',
      '//evil.example/%2f..',
    ]) {
      expect(await ask(path), path)
        .to.not.include('evil.example:')
        .and.not.include('http://evil');
      expect((await ask(path)).replaceAll('//evil.example/%2f..', ''), path).to.not.include('evil.example');
    }
  });

  describe('with a file to import', () => {
    const upload = (content: Buffer | string, name = 'list.csv') => {
      const form = new FormData();
      form.append('contact_type_id', String(fixture.names.contactType));
      form.append('file', new File([content as BlobPart], name));
      return client.post('/contacts/upload-csv', form);
    };
    const imports = () => rows(Import).countDocuments({ user_id: client.user_id });

    const NOT_CSV = 'The file field must be a file of type: csv.';
    const COLUMNS = 'The file field must not have more than 1000 columns.';
    const HEADER = 'The file field must have a header of at most 1048576 bytes, its quotes in pairs.';
    const NO_EMAIL = 'The file field must have an email column.';
    const bombs: Record<string, readonly [Buffer | string, string]> = {
      'a gzip file': [Buffer.from('1f8b0800000000000003', 'hex'), NOT_CSV],
      'a zip file, such as one of Excel': [Buffer.from('504b0304140006000800', 'hex'), NOT_CSV],
      'a million columns': [`email${',x'.repeat(1_000_000)}\na@example.com\n`, HEADER],
      'a million columns without names': [`email${','.repeat(1_000_000)}\n`, COLUMNS],
      '40,000 columns of a hundred names': [
        `email,${Array.from({ length: 40_000 }, (_, at) => `a${at % 100}`).join(',')}\n`,
        COLUMNS,
      ],
      'a quote in the header that is never closed': [`email,"${'x\n'.repeat(2 ** 20)}`, HEADER],
      'one line without an end': ['x'.repeat(8 * 2 ** 20), HEADER],
      'a million quotes': ['"'.repeat(1_000_000), NO_EMAIL],
      'a file of NUL bytes': ['\0'.repeat(100_000), NO_EMAIL],
      'a file with only a byte order mark': ['\ufeff', NO_EMAIL],
      'a file with only names of JavaScript’s own properties as columns': [
        '__proto__,constructor,toString\n1,2,3\n',
        NO_EMAIL,
      ],
    };
    for (const [what, [content, text]] of Object.entries(bombs)) {
      it(`fails with ${what}, and stores nothing`, async () => {
        const before = await imports();
        const { status, body } = await upload(content);
        expect([status, body.errors]).to.deep.equal([422, { file: [text] }]);
        expect(await imports()).to.equal(before);
      });
    }

    it('reports columns named like JavaScript’s own properties as skipped', async () => {
      const answer = await upload('email,__proto__,constructor,toString\na@example.com,1,2,3\n');
      expect(answer.body.message).to.equal('Imported Successfully');
      const [last] = (await client.get('/contacts/imports')).body.message.imports.slice(-1);
      expect(last.skipped_columns).to.deep.equal(['__proto__', 'constructor', 'toString']);
    });

    it('gets 200 or 422 for a file name that leads to another path', async () => {
      for (const name of [
        '../../../etc/cron.csv',
        'a\r\nX-Evil: 1.csv',
        '"; filename="b.csv',
        '\u202evsc.csv',
      ]) {
        const { status } = await upload('email\na@example.com\n', name);
        expect(status, name).to.be.oneOf([200, 422]);
      }
    });
  });
});
