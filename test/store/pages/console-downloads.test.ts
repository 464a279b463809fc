import { expect } from 'chai';
import { setClock } from '../../../common/clock.ts';
import { Account } from '../../../common/models/accounts.ts';
import { type Answer, type Api, type Client, startApi } from '../../support/api.ts';
import { contactBook } from '../../support/contact-book.ts';

const ENDED = 'The address of this file has expired. Start the download again.';

describe('a download of the console', () => {
  let api: Api;
  let client: Client;
  let cookie: string;
  before(async () => {
    api = await startApi('pages-console-downloads');
    client = await api.account();
    cookie = await signIn(client);
    const contact_type_id = await contactBook(client).addType('Customers');
    await client.post('/contacts/add', {
      contact_type_id,
      email: 'ada@x.example',
      country: 1,
      first_name: 'Ada',
    });
  });
  after(() => api.stop());
  afterEach(() => setClock());

  async function signIn(of: Client): Promise<string> {
    const { email } = (await Account.findOne({ _id: of.user_id }))!;
    const body = new URLSearchParams({ email, password: 'correct horse', return: '/console' });
    const { headers } = await api.request('/account/sign-in', { method: 'POST', body });
    return headers
      .getSetCookie()
      .find((one) => one.startsWith('session='))!
      .split(';')[0]!;
  }
  const sign = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    api.request(`/console/signed?${new URLSearchParams({ path })}`, {
      headers: { cookie, 'X-Console': '1', ...headers },
    });
  const signed = async (path: string): Promise<string> => (await sign(path)).body.message.address;
  const open = (address: string, by = cookie, method = 'GET'): Promise<Answer> =>
    api.request(address, { method, headers: { cookie: by } });
  const failed = ({ status, body }: Answer) => [status, body.errors];

  it('opens by a signed address, without the header of calls', async () => {
    const address = await signed('/contacts/download?search=ada');
    for (let opened = 0; opened < 2; opened += 1) {
      const { status, headers, body } = await open(address);
      expect([status, headers.get('content-type')]).to.deep.equal([200, 'text/csv; charset=utf-8']);
      expect(body).to.include('ada@x.example');
    }
  });

  it('takes the name that the console gives it', async () => {
    const answer = await api.request(
      `/console/signed?${new URLSearchParams({ path: '/contacts/download?file_name=x', name: 'Käufer "a"\r\nX: y.csv' })}`,
      { headers: { cookie, 'X-Console': '1' } },
    );
    const { status, headers } = await open(answer.body.message.address);
    expect([status, headers.get('content-type'), headers.get('x')]).to.deep.equal([
      200,
      'text/csv; charset=utf-8',
      null,
    ]);
    expect(headers.get('content-disposition')).to.match(
      /^attachment; filename=.*; filename\*=UTF-8''K%C3%A4ufer/,
    );
  });

  it('ends after a minute', async () => {
    const address = await signed('/contacts/download');
    setClock(() => Date.now() + 59_000);
    expect((await open(address)).status).to.equal(200);
    setClock(() => Date.now() + 60_001);
    expect(failed(await open(address))).to.deep.equal([403, ENDED]);
  });

  it('opens for this file and this account alone', async () => {
    const address = await signed('/contacts/download?search=ada');
    const [target, signature] = address.split('signed=');
    const other = await signIn(await api.account());
    const wrong = [
      address.replace('search=ada', 'search=a'),
      address.replace('/contacts/download', '/contacts/csv-sample/download'),
      `${target}`,
      `${target}signed=`,
      `${target}signed=${signature}x`,
      `${target}signed=9${signature}`,
      `${target}signed=${'x'.repeat(5000)}`,
      `${address}&search=b`,
      `${address}&signed=1.x`,
    ];
    for (const one of wrong) expect(failed(await open(one)), one.slice(0, 90)).to.deep.equal([403, ENDED]);
    expect(failed(await open(address, other))).to.deep.equal([403, ENDED]);
    expect((await open(address, '')).status).to.equal(401);
    expect((await open(address, cookie, 'POST')).status).to.equal(405);
  });

  it('opens files, and nothing else of the table', async () => {
    for (const path of [
      '/contacts/list',
      '/contacts/delete?contact_id=1',
      'https://evil.example/contacts/download',
      '//evil.example/contacts/download',
      '/contacts/download/../list',
      '/contacts/imports/undo?id=1',
      `/contacts/download?search=${'x'.repeat(5000)}`,
      '',
    ])
      expect(failed(await sign(path)), path.slice(0, 50)).to.deep.equal([
        422,
        { path: ['The selected path is invalid.'] },
      ]);
    expect((await open('/console/download/contacts/list')).status).to.equal(403);
    expect((await sign('/contacts/download', { 'X-Console': '' })).status).to.equal(403);
    expect((await sign('/contacts/download', { cookie: '' })).status).to.equal(401);
  });

  it('names wrong inputs', async () => {
    expect(failed(await open(await signed('/contacts/download?segment_id=999')))).to.deep.equal([
      422,
      { segment_id: ['The selected segment id is invalid.'] },
    ]);
  });
});
