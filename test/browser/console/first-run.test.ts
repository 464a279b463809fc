import { expect } from 'chai';
import type { BrowserContext } from 'playwright-core';
import { setUpSecretOf } from '../../../common/accounts/first-account.ts';
import { Account } from '../../../common/models/accounts.ts';
import { faultsInEachLook } from '../../support/browser.ts';
import { until } from '../../support/until.ts';
import { newVisitor } from '../../support/visitors.ts';
import { pathIn } from './mailbox.ts';
import { type SendingConsole, startSendingConsole } from './sending-console.ts';
import { fillSender, isInOrder, SMALL, tabTo, typeByKeys } from './support.ts';

const TYPED = { name: 'Ada Ltd', email: 'ada@example.com', password: 'correct horse' } as const;

describe('the first run of a service in a browser', () => {
  let running: SendingConsole;
  let visitor: BrowserContext;
  before(async () => {
    running = await startSendingConsole('browser-console-first-run');
    visitor = await newVisitor({ viewport: SMALL, locale: 'en-GB', timezoneId: 'Europe/Berlin' });
  });
  after(async () => {
    await visitor?.close();
    await running?.stop();
  });

  it('goes by keyboard from a wrong secret to a confirmed sender on the list of steps', async () => {
    const page = await visitor.newPage();
    const { url, config } = running.api;
    await page.goto(`${url}/console`);
    await page.getByRole('link', { name: 'Create the first account' }).press('Enter');
    await page.getByRole('heading', { name: 'Create the first account' }).waitFor();
    const field = (name: string) => page.getByLabel(name, { exact: true });
    const type = async (secret: string): Promise<void> => {
      await typeByKeys(page, page.getByLabel('Set-up secret'), secret);
      await typeByKeys(page, field('Name'), TYPED.name);
      await typeByKeys(page, page.getByLabel('Email address'), TYPED.email);
      await typeByKeys(page, page.getByLabel('New password'), TYPED.password);
      await page.keyboard.press('Enter');
    };
    expect(await field('Time zone').inputValue()).to.equal('Europe/Berlin');
    await type('000000000000000000000000');
    await page.getByText('This is not the set-up secret.').first().waitFor();
    expect(await field('Name').inputValue()).to.equal(TYPED.name);
    expect(await field('Time zone').inputValue()).to.equal('Europe/Berlin');
    expect(await page.getByLabel('New password').inputValue()).to.equal('');
    expect(await faultsInEachLook(page, [SMALL])).to.deep.equal([]);
    expect(await Account.findOne({})).to.equal(null);

    await type(setUpSecretOf(config.signingSecrets[0]!));
    await page.getByText('0 of 5 done').waitFor();
    expect(await Account.findOne({})).to.include({
      name: TYPED.name,
      email: TYPED.email,
      timezone: 'Europe/Berlin',
    });
    const zone = page.getByRole('region', { name: 'Is this your time zone?' });
    expect(await zone.count()).to.equal(0);
    await isInOrder(page, 'the first page of a new account');

    await Account.updateOne({}, { $set: { timezone: 'America/New_York' } });
    await page.reload();
    await zone.getByText('Berlin').first().waitFor();
    await tabTo(page, zone.getByRole('link'));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/settings/account');
    await field('Time zone').waitFor();

    await page.goto(`${url}/console`);
    const steps = page.getByRole('region', { name: 'Steps to your first email' });
    await tabTo(page, steps.getByRole('link').first());
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add sender' }).press('Enter');
    const form = page.getByRole('dialog');
    await fillSender(page, form);
    await form.getByRole('button', { name: 'Add sender' }).press('Enter');
    // The mail server of the service took it.
    const mail = await until(async () => {
      const [sent] = running.mail.to('ada@sender.example');
      return sent ? running.mail.read(sent) : null;
    }, 'the confirmation email');
    await page.goto(`${url}${pathIn(mail.html!, '/verify/')}`);
    await page.getByRole('button').first().press('Enter');
    await page.waitForLoadState();
    await page.goto(`${url}/console`);
    await page.getByText('2 of 5 done').waitFor();

    // The secret has no second use.
    const other = await visitor.browser()!.newContext();
    try {
      const stranger = await other.newPage();
      await stranger.goto(`${url}/account/first`);
      await stranger.waitForURL('**/account/sign-in');
      expect(await stranger.getByText('Create the first account').count()).to.equal(0);
    } finally {
      await other.close();
    }
  });
});
