import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Client } from '../../support/api.ts';
import { until } from '../../support/until.ts';
import {
  type Console,
  hasFocus,
  isInGermanOrder,
  leave,
  pressOn,
  startConsole,
  stepIsInOrder,
  tabTo,
  typeByKeys,
  walkFrom,
} from './support.ts';

/** A list of addresses in the settings. */
interface AddressList {
  readonly name: string;
  readonly field: string;
  readonly search: string;
  readonly remove: string;
  readonly removed: string;
  readonly removedMany: string;
  /** The entries that the service still has. */
  readonly left: () => Promise<readonly unknown[]>;
}

describe('by keyboard alone, at 360 px and in German,', () => {
  let running: Console;
  let client: Client;
  before(async () => {
    running = await startConsole('browser-console-walk-lists');
    client = await running.api.account({ timezone: 'Europe/Berlin' });
  });
  after(() => running?.stop());

  /** Adds addresses after a wrong one, searches, and removes one with a way back and then two at once. */
  async function keepList(
    page: Page,
    { name, field, search, remove, left, ...said }: AddressList,
  ): Promise<void> {
    const { keyboard } = page;
    const list = page.getByRole('region', { name });
    const row = (address: string) => list.getByRole('listitem').filter({ hasText: address });
    const input = list.getByRole('textbox', { name: field });
    await typeByKeys(page, input, 'keine Adresse');
    await keyboard.press('Enter');
    await list.locator('[aria-invalid=true]').waitFor();
    await hasFocus(input);
    await stepIsInOrder(page);
    await typeByKeys(page, input, 'ada@example.com');
    // A column of addresses can be typed, too.
    await keyboard.press('Shift+Enter');
    await keyboard.type('eve@example.com');
    await keyboard.press('Enter');
    await row('ada@example.com').waitFor();
    await row('eve@example.com').waitFor();
    await hasFocus(input);

    const searchbox = list.getByRole('searchbox', { name: search });
    await tabTo(page, searchbox, 'Shift+Tab');
    await keyboard.type('zoe');
    await list.getByText('Keine Adresse beginnt so.').waitFor();
    await stepIsInOrder(page);
    await typeByKeys(page, searchbox, 'ada');
    const one = list.getByRole('button', { name: `${remove}: ada@example.com` });
    await pressOn(page, one);
    await page.getByText(said.removed).waitFor();
    await row('ada@example.com').waitFor({ state: 'detached' });
    await stepIsInOrder(page);
    await keyboard.press('Control+z');
    await one.waitFor();
    await tabTo(page, searchbox, 'Shift+Tab');
    await typeByKeys(page, searchbox, '');
    await row('eve@example.com').waitFor();
    for (const address of ['ada', 'eve'])
      await pressOn(page, list.getByRole('checkbox', { name: `${address}@example.com auswählen` }), 'Space');
    await pressOn(page, list.getByRole('button', { name: `${remove} (2)` }));
    await page.getByText(said.removedMany).waitFor();
    await row('eve@example.com').waitFor({ state: 'detached' });
    await stepIsInOrder(page);
    await leave(page);
    await until(async () => (await left()).length === 0, 'an empty list');
  }

  it('a subscription type is made and changed, and people are unsubscribed from it and resubscribed', () =>
    walkFrom(running, client, '/settings', async (page) => {
      const { keyboard } = page;
      const form = page.getByRole('dialog');
      const stored = async () =>
        (await client.get('/unsubscribes-groups')).body.message.unsubscribesGroups[0];
      const add = page.getByRole('button', { name: 'Neue Abo-Art' });
      await pressOn(page, add);
      await hasFocus(form.getByLabel('Name'));
      await keyboard.type('Rundbrief');
      await keyboard.press('Enter');
      await form.getByText('Dieses Feld ist ein Pflichtfeld.').waitFor();
      await stepIsInOrder(page);
      await typeByKeys(page, form.getByLabel('Beschreibung'), 'Neues, einmal im Monat');
      await keyboard.press('Enter');
      await form.waitFor({ state: 'detached' });
      await hasFocus(add);

      const row = page.getByRole('listitem').filter({ hasText: 'Neues, einmal im Monat' });
      const change = row.getByRole('button', { name: 'Ändern: Rundbrief' });
      await pressOn(page, change);
      await pressOn(page, form.getByRole('checkbox'), 'Space');
      await isInGermanOrder(page, 'the form of a subscription type');
      await keyboard.press('Control+s');
      await row.getByText('Ausgeblendet').waitFor();
      await hasFocus(change);
      expect(await stored()).to.include({ group_name: 'Rundbrief', is_display: 0 });

      await pressOn(
        page,
        row.getByRole('link', { name: 'Personen anzeigen, die sich von Rundbrief abgemeldet haben' }),
      );
      await page.getByText('Niemand hat sich von dieser Art abgemeldet.').waitFor();
      const { id } = await stored();
      await keepList(page, {
        name: 'Von Rundbrief abgemeldet',
        field: 'Adresse zum Abmelden',
        search: 'Diese Adressen durchsuchen',
        remove: 'Wieder anmelden',
        removed: 'ada@example.com ist wieder angemeldet.',
        removedMany: '2 Adressen wieder angemeldet.',
        left: async () =>
          (await client.get(`/unsubscribes-groups/recipients-list?groupId=${id}`)).body.message.recipients,
      });
    }));

  it('addresses are unsubscribed from all emails, found, and resubscribed', () =>
    walkFrom(running, client, '/settings', async (page) => {
      await page.getByText('Niemand hat sich von allen E‑Mails abgemeldet.').waitFor();
      await keepList(page, {
        name: 'Abgemeldete Adressen',
        field: 'Adresse zum Abmelden',
        search: 'Abgemeldete Adressen suchen',
        remove: 'Wieder anmelden',
        removed: 'ada@example.com ist wieder angemeldet.',
        removedMany: '2 Adressen wieder angemeldet.',
        left: async () => (await client.get('/global-unsubscribes')).body.message.unSubscribers,
      });
    }));

  it('addresses are suppressed, found, and taken from the list', () =>
    walkFrom(running, client, '/settings', async (page) => {
      await page.getByText('Die Sperrliste ist leer.').waitFor();
      await keepList(page, {
        name: 'Sperrliste',
        field: 'Adresse zum Sperren',
        search: 'Sperrliste durchsuchen',
        remove: 'Von der Liste nehmen',
        removed: 'ada@example.com kann wieder E‑Mails erhalten.',
        removedMany: '2 Adressen können wieder E‑Mails erhalten.',
        left: async () => (await client.get('/suppressions')).body.message.suppressions,
      });
    }));

  it('a recipient of notifications is added and removed', () =>
    walkFrom(running, client, '/settings', async (page) => {
      const { keyboard } = page;
      const form = page.getByRole('dialog');
      const add = page.getByRole('button', { name: 'Empfänger hinzufügen' });
      await pressOn(page, add);
      const address = form.getByLabel('E‑Mail-Adresse');
      await hasFocus(address);
      await keyboard.type('Ada');
      await typeByKeys(page, form.getByLabel('Name'), 'Ada');
      await pressOn(page, form.getByRole('button', { name: 'Empfänger hinzufügen' }));
      await hasFocus(address);
      await form.locator('[aria-invalid=true]').waitFor();
      await stepIsInOrder(page);
      await typeByKeys(page, address, 'ada@example.com');
      await keyboard.press('Enter');
      const row = page.getByRole('listitem').filter({ hasText: 'ada@example.com' });
      await row.getByText('Nicht bestätigt').waitFor();
      await hasFocus(add);
      const remove = row.getByRole('button', { name: 'Löschen: ada@example.com' });
      await pressOn(page, remove);
      await page.getByText('ada@example.com erhält keine Benachrichtigungen mehr.').waitFor();
      await stepIsInOrder(page);
      await keyboard.press('Control+z');
      await pressOn(page, remove);
      await row.waitFor({ state: 'detached' });
      await leave(page);
      const stored = async () => JSON.stringify((await client.get('/notification-recipients')).body.message);
      await until(async () => !(await stored()).includes('ada@example.com'), 'the removal');
    }));
});
