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
        await page.getByText('3 of 4 done').waitFor();
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
