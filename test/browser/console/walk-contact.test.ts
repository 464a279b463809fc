import { expect } from 'chai';
import type { Client } from '../../support/api.ts';
import type { Engine } from '../../support/engine.ts';
import { until } from '../../support/until.ts';
import { fillAccount } from './filled-account.ts';
import {
  type Console,
  hasFocus,
  isInGermanOrder,
  pressOn,
  startConsoleAndWorker,
  stepIsInOrder,
  tabTo,
  typeByKeys,
  walkFrom,
} from './support.ts';

const EMAIL = 'person-4@example.com';

describe('by keyboard alone, at 360 px and in German,', () => {
  let running: Console;
  let engine: Engine;
  let client: Client;
  before(async () => {
    ({ running, engine } = await startConsoleAndWorker('browser-console-walk-contact'));
    client = await running.api.account({ timezone: 'Europe/Berlin' });
    await fillAccount(client);
  });
  after(() => running?.stop());

  const listed = async () => (await client.get(`/contacts/list?email=${EMAIL}`)).body.message.contacts;

  it('a contact is found, changed, unsubscribed and resubscribed, and erased', () =>
    walkFrom(running, client, '/contacts', async (page) => {
      const { keyboard } = page;
      await tabTo(page, page.getByRole('searchbox', { name: 'Nach Adresse oder Name suchen' }));
      await keyboard.type('Katherine Johnson');
      await page.getByRole('link', { name: 'person-3@example.com' }).waitFor({ state: 'detached' });
      await pressOn(page, page.getByRole('link', { name: EMAIL }));
      await hasFocus(page.getByRole('heading', { level: 1, name: EMAIL }));

      const other = page.getByLabel('Andere E‑Mail-Adresse');
      await typeByKeys(page, other, 'zu Hause');
      await typeByKeys(page, page.getByLabel('Nachname'), 'Goble');
      const save = page.getByRole('button', { name: 'Speichern' });
      await pressOn(page, save);
      await hasFocus(other);
      await page.getByText('Geben Sie eine E‑Mail-Adresse ein, zum Beispiel ada@example.com.').waitFor();
      await stepIsInOrder(page);
      expect((await listed())[0].last_name).to.equal('Johnson');
      await typeByKeys(page, other, 'home@example.org');
      await pressOn(page, save);
      await page.getByText('Gespeichert', { exact: true }).waitFor();
      expect((await listed())[0]).to.include({ last_name: 'Goble', alt_email: 'home@example.org' });
      await hasFocus(save);

      const all = page.getByRole('listitem').filter({ hasText: 'Alle E‑Mails' });
      await pressOn(page, all.getByRole('button', { name: 'Abmelden: Alle E‑Mails' }));
      const join = all.getByRole('button', { name: 'Wieder anmelden: Alle E‑Mails' });
      await hasFocus(join);
      await all.getByText('Abgemeldet', { exact: true }).waitFor();
      await isInGermanOrder(page, 'a contact that unsubscribed');
      await pressOn(page, join);
      await hasFocus(all.getByRole('button', { name: 'Abmelden: Alle E‑Mails' }));
      await all.getByText('Angemeldet', { exact: true }).waitFor();

      await pressOn(page, page.getByRole('button', { name: 'Endgültig löschen' }));
      const question = page.getByRole('dialog', { name: `${EMAIL} endgültig löschen?` });
      const typed = question.getByLabel(`Geben Sie zur Bestätigung die Adresse ein: ${EMAIL}`);
      await hasFocus(typed);
      await keyboard.type('person-3@example.com');
      await keyboard.press('Enter');
      const erase = question.getByRole('button', { name: 'Diese Person löschen' });
      expect(await erase.isDisabled(), 'with another address').to.equal(true);
      await stepIsInOrder(page);
      await typeByKeys(page, typed, EMAIL);
      await pressOn(page, erase);
      await page.getByText(`${EMAIL} wird gelöscht. Das dauert bis zu einer Minute.`).waitFor();
      await hasFocus(page.getByRole('heading', { level: 1, name: 'Kontakte' }));
      await until(async () => {
        await engine.sweepOnce();
        return (await listed()).length === 0;
      }, 'the erasure');
    }));
});
