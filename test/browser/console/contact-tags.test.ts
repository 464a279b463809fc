import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Client } from '../../support/api.ts';
import type { Engine } from '../../support/engine.ts';
import { until } from '../../support/until.ts';
import { fillAccount } from './filled-account.ts';
import { type Console, DESK, isInOrder, startConsoleAndWorker } from './support.ts';

describe('tags of contacts in the console', () => {
  let running: Console;
  let engine: Engine;
  let client: Client;
  let contact: number;
  before(async () => {
    ({ running, engine } = await startConsoleAndWorker('browser-console-contact-tags'));
    client = await running.api.account({ timezone: 'Europe/Berlin' });
    ({ contact } = await fillAccount(client));
  });
  after(() => running?.stop());

  const stored = async (): Promise<string[]> =>
    (await client.get(`/contacts/details?contact_id=${contact}`)).body.message.contact.tags;
  const tagged = async (tag: string): Promise<string[]> =>
    (await client.get(`/contacts/list?tag=${tag}`)).body.message.contacts.map(
      ({ email }: { email: string }) => email,
    );
  const chip = (page: Page, tag: string) => page.locator('.mantine-Pill-root', { hasText: tag });
  const shown = (page: Page, names: readonly string[]) =>
    until(
      async () =>
        (await page.locator('tbody a').allInnerTexts()).map((text) => text.replace(/@.*/s, '')).join() ===
        names.join(),
    );

  it('are added and removed on a person’s page by keyboard', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts/${contact}`);
      const field = page.getByRole('combobox', { name: 'Tags' });
      await field.fill('VIP');
      await page.keyboard.press('Enter');
      await field.pressSequentially('Berlin Mitte,');
      await chip(page, 'berlin mitte').waitFor();
      await isInOrder(page, 'a person with tags');
      await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
      await until(async () => (await stored()).join() === 'vip,berlin mitte');
      await page.reload();
      await chip(page, 'berlin mitte').waitFor();
      await field.press('Backspace');
      await chip(page, 'berlin mitte').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
      await until(async () => (await stored()).join() === 'vip');
    }));

  it('filter the table, also by a condition, and stay in its address', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts`);
      await page.getByRole('combobox', { name: 'Tag', exact: true }).click();
      await page.getByRole('option', { name: 'vip' }).click();
      await shown(page, ['person-4']);
      expect(new URL(page.url()).searchParams.get('tag')).to.equal('vip');
      await page.reload();
      await shown(page, ['person-4']);
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('checkbox', { name: 'Tags' }).check();
      await page.keyboard.press('Escape');
      await page.getByRole('cell', { name: 'vip' }).waitFor();
      await isInOrder(page, 'a table with tags');
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await shown(page, ['person-4', 'person-3', 'person-2', 'person-1', 'person-0']);
      await page.getByRole('button', { name: 'Filter by a field' }).click();
      await page.getByRole('combobox', { name: 'Field' }).click();
      await page.getByRole('option', { name: 'Tags' }).click();
      await page.getByRole('combobox', { name: 'Comparison' }).click();
      await page.getByRole('option', { name: 'do not include' }).click();
      await page.getByRole('combobox', { name: 'Value' }).fill('VIP');
      await shown(page, ['person-3', 'person-2', 'person-1', 'person-0']);
    }));

  it('are given to all that the filters find, a tag and a condition among them', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const where = encodeURIComponent(
        JSON.stringify([{ field: 'email', operator: 'contains', operands: ['person'] }]),
      );
      await page.goto(`${running.api.url}/console/contacts?tag=vip&status=mailable&where=${where}`);
      await shown(page, ['person-4']);
      await page.getByRole('button', { name: 'Change all found contacts' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Applies to all contacts that the filters show.').waitFor();
      await dialog.getByRole('combobox', { name: 'Action' }).click();
      await page.getByRole('option', { name: 'Add a tag' }).click();
      await dialog.getByRole('combobox', { name: 'Tag' }).fill('gold');
      await dialog.getByRole('button', { name: 'Count contacts' }).click();
      await until(async () => {
        await engine.sweepOnce();
        return dialog.getByText('1 contact without the tag will get it.').isVisible();
      });
      await dialog.getByRole('button', { name: 'Tag 1 contact' }).click();
      await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
      await until(
        async () => (await client.get('/contacts/bulk')).body.message.bulk_changes[0].state === 'cancelled',
      );
      expect(await tagged('gold')).to.deep.equal([]);
    }));
});
