import { expect } from 'chai';
import type { BulkChange } from '../../../client/src/index.ts';
import type { Client } from '../../support/api.ts';
import type { Engine } from '../../support/engine.ts';
import { until } from '../../support/until.ts';
import { fillAccount } from './filled-account.ts';
import {
  type Console,
  chooseByKeys,
  hasFocus,
  isInGermanOrder,
  pickByKeys,
  pressOn,
  startConsoleAndWorker,
  stepIsInOrder,
  tabTo,
  typeByKeys,
  walkFrom,
} from './support.ts';

describe('by keyboard alone, at 360 px and in German,', () => {
  let running: Console;
  let engine: Engine;
  let client: Client;
  before(async () => {
    ({ running, engine } = await startConsoleAndWorker('browser-console-walk-table'));
    client = await running.api.account({ timezone: 'Europe/Berlin' });
    await fillAccount(client);
    await client.post('/global-unsubscribes/save', { email_address: 'person-3@example.com' });
  });
  after(() => running?.stop());

  const changes = async (): Promise<string[]> =>
    (await client.get('/contacts/bulk')).body.message.bulk_changes.map(
      ({ action, state, contacts_done: done }: BulkChange) => `${action} ${state} ${done}`,
    );

  it('contacts are filtered and ticked, and a tag for them is refused, given and taken back', () =>
    walkFrom(running, client, '/contacts', async (page) => {
      const { keyboard } = page;
      const showsJust = (...names: number[]) =>
        until(
          async () =>
            (await page.locator('tbody a').allInnerTexts()).join() ===
            names.map((name) => `person-${name}@example.com`).join(),
          `the contacts ${names.join()}`,
        );
      await showsJust(4, 3, 2, 1, 0);
      await pressOn(page, page.getByRole('button', { name: 'Filter', exact: true }));
      const status = page.getByRole('combobox', { name: 'Status', exact: true });
      await tabTo(page, status);
      await pickByKeys(page, status, 'Angemeldet');
      await showsJust(4, 2, 1, 0);
      await pressOn(page, page.getByRole('button', { name: 'Nach einem Feld filtern' }));
      const field = page.getByRole('combobox', { name: 'Feld' });
      await tabTo(page, field);
      await pickByKeys(page, field, 'Nachname');
      const operator = page.getByRole('combobox', { name: 'Vergleich' });
      await tabTo(page, operator);
      await pickByKeys(page, operator, 'beginnt nicht mit');
      await typeByKeys(page, page.getByRole('textbox', { name: 'Wert' }), 'Hop');
      await showsJust(4, 2, 0);
      const filters = page.getByRole('button', { name: 'Filter (2)', exact: true });
      await filters.waitFor();
      await isInGermanOrder(page, 'the filters');
      await pressOn(page, filters);
      await status.waitFor({ state: 'hidden' });

      const tick = (name: number) =>
        page.getByRole('checkbox', { name: `person-${name}@example.com auswählen` });
      await pressOn(page, tick(4), 'Space');
      await page.getByText('1 Kontakt ausgewählt').waitFor();
      // Arrows go from row to row.
      await keyboard.press('ArrowUp');
      await hasFocus(tick(4));
      await keyboard.press('ArrowDown');
      await hasFocus(tick(2));
      await keyboard.press('ArrowDown');
      await hasFocus(tick(0));
      await keyboard.press('Shift+Space');
      await page.getByText('3 Kontakte ausgewählt').waitFor();
      await keyboard.press('ArrowUp');
      await keyboard.press('Space');
      await page.getByText('2 Kontakte ausgewählt').waitFor();
      await keyboard.press('?');
      const keys = page.getByRole('dialog', { name: 'Tastenkürzel' });
      await keys.getByRole('row', { name: 'Zur Zeile darüber oder darunter' }).waitFor();
      await stepIsInOrder(page);
      await keyboard.press('Escape');
      await hasFocus(tick(2));
      await stepIsInOrder(page);

      const change = page.getByRole('button', { name: 'Ändern', exact: true });
      const dialog = page.getByRole('dialog', { name: 'Viele Kontakte auf einmal ändern' });
      const count = dialog.getByRole('button', { name: 'Kontakte zählen' });
      await chooseByKeys(page, change, 'Ein Tag hinzufügen');
      await dialog.getByText('Gilt für die 2 Kontakte, die Sie ausgewählt haben.').waitFor();
      expect(await count.isDisabled(), 'without a tag').to.equal(true);
      const tag = dialog.getByRole('combobox', { name: 'Tag' });
      await typeByKeys(page, tag, 'a|b');
      await pressOn(page, count);
      await dialog
        .getByText('Diese Eingabe hat Zeichen, die hier nicht erlaubt sind, oder ein falsches Format.')
        .waitFor();
      await hasFocus(tag);
      await stepIsInOrder(page);
      const counted = async (): Promise<void> => {
        await typeByKeys(page, tag, 'VIP');
        await pressOn(page, count);
        await until(async () => {
          await engine.sweepOnce();
          return dialog
            .getByText(
              '2 Kontakte ohne das Tag bekommen es. Sie können es 10 Sekunden lang rückgängig machen.',
            )
            .isVisible();
        }, 'the number of contacts');
      };
      await counted();
      await stepIsInOrder(page);
      await pressOn(page, dialog.getByRole('button', { name: 'Abbrechen' }));
      await count.waitFor();
      await counted();
      await pressOn(page, dialog.getByRole('button', { name: 'Tag bei 2 Kontakten hinzufügen' }));
      await page.getByText('2 Kontakte bekommen das Tag in 10 Sekunden.').waitFor();
      await dialog.waitFor({ state: 'detached' });
      await keyboard.press('Control+z');
      await page.getByText('Es wurde nichts geändert.').waitFor();
      await stepIsInOrder(page);
      expect(await changes()).to.deep.equal(['tag_add cancelled 0', 'tag_add cancelled 0']);

      await pressOn(page, page.getByRole('button', { name: 'Filter löschen' }));
      await showsJust(4, 3, 2, 1, 0);
      await stepIsInOrder(page);
    }));
});
