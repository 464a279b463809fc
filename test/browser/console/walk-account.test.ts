import { expect } from 'chai';
import { Account } from '../../../common/models/accounts.ts';
import type { Client } from '../../support/api.ts';
import { authenticator } from '../../support/authenticator.ts';
import { textsOf } from '../../support/browser.ts';
import {
  type Console,
  hasFocus,
  isInGermanOrder,
  pressOn,
  startConsole,
  stepIsInOrder,
  tabTo,
  typeByKeys,
  walkFrom,
} from './support.ts';

const PASSWORD = 'correct horse';

describe('by keyboard alone, at 360 px and in German,', () => {
  let running: Console;
  before(async () => {
    running = await startConsole('browser-console-walk-account');
  });
  after(() => running?.stop());

  const stored = async ({ user_id }: Client) => (await Account.findOne({ _id: user_id }))!;

  it('name, time zone, password and tracking of the account are changed', async () => {
    const client = await running.api.account({ timezone: 'Europe/Berlin' });
    const before = await stored(client);
    await walkFrom(running, client, '/settings/account', async (page) => {
      const { keyboard } = page;
      const account = page.getByRole('region', { name: 'Konto', exact: true });
      const name = account.getByLabel('Name');
      await typeByKeys(page, name, '');
      await keyboard.press('Backspace');
      await keyboard.press('Enter');
      await account.getByText('Dieses Feld ist ein Pflichtfeld.').waitFor();
      await hasFocus(name);
      await stepIsInOrder(page);
      await keyboard.type('Ada');
      const zone = account.getByLabel('Zeitzone');
      await tabTo(page, zone);
      // The next one of the continent.
      await keyboard.press('ArrowDown');
      const chosen = await zone.inputValue();
      expect(chosen).to.match(/^Europe\/(?!Berlin)/);
      const save = account.getByRole('button', { name: 'Speichern' });
      await pressOn(page, save);
      await page.getByText('Gespeichert.', { exact: true }).waitFor();
      // Its button is off: there is nothing more to save.
      await hasFocus(zone);
      expect(await stored(client)).to.include({ name: 'Ada', timezone: chosen });

      const password = page.getByRole('region', { name: 'Passwort', exact: true });
      const [now, next] = [password.getByLabel('Jetziges Passwort'), password.getByLabel('Neues Passwort')];
      await typeByKeys(page, now, 'wrong');
      await typeByKeys(page, next, 'kurz');
      await keyboard.press('Enter');
      await password.getByText('Verwenden Sie mindestens 8 Zeichen.').waitFor();
      await typeByKeys(page, next, 'battery staple');
      await pressOn(page, password.getByRole('button', { name: 'Passwort ändern' }));
      await password.getByText('Das ist nicht Ihr Passwort.').waitFor();
      await hasFocus(now);
      await isInGermanOrder(page, 'a wrong password');
      expect((await stored(client)).password).to.equal(before.password);
      await typeByKeys(page, now, PASSWORD);
      await keyboard.press('Control+s');
      await page.getByText('Passwort geändert. Überall sonst sind Sie abgemeldet.').waitFor();
      await stepIsInOrder(page);
      expect((await stored(client)).password).to.not.equal(before.password);
      await page.reload();
      const tracking = page.getByRole('region', { name: 'Öffnungen und Klicks' });
      await pressOn(page, tracking.getByRole('button', { name: 'Nicht mehr zählen' }));
      await hasFocus(tracking.getByRole('button', { name: 'Zählen', exact: true }));
      expect((await stored(client)).tracking).to.equal(false);
    });
  });

  it('a second factor is set up after a wrong password and a wrong code, and turned off', async () => {
    const client = await running.api.account({ timezone: 'Europe/Berlin' });
    await walkFrom(running, client, '/settings/account', async (page) => {
      const { keyboard } = page;
      const setUp = page.getByRole('button', { name: 'Zweiten Faktor einrichten' });
      await pressOn(page, setUp);
      const first = page.getByRole('dialog', { name: 'Zweiten Faktor einrichten' });
      const password = first.getByLabel('Ihr Passwort');
      await hasFocus(password);
      await keyboard.type('wrong');
      await keyboard.press('Enter');
      await first.getByText('Das ist nicht Ihr Passwort.').waitFor();
      await stepIsInOrder(page);
      await typeByKeys(page, password, PASSWORD);
      await keyboard.press('Enter');

      const scan = page.getByRole('dialog', { name: 'Diesen Code scannen' });
      const code = scan.getByLabel('Code', { exact: true });
      await hasFocus(code);
      const app = authenticator(await scan.locator('code').innerText());
      await keyboard.type('000000');
      await keyboard.press('Enter');
      await scan.getByText('Dieser Code ist falsch, zu alt oder schon benutzt.').waitFor();
      await hasFocus(code);
      await isInGermanOrder(page, 'the code of a second factor');
      await typeByKeys(page, code, app.codeAt(new Date()));
      await keyboard.press('Enter');
      const once = page.getByRole('dialog', { name: 'Ihre Wiederherstellungscodes' });
      const [codes] = await textsOf(once.locator('code'));
      await stepIsInOrder(page);
      await keyboard.press('Escape');
      await pressOn(page, once.getByRole('button', { name: 'Ich habe es kopiert' }));
      await page.getByText('10 Wiederherstellungscodes sind übrig.').waitFor();
      await stepIsInOrder(page);

      await pressOn(page, page.getByRole('button', { name: 'Zweiten Faktor ausschalten' }));
      const off = page.getByRole('dialog', { name: 'Zweiten Faktor ausschalten' });
      const last = off.getByLabel('Code', { exact: true });
      await hasFocus(last);
      await keyboard.type('000000');
      await keyboard.press('Enter');
      await off.getByText('Dieser Code ist falsch, zu alt oder schon benutzt.').waitFor();
      await stepIsInOrder(page);
      await typeByKeys(page, last, codes!.split('\n')[0]!);
      await keyboard.press('Enter');
      await page.getByText('Zweiter Faktor ausgeschaltet.').waitFor();
      await setUp.waitFor();
      await stepIsInOrder(page);
    });
  });

  it('the rights of a pair of keys are changed, and it is replaced once the question is answered', async () => {
    const client = await running.api.account({ timezone: 'Europe/Berlin' });
    await walkFrom(running, client, '/settings/access', async (page) => {
      const { keyboard } = page;
      const form = page.getByRole('dialog');
      const add = page.getByRole('button', { name: 'Schlüsselpaar erstellen' });
      await pressOn(page, add);
      await hasFocus(form.getByLabel('Name'));
      await keyboard.type('Laden');
      await keyboard.press('Enter');
      const copied = form.getByRole('button', { name: 'Ich habe es kopiert' });
      const [PublicKey, SecretKey] = (await textsOf(form.locator('code'))) as [string, string];
      await pressOn(page, copied);
      await hasFocus(add);
      const headers = { PublicKey, SecretKey };
      const addAudience = async (name: string): Promise<number> =>
        (
          await running.api.request('/api/contacts-type/add', {
            method: 'POST',
            headers,
            body: new URLSearchParams({ name }),
          })
        ).status;
      expect(await addAudience('Leser')).to.equal(403);

      const change = page.getByRole('button', { name: 'Ändern: Laden' });
      await pressOn(page, change);
      const limits = page.getByRole('dialog', { name: 'Was die Schlüssel Laden dürfen' });
      await pressOn(page, limits.getByRole('radio', { checked: true }), 'ArrowDown');
      await keyboard.press('ArrowDown');
      expect(await limits.getByRole('radio', { name: 'Alles' }).isChecked()).to.equal(true);
      await typeByKeys(page, limits.getByLabel('Erlaubte Netze'), 'kein Netz');
      await pressOn(page, limits.getByRole('button', { name: 'Speichern' }));
      await limits
        .getByText('Schreiben Sie ein Netz je Zeile, etwa 192.0.2.0/24 oder 2001:db8::/32.')
        .waitFor();
      await hasFocus(limits.getByLabel('Erlaubte Netze'));
      await isInGermanOrder(page, 'the rights of keys');
      expect(await addAudience('Leser')).to.equal(403);
      await typeByKeys(page, limits.getByLabel('Erlaubte Netze'), '');
      await keyboard.press('Backspace');
      await keyboard.press('Control+s');
      await limits.waitFor({ state: 'detached' });
      await hasFocus(change);
      expect(await addAudience('Leser')).to.equal(200);

      const replace = page.getByRole('button', { name: 'Ersetzen: Laden' });
      await pressOn(page, replace);
      const question = page.getByRole('dialog', { name: 'Schlüssel Laden ersetzen?' });
      await hasFocus(question.getByRole('button', { name: 'Behalten' }));
      await stepIsInOrder(page);
      await keyboard.press('Enter');
      await hasFocus(replace);
      await keyboard.press('Enter');
      await pressOn(page, question.getByRole('button', { name: 'Neues Paar erstellen' }));
      expect((await textsOf(form.locator('code')))[0]).to.not.equal(PublicKey);
      await pressOn(page, copied);
      await form.waitFor({ state: 'detached' });
      await stepIsInOrder(page);
      expect(await addAudience('Kunden'), 'the earlier pair').to.equal(200);
    });
  });

  it('the account is closed once address and password are right, and reopened', async () => {
    const client = await running.api.account({ timezone: 'Europe/Berlin' });
    await walkFrom(running, client, '/settings/account', async (page) => {
      const { keyboard } = page;
      const { email } = await stored(client);
      const section = page.getByRole('region', { name: 'Konto schließen' });
      await section.getByText('30 Tage lang: Melden Sie sich an').waitFor();
      await pressOn(page, section.getByRole('button', { name: 'Konto schließen' }));
      const form = page.getByRole('dialog', { name: 'Konto schließen' });
      const address = form.getByLabel('Adresse des Kontos');
      await hasFocus(address);
      await keyboard.type('other@example.com');
      await typeByKeys(page, form.getByLabel('Passwort'), 'wrong');
      await pressOn(page, form.getByRole('button', { name: 'Konto schließen' }));
      await form.getByText('Das ist nicht die Adresse Ihres Kontos.').waitFor();
      await hasFocus(address);
      await isInGermanOrder(page, 'the form that closes the account');
      await typeByKeys(page, address, email);
      await keyboard.press('Enter');
      await form.getByText('Das ist nicht Ihr Passwort.').waitFor();
      expect((await stored(client)).closed ?? null).to.equal(null);

      await typeByKeys(page, form.getByLabel('Passwort'), PASSWORD);
      await keyboard.press('Enter');
      await page.getByText('Ihr Konto ist geschlossen. Melden Sie sich an, um es wieder zu öffnen').waitFor();
      expect((await stored(client)).closed?.at).to.be.a('date');

      await page.goto(`${running.api.url}/console`);
      await typeByKeys(page, page.getByLabel('E‑Mail-Adresse'), email);
      await typeByKeys(page, page.getByLabel('Passwort'), PASSWORD);
      await keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Ihr Konto ist geschlossen' }).waitFor();
      await isInGermanOrder(page, 'a closed account');
      await pressOn(page, page.getByRole('button', { name: 'Konto wieder öffnen' }));
      await page.getByText('Ihr Konto ist wieder offen.').waitFor();
      expect((await stored(client)).closed).to.equal(null);
      await page.goto(`${running.api.url}/console/settings/account`);
      await section.waitFor();
    });
  });
});
