import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Client } from '../../support/api.ts';
import { storeContacts } from '../../support/contacts.ts';
import { until } from '../../support/until.ts';
import { fillAccount } from './filled-account.ts';
import { type Console, DESK, hasFocus, isInOrder, startConsole, tabTo } from './support.ts';

const NARROW = { width: 360, height: 740 } as const;

describe('the table of contacts in the console', () => {
  let running: Console;
  let client: Client;
  before(async () => {
    running = await startConsole('browser-console-contact-table');
    client = await running.api.account({ timezone: 'Europe/Berlin' });
    await fillAccount(client);
    await client.post('/global-unsubscribes/save', { email_address: 'person-3@example.com' });
  });
  after(() => running?.stop());

  const shown = async (page: Page): Promise<string[]> =>
    (await page.locator('tbody a').allInnerTexts()).map((text) => text.replace(/@.*/s, ''));
  const showsJust = (page: Page, names: readonly string[]) =>
    until(async () => (await shown(page)).join() === names.join());

  it('filters by status and fields by keyboard, sorts, and keeps it all in the address', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts`);
      await page.getByText('5 contacts', { exact: true }).last().waitFor();
      await showsJust(page, ['person-4', 'person-3', 'person-2', 'person-1', 'person-0']);
      await page.getByRole('combobox', { name: 'Status', exact: true }).focus();
      await page.keyboard.press('ArrowDown');
      await page.getByRole('option', { name: 'Unsubscribed' }).waitFor();
      await page.getByRole('option', { name: 'Unsubscribed' }).click();
      await showsJust(page, ['person-3']);
      expect(new URL(page.url()).searchParams.get('status')).to.equal('opted_out');
      await page.reload();
      await showsJust(page, ['person-3']);
      await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
      await showsJust(page, ['person-4', 'person-3', 'person-2', 'person-1', 'person-0']);
      await page.getByRole('combobox', { name: 'Sort by', exact: true }).click();
      await page.getByRole('option', { name: 'Email address' }).click();
      await showsJust(page, ['person-0', 'person-1', 'person-2', 'person-3', 'person-4']);
      await page.getByRole('combobox', { name: 'Sort by', exact: true }).click();
      await page.getByRole('option', { name: 'First name' }).click();
      await page.waitForURL(/order=first_name/);
      await page.getByRole('combobox', { name: 'Sort by', exact: true }).click();
      await page.getByRole('option', { name: 'Email address' }).click();
      await showsJust(page, ['person-0', 'person-1', 'person-2', 'person-3', 'person-4']);
      await page.getByRole('button', { name: 'Filter by a field' }).press('Enter');
      await page.getByRole('textbox', { name: 'Value' }).fill('person-2');
      await showsJust(page, ['person-2']);
      await isInOrder(page, 'a filtered table');
      await page.reload();
      await showsJust(page, ['person-2']);
      await page.getByRole('textbox', { name: 'Value' }).fill('unknown');
      await page.getByText('No contact matches all filters.').waitFor();
      await page.getByRole('button', { name: 'Remove condition 1' }).click();
      await showsJust(page, ['person-0', 'person-1', 'person-2', 'person-3', 'person-4']);
    }));

  it('draws a list from its first focus on, whose first arrow key chooses an entry', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts`);
      await showsJust(page, ['person-4', 'person-3', 'person-2', 'person-1', 'person-0']);
      const lists = page.locator('[role=listbox]');
      expect(await lists.count()).to.equal(0);
      const status = page.getByRole('combobox', { name: 'Status', exact: true });
      await tabTo(page, status);
      await page.keyboard.press('ArrowDown');
      const active = async () => page.locator(`[id="${await status.getAttribute('aria-activedescendant')}"]`);
      expect(await (await active()).innerText()).to.equal('Subscribed');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      expect(await (await active()).innerText()).to.equal('Unsubscribed');
      await page.keyboard.press('Enter');
      await showsJust(page, ['person-3']);
      await page.keyboard.press('ArrowUp');
      expect(await (await active()).innerText()).to.equal('Unsubscribed');
      await page.keyboard.press('Escape');
    }));

  it('keeps the filters folded at 360 px, and says how many choose', () =>
    running.visit(client, { viewport: NARROW }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts?status=opted_out`);
      await showsJust(page, ['person-3']);
      const fold = page.getByRole('button', { name: 'Filters (1)', exact: true });
      const status = page.getByRole('combobox', { name: 'Status', exact: true });
      expect(await page.getByRole('searchbox').isVisible()).to.equal(true);
      expect(await status.isVisible()).to.equal(false);
      expect(await page.getByRole('button', { name: 'Filter by a field' }).isVisible()).to.equal(false);
      await isInOrder(page, 'folded filters');
      await fold.press('Enter');
      await status.waitFor();
      expect(await fold.getAttribute('aria-expanded')).to.equal('true');
      await page.getByRole('button', { name: 'Filter by a field' }).click();
      await page.getByRole('textbox', { name: 'Value' }).fill('person');
      await page.getByRole('button', { name: 'Filters (2)', exact: true }).waitFor();
      await isInOrder(page, 'unfolded filters');
      await page.getByRole('button', { name: 'Filters (2)', exact: true }).click();
      await page.getByRole('textbox', { name: 'Value' }).waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await page.getByRole('button', { name: 'Filters', exact: true }).waitFor();
      await showsJust(page, ['person-4', 'person-3', 'person-2', 'person-1', 'person-0']);
    }));

  it('shows the columns that were chosen, and downloads the ticked contacts with them', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts`);
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('checkbox', { name: 'Last name' }).check();
      await page.keyboard.press('Escape');
      await page.getByRole('columnheader', { name: 'Last name' }).waitFor();
      await page.reload();
      await page.getByRole('columnheader', { name: 'Last name' }).waitFor();
      await page.getByLabel('Select person-0@example.com').check();
      await page.getByText('1 contact selected').waitFor();
      await isInOrder(page, 'a ticked contact');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download', exact: true }).last().click(),
      ]);
      const lines = readFileSync(await file.path(), 'utf8')
        .trim()
        .split('\r\n');
      expect(lines).to.have.length(2);
      expect(lines[1]).to.contain('person-0@example.com').and.to.contain('Lovelace');
    }));

  it('ticks all contacts between two clicks with Shift', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts`);
      const tick = (name: string) => page.getByLabel(`Select ${name}@example.com`);
      await tick('person-4').click();
      await tick('person-1').click({ modifiers: ['Shift'] });
      await page.getByText('4 contacts selected').waitFor();
      expect(await tick('person-0').isChecked()).to.equal(false);
      await tick('person-2').click({ modifiers: ['Shift'] });
      await page.getByText('2 contacts selected').waitFor();
    }));

  it('moves between rows by arrow keys, ticks with Space and Shift, and opens with Enter', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts`);
      await showsJust(page, ['person-4', 'person-3', 'person-2', 'person-1', 'person-0']);
      const link = (name: string) => page.getByRole('link', { name: `${name}@example.com`, exact: true });
      await tabTo(page, link('person-4'));
      await page.keyboard.press('ArrowUp');
      await hasFocus(link('person-4'));
      await page.keyboard.press('ArrowDown');
      await hasFocus(link('person-3'));
      await page.keyboard.press('Space');
      await page.getByText('1 contact selected').waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await hasFocus(link('person-1'));
      await page.keyboard.press('Shift+Space');
      await page.getByText('3 contacts selected').waitFor();
      for (const [name, isTicked] of [
        ['person-4', false],
        ['person-3', true],
        ['person-2', true],
        ['person-1', true],
        ['person-0', false],
      ] as const)
        expect(await page.getByLabel(`Select ${name}@example.com`).isChecked(), name).to.equal(isTicked);
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Space');
      await page.getByText('2 contacts selected').waitFor();
      await page.keyboard.press('?');
      await page.getByRole('row', { name: /^↑ ↓ Go to the row above or below/ }).waitFor();
      await page.keyboard.press('Escape');
      await hasFocus(link('person-2'));
      await page.keyboard.press('Enter');
      await page.getByText('person-2@example.com').first().waitFor();
      await page.waitForURL(/\/contacts\/\d+$/);
    }));

  it('changes the ticked contacts in German at 360 px, after they were counted', () =>
    running.visit(client, { viewport: NARROW, locale: 'de-DE' }, async (page) => {
      const { id } = (
        await client.post('/unsubscribes-groups/save', {
          group_name: 'Angebote',
          description: 'x',
          is_display: 1,
        })
      ).body;
      await page.goto(`${running.api.url}/console/contacts`);
      for (const name of ['person-0', 'person-1'])
        await page.getByLabel(`${name}@example.com auswählen`).check();
      await page.getByText('2 Kontakte ausgewählt').waitFor();
      const bar = page.getByRole('status').filter({ hasText: '2 Kontakte ausgewählt' });
      const look = await bar.evaluate((one) => {
        const { maskImage, backgroundColor } = getComputedStyle(one);
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = 'var(--paper)';
        const paper = getComputedStyle(probe).color;
        probe.remove();
        const cut = one.scrollWidth - one.clientWidth;
        one.scrollLeft = cut;
        const [last] = [...one.children].slice(-1);
        const uncovered = one.getBoundingClientRect().right - last!.getBoundingClientRect().right;
        one.scrollLeft = 0;
        return { maskImage, isOfPaper: backgroundColor === paper, isCut: cut > 0, uncovered };
      });
      // The rows do not show through the bar, and its fading edge is behind the last button once there is no more.
      expect(look).to.include({ maskImage: 'none', isOfPaper: true, isCut: true });
      expect(look.uncovered).to.be.at.least(32);
      await page.getByRole('button', { name: 'Ändern', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Von einer Abo-Art abmelden' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Gilt für die 2 Kontakte, die Sie ausgewählt haben.').waitFor();
      expect(await dialog.getByRole('button', { name: 'Kontakte zählen' }).isDisabled()).to.equal(true);
      await dialog.getByRole('combobox', { name: 'Abo-Art' }).click();
      await page.getByRole('option', { name: 'Angebote' }).click();
      await dialog.getByRole('button', { name: 'Kontakte zählen' }).click();
      await until(async () => (await client.get('/contacts/bulk')).body.message.bulk_changes.length === 1);
      await page.keyboard.press('Escape');
      await until(
        async () => (await client.get('/contacts/bulk')).body.message.bulk_changes[0].state === 'cancelled',
      );
      expect(
        (await client.get(`/unsubscribes-groups/recipients-list?groupId=${id}`)).body.message,
      ).to.deep.equal({ recipients: [] });
    }));

  it('draws a part of many rows, and ticks all of them', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const type = (await client.get('/contacts-type')).body.message.contactTypes[0].id;
      await storeContacts({ userId: client.user_id, typeId: type, name: 'many', count: 250 }, () => ({
        custom_field: {},
      }));
      await page.goto(`${running.api.url}/console/contacts?status=mailable`);
      await page.getByText('254 contacts', { exact: true }).waitFor();
      for (const last of ['many-50', 'person-0']) {
        await page.getByRole('button', { name: 'Show more' }).click();
        const link = page.getByRole('link', { name: `${last}@example.com` });
        await until(async () => {
          await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
          return link.isVisible();
        });
      }
      expect(await page.locator('tbody tr').count()).to.be.below(100);
      await page.evaluate(() => scrollTo(0, 0));
      await page.getByLabel('Select all shown contacts').check();
      await page.getByText('254 contacts selected').waitFor();
      await page.getByRole('button', { name: 'Clear selection' }).click();
      await page.getByText('254 contacts', { exact: true }).waitFor();
    }));
});
