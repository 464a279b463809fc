import { expect } from 'chai';
import type { Client } from '../../support/api.ts';
import { until } from '../../support/until.ts';
import { pathIn, READER } from './mailbox.ts';
import { type SendingConsole, startSendingConsole } from './sending-console.ts';
import { DESK, fillSender, pickByKeys } from './support.ts';

/** Milliseconds within which a report shows what happened. */
const REPORT_MS = 2000;

describe('the first campaign, made with the console only', () => {
  let running: SendingConsole;
  let client: Client;
  before(async () => {
    running = await startSendingConsole('browser-console-first-campaign');
    client = await running.api.account();
  });
  after(() => running?.stop());

  /** Waits for a mail to an address. */
  const mailTo = async (address: string) => {
    const [mail] = await until(() => {
      const found = running.mail.to(address);
      return Promise.resolve(found.length > 0 ? found : null);
      // A campaign waits for 15 s before its first mail.
    }, `a mail to ${address}`);
    return running.mail.read(mail!);
  };
  it('goes from an empty service to a report that moves', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await running.home(page);
      const menu = page.getByRole('navigation', { name: 'Pages' }).first();
      await page.getByText('0 of 5 done').waitFor();

      await page.goto(`${running.api.url}/console/settings/fields`);
      await page.getByText('No custom fields yet.').waitFor();
      expect(await page.getByText('A deleted field loses its values').count()).to.equal(0);
      await menu.getByRole('link', { name: 'Campaigns' }).click();
      await page.getByText('It comes from a sender: add one first.').waitFor();
      await page.getByRole('link', { name: 'Add a sender' }).click();
      await page.getByRole('button', { name: 'Add sender' }).click();
      const form = page.getByRole('dialog');
      await fillSender(page, form);
      await form.getByRole('button', { name: 'Add sender' }).click();
      const confirmation = await mailTo('ada@sender.example');
      await page.goto(`${running.api.url}${pathIn(confirmation.html!, '/verify/')}`);
      await page.getByRole('button').first().click();
      await until(async () => (await client.get('/senders')).body.message.senders[0].is_verified === 1);

      await page.goto(`${running.api.url}/console/contacts`);
      await page.getByLabel('Name of the audience').fill('Readers');
      await page.keyboard.press('Enter');
      await page.getByText('Audience Readers created.').waitFor();
      await page.getByRole('button', { name: 'Add contact' }).click();
      await form.getByLabel('Email address').fill('grace@example.com');
      await form.getByLabel('First name').fill('Grace');
      await pickByKeys(page, form.getByRole('combobox', { name: 'Country' }), 'Germany', 'Germany');
      await form.getByRole('button', { name: 'Add contact' }).click();
      await page.getByRole('link', { name: 'grace@example.com' }).waitFor();

      await menu.getByRole('link', { name: 'Campaigns' }).click();
      await page.getByRole('button', { name: 'New campaign' }).click();
      await page.getByRole('button', { name: 'Empty campaign' }).click();
      await page.getByRole('textbox', { name: 'Name of the campaign' }).fill('Hello world');
      await page.getByRole('combobox', { name: 'Send to' }).click();
      await page.getByRole('option', { name: 'Readers (1)' }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('textbox', { name: 'Subject', exact: true }).fill('Hello ((first_name))');
      await page.getByRole('textbox', { name: 'Preview text' }).fill('Our first mail');
      await page
        .getByRole('textbox', { name: 'HTML' })
        .fill('<h1>Hello</h1><p><a href="https://example.com/">Look</a></p>');
      await page.getByRole('button', { name: 'Review and send' }).click();
      await form.getByText('Hello Grace').first().waitFor();
      await form.getByRole('button', { name: 'Send to 1 person' }).click();
      await page.getByRole('timer').getByText('Sending to 1 person').waitFor();

      const mail = await mailTo('grace@example.com');
      expect(mail.subject).to.equal('Hello Grace');
      await page.getByRole('link', { name: /^Delivered\s*1/ }).waitFor();
      const opened = page.getByRole('link', { name: /^Opened/ });
      await opened.getByText('0', { exact: true }).waitFor();
      const pixel = await fetch(`${running.api.url}${pathIn(mail.html!, '/o/')}`, { headers: READER });
      expect(pixel.status).to.equal(200);
      await opened.getByText('1', { exact: true }).waitFor({ timeout: REPORT_MS });

      await opened.click();
      await page.getByRole('link', { name: 'grace@example.com' }).waitFor();
      await menu.getByRole('link', { name: 'Home' }).click();
      await page.getByRole('region', { name: 'Last campaigns' }).getByText('Hello world').waitFor();
    }));
});
