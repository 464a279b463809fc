import { expect } from 'chai';
import { INERT_TOKEN } from '../../../common/domain/tokens.ts';
import type { Answer } from '../../support/api.ts';
import { type Api, startApi } from '../../support/api.ts';
import { writeSentMail } from '../../support/ledger.ts';

describe('a page in two languages', () => {
  let api: Api;
  let userId: number;
  before(async () => {
    api = await startApi('pages-languages');
    ({ user_id: userId } = await api.account());
  });
  after(() => api.stop());

  const ask = (path: string, language: string | null, init: RequestInit = {}): Promise<Answer> =>
    api.request(path, { ...init, headers: language === null ? {} : { 'Accept-Language': language } });

  for (const [wanted, lang, title] of [
    ['de', 'de', 'Anmelden'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de', 'Anmelden'],
    ['fr,de;q=0.5,en;q=0.2', 'de', 'Anmelden'],
    ['en-GB,de;q=0.9', 'en', 'Sign in'],
    ['fr', 'en', 'Sign in'],
    ['de;q=0', 'en', 'Sign in'],
    ['x'.repeat(5000), 'en', 'Sign in'],
    [null, 'en', 'Sign in'],
  ] as const) {
    it(`uses ${lang} for a browser that wants ${String(wanted).slice(0, 30)}`, async () => {
      const { status, body, headers } = await ask('/account/sign-in', wanted);
      expect(status).to.equal(200);
      expect(body).to.contain(`<html lang="${lang}">`).and.to.contain(`<h1>${title}</h1>`);
      expect(headers.get('vary')).to.contain('Accept-Language');
    });
  }

  it('uses German in the texts of a refused form', async () => {
    const body = new URLSearchParams({ email: '', password: '' });
    const refused = await api.request('/account/sign-in', {
      method: 'POST',
      body,
      headers: { 'Accept-Language': 'de', Origin: api.url },
    });
    expect(refused.status).to.equal(422);
    expect(refused.body)
      .to.contain('Das hat noch nicht geklappt')
      .and.to.contain('Geben Sie Ihr Passwort ein.');
  });

  it('uses German for setting a password', async () => {
    expect((await ask('/account/reset', 'de')).body).to.contain('Ein neues Passwort setzen');
    const over = await ask(`/account/reset/${'x'.repeat(43)}`, 'de');
    expect([over.status, String(over.body).includes('Dieser Link gilt nicht mehr')]).to.deep.equal([
      410,
      true,
    ]);
  });

  it('uses German for links that do not work', async () => {
    for (const path of [
      '/verify/x',
      '/confirm/x',
      '/notifications/x',
      '/unsubscribe/x',
      '/preferences/x',
      '/c/x',
    ]) {
      const { status, body } = await ask(path, 'de');
      expect([status, String(body).includes('Dieser Link funktioniert nicht')], path).to.deep.equal([
        404,
        true,
      ]);
    }
  });

  it('uses German when a request fails, and for links from a test', async () => {
    const body = new URLSearchParams({ email: 'x'.repeat(1_000_000) });
    const long = await ask('/account/sign-in', 'de', { method: 'POST', body });
    expect(long.status).to.equal(413);
    expect(long.body).to.contain('<html lang="de">').and.to.contain('Dieses Formular ist zu lang');
    const inTest = await ask(`/unsubscribe/${INERT_TOKEN}`, 'de');
    expect(inTest.body).to.contain('<html lang="de">').and.to.contain('Dieser Link stammt aus einem Test');
    expect((await ask(`/unsubscribe/${INERT_TOKEN}`, 'fr')).body).to.contain('This link is from a test');
  });

  it('uses German for recipients, from the question to the reason', async () => {
    const mail = await writeSentMail(api, { userId });
    const [unsubscribe, preferences] = [
      `/unsubscribe/${mail.token('unsubscribe')}`,
      `/preferences/${mail.token('preferences')}`,
    ];
    expect((await ask(unsubscribe, 'de')).body)
      .to.contain('Abmelden?')
      .and.to.contain('<html lang="de">');
    expect((await ask(preferences, 'de')).body).to.contain('Ihre E‑Mail-Einstellungen');
    const done = await ask(unsubscribe, 'de', { method: 'POST' });
    expect(done.body).to.contain('Sie sind abgemeldet').and.to.contain('Ich bekomme zu viele E‑Mails');
    const asked = await ask(`${unsubscribe}/reason`, 'de', {
      method: 'POST',
      body: new URLSearchParams({ reason: 'too_many' }),
    });
    expect(asked.body).to.contain('Danke, Ihre Antwort ist gezählt.');
    expect((await ask(unsubscribe, null)).body).to.contain('You are unsubscribed');
  });
});
