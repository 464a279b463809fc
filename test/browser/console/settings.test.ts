import { expect } from 'chai';
import type { Client } from '../../support/api.ts';
import { until } from '../../support/until.ts';
import { fillAccount } from './filled-account.ts';
import { type Console, DESK, isInOrder, PHONE, pickByKeys, startConsole } from './support.ts';

describe('the settings page of the console', () => {
  let running: Console;
  let client: Client;
  before(async () => {
    running = await startConsole('browser-console-settings');
    client = await running.api.account();
    await fillAccount(client);
  });
  after(() => running?.stop());

  it('stays in order, as does Home, at each width, light and dark', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await running.home(page);
      await page.getByText('3 of 5 done').waitFor();
      await isInOrder(page, 'home');
      await page.goto(`${running.api.url}/console/settings`);
      await page.getByRole('rowheader', { name: 'TXT' }).first().waitFor();
      await isInOrder(page, 'settings');
    }));

  it('shows whether senders are confirmed, and sends the mail again', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/settings`);
      const second = page.getByRole('listitem').filter({ hasText: 'news@example.com' });
      await second.getByText('Not confirmed').waitFor();
      await second.getByRole('button', { name: 'Resend the email' }).click();
      await page.getByText('An email is on its way to news@example.com.').waitFor();
    }));

  it('says that the service receives no reports of mailbox providers', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/settings`);
      const row = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('button', { name: 'Reports of mailbox providers' }) });
      await row.getByRole('button', { name: 'Reports of mailbox providers' }).click();
      await row.getByText('This service receives no reports.').waitFor();
      expect(await row.getByText('Your DMARC policy').count()).to.equal(0);
    }));

  it('takes a new sender, and names what is wrong at its field', () =>
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
      await pickByKeys(page, form.getByRole('combobox', { name: 'Country' }), 'Germany', 'Germany');
      await form.getByRole('button', { name: 'Add sender' }).press('Enter');
      await page.getByText('An email is on its way to difference@example.com.').waitFor();
      const added = page.getByRole('listitem').filter({ hasText: 'Difference Engines' });
      await added.getByText('Not confirmed').waitFor();
      const { body } = await client.get('/senders');
      expect(body.message.senders.at(-1)).to.include({
        reply_to_email: 'difference@example.com',
        nickname: 'Difference Engines',
      });
    }));

  it('changes a sender, with its whole postal address, and deletes it with a way back', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/settings`);
      const row = page.getByRole('listitem').filter({ hasText: 'difference@example.com' });
      await row.getByRole('button', { name: 'Change' }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Name', { exact: true }).fill('Analytical Engines');
      await form.getByLabel('Postal code').fill('80331');
      for (const [label, typed] of [
        ['State or province', 'Bavaria'],
        ['City', 'München'],
      ] as const) {
        await form.getByRole('combobox', { name: label }).fill(typed);
        await page.getByRole('option', { name: typed }).first().click();
      }
      await isInOrder(page, 'the form of a stored sender');
      await form.getByLabel('Street and number').fill('');
      await form.getByRole('button', { name: 'Save' }).click();
      await form.getByText('This is required.').waitFor();
      await form.getByLabel('Street and number').fill('Marienplatz 1');
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Sender saved.').waitFor();
      const stored = async () =>
        (await client.get('/senders')).body.message.senders.find(
          ({ from_email }: { from_email: string }) => from_email === 'difference@example.com',
        );
      const { from_name, company_address, zip_code, city_id, nickname } = await stored();
      expect({ from_name, company_address, zip_code, nickname }).to.deep.equal({
        from_name: 'Analytical Engines',
        company_address: 'Marienplatz 1',
        zip_code: '80331',
        nickname: 'Difference Engines',
      });
      expect(city_id).to.be.above(0);
      await row.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Undo' }).click();
      // This note may come over the button that is pressed next.
      await page.getByText('Nothing was changed.').waitFor();
      await row.getByRole('button', { name: 'Delete' }).click();
      await row.waitFor({ state: 'detached' });
      await page.goto(`${running.api.url}/account?plain`);
      await until(async () => (await stored()) === undefined);
      await page.goto(`${running.api.url}/console`);
    }));

  it('takes a domain, shows its records, checks them, and deletes it with a way back', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/settings`);
      await page.getByLabel('Domain', { exact: true }).fill('news.example.org');
      await page.keyboard.press('Enter');
      const row = page.getByRole('listitem').filter({ hasText: 'news.example.org' });
      await row.getByRole('rowheader', { name: 'TXT' }).first().waitFor();
      await row.getByText('Your administrator tells you the value').waitFor();
      await row.getByRole('button', { name: 'Check now' }).click();
      // Nothing answers for the DNS of these tests.
      await row.getByText('No answer').first().waitFor();
      await row.getByRole('button', { name: 'Delete' }).click();
      await row.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await row.waitFor();
    }));

  it('lists unsubscribed and suppressed addresses, and lifts them with a way back', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/settings`);
      await page.getByLabel('Address to unsubscribe').fill('gone@example.com');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Delete: gone@example.com' }).waitFor();
      await page.getByLabel('Address to suppress').fill('no address');
      await page.keyboard.press('Enter');
      await page.locator('[aria-invalid=true]').waitFor();
      await page.getByLabel('Address to suppress').fill('full@example.com');
      await page.keyboard.press('Enter');
      const row = page.getByRole('listitem').filter({ hasText: 'full@example.com' });
      await row.getByText('Added by you').waitFor();
      await page.getByRole('searchbox', { name: 'Search the suppression list' }).fill('other');
      await page.getByText('No address begins with this.').waitFor();
      await page.getByRole('searchbox', { name: 'Search the suppression list' }).fill('full');
      await row.getByRole('button', { name: 'Remove from list' }).click();
      await row.waitFor({ state: 'detached' });
      await page.goto(`${running.api.url}/account?plain`);
      const suppressed = async () => (await client.get('/suppressions')).body.message.suppressions;
      await until(async () => (await suppressed()).length === 0);
      expect((await client.get('/global-unsubscribes')).body.message.unSubscribers[0].email_address).to.equal(
        'gone@example.com',
      );
      await page.goto(`${running.api.url}/console`);
    }));

  it('removes ticked addresses from the suppression list together, with a way back', () =>
    running.visit(client, { viewport: PHONE }, async (page) => {
      for (const name of ['one', 'two', 'three'])
        await client.post('/suppressions/save', { email_address: `${name}@ticked.example` });
      await page.goto(`${running.api.url}/console/settings`);
      const list = page.getByRole('region', { name: 'Suppression list' });
      for (const name of ['one', 'two'])
        await list.getByRole('checkbox', { name: `Select ${name}@ticked.example` }).check();
      await isInOrder(page, 'ticked addresses');
      await list.getByRole('button', { name: 'Remove from list (2)' }).click();
      await page.getByText('2 addresses can get emails again.').waitFor();
      expect(await list.getByText('one@ticked.example').count()).to.equal(0);
      await page.getByRole('button', { name: 'Undo' }).click();
      for (const name of ['one', 'two'])
        await list.getByRole('checkbox', { name: `Select ${name}@ticked.example` }).check();
      await list.getByRole('button', { name: 'Remove from list (2)' }).click();
      // Leaving the page makes the change at once.
      await page.goto(`${running.api.url}/healthz`);
      const suppressed = async () => (await client.get('/suppressions')).body.message.suppressions;
      await until(async () => (await suppressed()).length === 1);
      await page.goto(`${running.api.url}/console`);
    }));

  it('lists, adds and changes the groups that people can leave', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/settings`);
      await page.getByRole('button', { name: 'New subscription type' }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Name', { exact: true }).fill('Newsletter');
      await form.getByRole('button', { name: 'New subscription type' }).click();
      await form.locator('[aria-invalid=true]').waitFor();
      await form.getByLabel('Description').fill('News, once a month');
      await form.getByRole('button', { name: 'New subscription type' }).click();
      const row = page.getByRole('listitem').filter({ hasText: 'News, once a month' });
      await row.getByText('0 people unsubscribed').waitFor();
      await row.getByRole('button', { name: 'Change' }).click();
      await form.getByLabel('Name', { exact: true }).fill('Monthly news');
      await form.getByLabel('Show on the preferences page').uncheck();
      await form.getByRole('button', { name: 'Save' }).click();
      await row.getByText('Hidden').waitFor();
      const [group] = (await client.get('/unsubscribes-groups')).body.message.unsubscribesGroups;
      expect(group).to.include({ group_name: 'Monthly news', is_display: 0 });
    }));

  it('takes recipients of mails about events', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/settings`);
      await page.getByRole('button', { name: 'Add recipient' }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Email address').fill('ops@example.com');
      await form.getByLabel('Name').fill('Ada');
      await form.getByRole('button', { name: 'Add recipient' }).click();
      const row = page.getByRole('listitem').filter({ hasText: 'ops@example.com' });
      await row.getByText('Not confirmed').waitFor();
      await row.getByRole('button', { name: 'Delete' }).click();
      await row.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await row.waitFor();
    }));
});
