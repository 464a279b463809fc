import { expect } from 'chai';
import { Account } from '../../../common/models/accounts.ts';
import type { Client } from '../../support/api.ts';
import { type Console, DESK, isInOrder, startConsole } from './support.ts';

describe('closing the account in the console', () => {
  let running: Console;
  let client: Client;
  before(async () => {
    running = await startConsole('browser-console-closing');
    client = await running.api.account();
  });
  after(() => running?.stop());

  const stored = async () => (await Account.findOne({ _id: client.user_id }))!;

  it('says what happens, asks for address and password, signs out, and reopens the account after signing in', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const { email } = await stored();
      await page.goto(`${running.api.url}/console/settings/account`);
      const section = page.getByRole('region', { name: 'Close the account' });
      await section.getByText('For 30 days').waitFor();
      await isInOrder(page, 'closing');
      await section.getByRole('button', { name: 'Close the account' }).press('Enter');
      const form = page.getByRole('dialog', { name: 'Close the account' });
      await form.getByLabel('Address of the account').fill('other@example.com');
      await form.getByLabel('Password').fill('wrong');
      await form.getByRole('button', { name: 'Close the account' }).press('Enter');
      await form.getByText('This is not the address of your account.').waitFor();
      expect((await stored()).closed ?? null).to.equal(null);

      await form.getByLabel('Address of the account').fill(email);
      await form.getByLabel('Password').fill('correct horse');
      await isInOrder(page, 'closing-form');
      await form.getByRole('button', { name: 'Close the account' }).press('Enter');
      await page.getByText('Your account is closed.').waitFor();
      expect((await stored()).closed?.at).to.be.a('date');

      await page.goto(`${running.api.url}/console`);
      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('Password').fill('correct horse');
      await page.getByRole('button', { name: 'Sign in' }).press('Enter');
      await page.getByRole('heading', { name: 'Your account is closed' }).waitFor();
      await isInOrder(page, 'closed');
      await page.getByRole('button', { name: 'Reopen the account' }).press('Enter');
      await page.getByText('Your account is open again.').waitFor();
      expect((await stored()).closed).to.equal(null);
      await page.goto(`${running.api.url}/console/settings/account`);
      await section.waitFor();
    }));
});
