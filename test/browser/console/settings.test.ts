import { expect } from 'chai';
import type { Client } from '../../support/api.ts';
import { fillAccount } from './filled-account.ts';
import { type Console, DESK, isInOrder, LOOKS, startConsole } from './support.ts';

describe('settings in the console', () => {
  let running: Console;
  let client: Client;
  before(async () => {
    running = await startConsole('browser-console-settings');
    client = await running.api.account();
    await fillAccount(client);
  });
  after(() => running?.stop());

  for (const { name, ...options } of LOOKS)
    it(`are in order, as is Home: ${name}`, () =>
      running.visit(client, options, async (page) => {
        await page.getByText('3 of 5 done').waitFor();
        await isInOrder(page, 'home');
        await page.goto(`${running.api.url}/console/settings`);
        await page.getByRole('cell', { name: 'TXT' }).first().waitFor();
        await isInOrder(page, 'settings');
      }));

  it('show whether senders are confirmed, and send the mail again', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/settings`);
      const second = page.getByRole('listitem').filter({ hasText: 'news@example.com' });
      await second.getByText('Not confirmed').waitFor();
      await second.getByRole('button', { name: 'Send the mail again' }).click();
      await page.getByText('A mail is on its way to news@example.com.').waitFor();
    }));

  it('take a new sender, with what is wrong beside its field', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/settings`);
      await page.getByRole('button', { name: 'Add sender' }).press('Enter');
      const form = page.getByRole('dialog');
      await form.getByLabel('Name').fill('Difference Engines');
      await form.getByLabel('Address', { exact: true }).fill('not an address');
      await page.keyboard.press('Enter');
      await form.locator('[aria-invalid=true]').first().waitFor();
      await isInOrder(page, 'the form of a sender');
      await form.getByLabel('Address', { exact: true }).fill('difference@example.com');
      await form.getByLabel('Street and number').fill('Dorset Street 1');
      await form.getByRole('combobox', { name: 'Country' }).fill('Germany');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await form.getByRole('button', { name: 'Add sender' }).press('Enter');
      await page.getByText('A mail is on its way to difference@example.com.').waitFor();
      const added = page.getByRole('listitem').filter({ hasText: 'Difference Engines' });
      await added.getByText('Not confirmed').waitFor();
      const { body } = await client.get('/senders');
      expect(body.message.senders.at(-1)).to.include({
        reply_to_email: 'difference@example.com',
        nickname: 'Difference Engines',
      });
    }));

  it('take a domain, show its records, check them, and delete it with a way back', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/settings`);
      await page.getByLabel('Domain', { exact: true }).fill('news.example.org');
      await page.keyboard.press('Enter');
      const row = page.getByRole('listitem').filter({ hasText: 'news.example.org' });
      await row.getByRole('cell', { name: 'TXT' }).first().waitFor();
      await row.getByRole('button', { name: 'Check now' }).click();
      // Nothing answers for the DNS of these tests.
      await row.getByText('No answer').first().waitFor();
      await row.getByRole('button', { name: 'Delete' }).click();
      await row.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await row.waitFor();
    }));
});
