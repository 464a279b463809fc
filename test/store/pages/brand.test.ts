import { expect } from 'chai';
import { signToken, tokenKey } from '../../../common/domain/tokens.ts';
import { Account } from '../../../common/models/accounts.ts';
import { Brand } from '../../../common/models/brands.ts';
import { Sender } from '../../../common/models/senders.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { type Page, type Visit, visit } from '../../support/browser-form.ts';
import { layGround } from '../../support/factories.ts';
import { jpegOf, pngOf } from '../../support/images.ts';
import { writeSentMail } from '../../support/ledger.ts';
import { mailOf } from '../../support/mail-of.ts';
import { watchers } from '../../support/notices.ts';
import { rows } from '../../support/rows.ts';

const HOSTILE = `<script>alert(1)</script>"'&`;

describe('the brand of an account', () => {
  let api: Api;
  let client: Client;
  let browser: Visit;

  before(async () => {
    api = await startApi('pages-brand', { RATE_SIGN_INS: '1000', RATE_FORMS: '1000' });
  });
  beforeEach(async () => {
    client = await api.account();
    browser = visit(api);
    await browser.open('/account');
    const { email } = (await Account.findOne({ _id: client.user_id }))!;
    await browser.submit('/account/sign-in', { email, password: 'correct horse' });
  });
  after(() => api.stop());

  /** Sends the form of the account page with its hidden fields. */
  async function save(
    { name = '', logo, form = {} }: { name?: string; logo?: Buffer; form?: Record<string, string> },
    headers: Record<string, string> = {},
  ): Promise<Page> {
    const page = (await browser.open('/account')).text;
    const token = /name="form_token" value="([^"]+)"/.exec(page)![1]!;
    const body = new FormData();
    for (const [key, value] of Object.entries({ form_token: token, brand_name: name, ...form }))
      body.set(key, value);
    body.set('logo', new File(logo ? [new Uint8Array(logo)] : [], logo ? 'Our logo.exe' : ''));
    const answer = await browser.request('/account/brand', {
      method: 'POST',
      body,
      headers: { Origin: api.url, ...headers },
    });
    const to = answer.headers.get('location');
    return to && answer.status === 303
      ? browser.open(to)
      : { status: answer.status, path: '', text: String(answer.body), headers: answer.headers };
  }
  const stored = () => Brand.findOne({ _id: client.user_id });
  const logoOf = (text: string) => /src="(\/logos\/[0-9a-f]{64})"/.exec(text)?.[1];
  const unsubscribePage = async () => {
    const mail = await writeSentMail(api, { userId: client.user_id });
    return (await api.request(`/unsubscribe/${mail.token('unsubscribe')}`)).body as string;
  };

  it('saves name and logo from the account page, and keeps the one that a form leaves out', async () => {
    const logo = pngOf(300, 80);
    const saved = await save({ name: ' Analytical Engines ', logo });
    expect(saved.status).to.equal(200);
    expect(saved.text)
      .to.include('Your pages for recipients are changed')
      .and.include('value="Analytical Engines"');
    const image = await api.request(logoOf(saved.text)!);
    expect(image.status).to.equal(200);
    expect(image.headers.get('content-type')).to.equal('image/png');
    expect(image.headers.get('x-content-type-options')).to.equal('nosniff');
    expect(image.headers.get('content-security-policy')).to.include("default-src 'none'");
    expect(image.headers.get('cache-control')).to.include('immutable');
    await save({ name: 'Engines' });
    expect(await stored()).to.deep.include({ name: 'Engines' });
    expect((await stored())!.logo).to.deep.include({ type: 'image/png', width: 300, height: 80 });
    await save({ name: '', logo: jpegOf(200, 100) });
    expect(await stored()).to.deep.include({ name: '' });
    expect((await stored())!.logo).to.deep.include({ type: 'image/jpeg', width: 200, height: 100 });
    expect((await api.request(logoOf(saved.text)!)).status).to.equal(404);
  });

  it('loses its logo by a form', async () => {
    await save({ name: 'Engines', logo: pngOf(300, 80) });
    const page = await browser.submit('/account/brand/remove-logo');
    expect(page.text).to.include('Your pages for recipients are changed');
    expect(logoOf(page.text)).to.equal(undefined);
    expect(await stored()).to.deep.include({ name: 'Engines', logo: null });
  });

  it('shows the logo of the media library, until another is uploaded', async () => {
    const form = new FormData();
    form.append('file', new File([new Uint8Array(pngOf(300, 80))], 'logo.png'));
    const { id } = (await client.post('/media/upload', form)).body;
    await client.post('/brand/update', { logo_media_id: id });
    expect(await unsubscribePage()).to.match(/<p class="brand"><img src="\/media\/[\w-]{22}\.png"/);
    await save({ name: 'Engines', logo: jpegOf(200, 100) });
    expect(logoOf(await unsubscribePage())).to.be.a('string');
    await client.post('/brand/update', { logo_media_id: id });
    await browser.open('/account');
    await browser.submit('/account/brand/remove-logo');
    expect(await unsubscribePage()).to.not.include('<img');
  });

  it('appears on the pages that mails lead to', async () => {
    expect(await unsubscribePage()).to.include('<p class="brand">Ada Sender</p>');
    await save({ name: 'Analytical Engines' });
    expect(await unsubscribePage()).to.include('<p class="brand">Analytical Engines</p>');
    await save({ name: 'Analytical Engines', logo: pngOf(300, 80) });
    const mail = await writeSentMail(api, { userId: client.user_id });
    const { sender_id } = await layGround(client);
    const sender = (await rows(Sender).findOne({ _id: sender_id }))!;
    await client.post('/notification-recipient/save', {
      email_address: 'asked@reader.example',
      email_owner: 'Ada',
    });
    const [asked] = await watchers('asked@reader.example');
    const key = tokenKey(api.config.appSecret);
    for (const path of [
      `/unsubscribe/${mail.token('unsubscribe')}`,
      `/preferences/${mail.token('preferences')}`,
      `/verify/${signToken(key, 'verify', mailOf(sender), sender.verification!.nonce)}`,
      `/confirm/${signToken(key, 'confirm', mailOf(asked!), asked!.confirmation!.nonce)}`,
    ]) {
      const { body, headers } = await api.request(path);
      expect(logoOf(body), path).to.be.a('string');
      expect(body).to.include('alt="Analytical Engines" width="300" height="80"');
      expect(headers.get('content-security-policy')).to.include("img-src 'self' data:");
    }
  });

  it('appears on the pages of its own account alone', async () => {
    await save({ name: 'Analytical Engines', logo: pngOf(300, 80) });
    const stranger = await writeSentMail(api, { userId: (await api.account()).user_id });
    const page = (await api.request(`/unsubscribe/${stranger.token('unsubscribe')}`)).body;
    expect(page).not.to.include('Analytical Engines').and.not.include('/logos/');
  });

  it('refuses a wrong or large logo and a long name, and changes nothing', async () => {
    await save({ name: 'Engines' });
    const refused: [Parameters<typeof save>[0], string][] = [
      [
        { logo: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
        'This file is not a PNG or JPEG image.',
      ],
      [{ logo: pngOf(2001, 10) }, 'A logo is at most 2000 pixels wide and high; this one is 2001 × 10.'],
      [{ logo: pngOf(10, 10, 100_000) }, 'A logo has at most 100 kB.'],
      [{ logo: pngOf(10, 10, 3_000_000) }, 'A logo has at most 100 kB.'],
      [{ name: 'x'.repeat(256) }, 'A name has at most 255 characters.'],
    ];
    for (const [given, problem] of refused) {
      const page = await save(given);
      expect(page.status, problem).to.equal(422);
      expect(page.text).to.include(problem).and.include('Your account');
    }
    expect(await stored()).to.deep.include({ name: 'Engines', logo: null });
  });

  it('escapes its name', async () => {
    const saved = await save({ name: HOSTILE });
    for (const text of [saved.text, await unsubscribePage()]) {
      expect(text).to.include('&lt;script&gt;alert(1)').and.not.include('<script>alert');
    }
  });

  it('needs our form and a session', async () => {
    expect((await save({ name: 'Forged', form: { form_token: 'x' } })).status).to.equal(403);
    expect((await save({ name: 'Forged' }, { Origin: 'https://evil.example' })).status).to.equal(403);
    const away = new FormData();
    away.set('brand_name', 'Forged');
    const answer = await api.request('/account/brand', { method: 'POST', body: away });
    expect(answer.status).to.equal(303);
    expect(answer.headers.get('location')).to.equal('/account/sign-in?return=%2Faccount%3Fplain');
    for (const [type, body, status] of [
      ['application/x-www-form-urlencoded', 'brand_name=Forged', 415],
      ['multipart/form-data', 'x', 400],
      ['multipart/form-data; boundary=y', 'x', 400],
    ] as const) {
      const odd = { method: 'POST', body, headers: { 'Content-Type': type } };
      expect((await browser.request('/account/brand', odd)).status, type).to.equal(status);
    }
    expect(await stored()).to.equal(null);
  });

  it('answers 404 for a logo at other addresses', async () => {
    for (const path of ['/logos/x', `/logos/${'0'.repeat(64)}`, '/logos/..%2f..%2fetc%2fpasswd']) {
      expect((await api.request(path)).status).to.equal(404);
    }
  });
});
