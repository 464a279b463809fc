import { expect } from 'chai';
import type { Client } from '../../support/api.ts';
import { until } from '../../support/until.ts';
import { fillAccount } from './filled-account.ts';
import {
  type Console,
  hasFocus,
  isInGermanOrder,
  leave,
  pickByKeys,
  pressOn,
  startConsole,
  stepIsInOrder,
  tabTo,
  typeByKeys,
  walkFrom,
} from './support.ts';

describe('by keyboard alone, at 360 px and in German,', () => {
  let running: Console;
  let client: Client;
  before(async () => {
    running = await startConsole('browser-console-walk-audiences');
    client = await running.api.account({ timezone: 'Europe/Berlin' });
    await fillAccount(client);
  });
  after(() => running?.stop());

  it('an audience is made, renamed, and deleted once its name is typed', () =>
    walkFrom(running, client, '/contacts', async (page) => {
      const { keyboard } = page;
      const dialog = page.getByRole('dialog');
      const names = async (): Promise<string[]> =>
        (await client.get('/contacts-type')).body.message.contactTypes.map(
          ({ name }: { name: string }) => name,
        );
      const field = page.getByLabel('Name der Zielgruppe');
      await tabTo(page, field);
      await keyboard.press('Enter');
      await page.getByText('Dieses Feld ist ein Pflichtfeld.').waitFor();
      await stepIsInOrder(page);
      await keyboard.type('Gäste');
      await keyboard.press('Enter');
      await page.getByText('Zielgruppe Gäste angelegt.').waitFor();
      await hasFocus(field);
      await pressOn(page, page.getByRole('link', { name: 'Gäste' }));
      await hasFocus(page.getByRole('heading', { level: 1, name: 'Gäste' }));

      const rename = page.getByRole('button', { name: 'Umbenennen' });
      await pressOn(page, rename);
      await hasFocus(dialog.getByLabel('Name der Zielgruppe'));
      await typeByKeys(page, dialog.getByLabel('Name der Zielgruppe'), 'F');
      await keyboard.press('Enter');
      await dialog.getByText('Verwenden Sie mindestens 2 Zeichen.').waitFor();
      await stepIsInOrder(page);
      await keyboard.type('reunde');
      await keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Freunde' }).waitFor();
      await hasFocus(rename);

      await pressOn(page, page.getByRole('button', { name: 'Löschen', exact: true }));
      const question = page.getByRole('dialog', { name: 'Freunde löschen?' });
      const typed = question.getByLabel('Geben Sie zur Bestätigung den Namen ein: Freunde');
      await hasFocus(typed);
      await question
        .getByText('Die Zielgruppe hat keine Kontakte. Kampagnen und Automationen verwenden sie nicht mehr.')
        .waitFor();
      await keyboard.type('Gäste');
      await keyboard.press('Enter');
      const yes = question.getByRole('button', { name: 'Zielgruppe löschen' });
      expect(await yes.isDisabled(), 'with the old name').to.equal(true);
      await isInGermanOrder(page, 'the question about an audience');
      await typeByKeys(page, typed, 'Freunde');
      await until(() => yes.isEnabled(), 'the button that deletes');
      expect(await names()).to.include('Freunde');
      await pressOn(page, yes);
      await page.getByText('Zielgruppe Freunde gelöscht.').waitFor();
      await hasFocus(page.getByRole('heading', { level: 1, name: 'Kontakte' }));
      expect(await names()).to.not.include('Freunde');
    }));

  it('a field is made, filled, and deleted with a way back', () =>
    walkFrom(running, client, '/settings/fields', async (page) => {
      const { keyboard } = page;
      const dialog = page.getByRole('dialog');
      const fields = async () => JSON.stringify((await client.get('/custom-fields')).body.message);
      const add = page.getByRole('button', { name: 'Neues Feld' });
      await pressOn(page, add);
      await hasFocus(dialog.getByLabel('Name'));
      await keyboard.press('Enter');
      await dialog.getByText('Dieses Feld ist ein Pflichtfeld.').waitFor();
      await keyboard.type('Schuhgröße');
      await dialog.getByText('In E‑Mails: ((schuhgroesse))').waitFor();
      const type = dialog.getByRole('combobox', { name: 'Typ' });
      await tabTo(page, type);
      await pickByKeys(page, type, 'Zahl');
      await stepIsInOrder(page);
      await pressOn(page, dialog.getByRole('button', { name: 'Neues Feld' }));
      await page.getByText('Feld Schuhgröße angelegt.').waitFor();
      await hasFocus(add);

      await keyboard.press('Control+k');
      await dialog.getByRole('textbox').waitFor();
      await keyboard.type('person-4');
      await dialog.getByRole('button', { name: /person-4@example\.com/ }).waitFor();
      await keyboard.press('Enter');
      await hasFocus(page.getByRole('heading', { level: 1, name: 'person-4@example.com' }));
      const value = page.getByLabel('schuhgroesse');
      await typeByKeys(page, value, 'groß');
      await keyboard.press('Enter');
      await page.getByText('Geben Sie eine Zahl ein.').waitFor();
      await hasFocus(value);
      await typeByKeys(page, value, '42');
      await keyboard.press('Enter');
      await page.getByText('Gespeichert', { exact: true }).waitFor();
      await hasFocus(value);
      expect(await value.inputValue()).to.equal('42');
      await pressOn(page, page.getByRole('link', { name: 'Felder verwalten' }));

      const row = page.getByRole('listitem').filter({ hasText: 'schuhgroesse' });
      const remove = row.getByRole('button', { name: 'Löschen: schuhgroesse' });
      await pressOn(page, remove);
      const question = page.getByRole('dialog', { name: 'Feld schuhgroesse löschen?' });
      await hasFocus(question.getByRole('button', { name: 'Behalten' }));
      await question.getByText('Seine Werte werden in allen Kontakten gelöscht.').waitFor();
      await isInGermanOrder(page, 'the question about a field');
      await keyboard.press('Enter');
      await hasFocus(remove);
      await keyboard.press('Enter');
      await pressOn(page, question.getByRole('button', { name: 'Feld löschen' }));
      await row.waitFor({ state: 'detached' });
      await page.getByText('Feld schuhgroesse und seine Werte gelöscht.').waitFor();
      await stepIsInOrder(page);
      await keyboard.press('Control+z');
      await row.waitFor();
      expect(await fields()).to.include('schuhgroesse');
      await pressOn(page, remove);
      await pressOn(page, question.getByRole('button', { name: 'Feld löschen' }));
      await row.waitFor({ state: 'detached' });
      await leave(page);
      await until(async () => !(await fields()).includes('schuhgroesse'), 'the deletion');
    }));
});
