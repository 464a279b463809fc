import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Client } from '../../support/api.ts';
import { textsOf } from '../../support/browser.ts';
import { until } from '../../support/until.ts';
import { addCampaigns } from './campaigns-of-account.ts';
import { type SendingConsole, startSendingConsole } from './sending-console.ts';
import { DESK, isInOrder } from './support.ts';

const NARROW = { width: 360, height: 740 } as const;

describe('the parts of a report in the console', () => {
  let running: SendingConsole;
  let client: Client;
  let sent: string;
  let draft: string;
  let contact: number;
  before(async () => {
    running = await startSendingConsole('browser-console-report-parts');
    client = await running.api.account({ timezone: 'Europe/Berlin' });
    ({ sent, draft, contact } = await addCampaigns(client, running));
  });
  after(() => running?.stop());

  it('shows the mail with its clicks, and the people of each figure and link', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/campaigns/${sent}`);
      await page.getByText('Click-to-open rate').waitFor();
      const mail = page.frameLocator('iframe[title="The email with its clicks"]');
      await mail.getByText('100%').waitFor();
      const plot = page.getByRole('slider', { name: 'Plot: Opens and clicks over time' });
      await plot.focus();
      await page.keyboard.press('End');
      expect(await plot.getAttribute('aria-valuetext'))
        .to.contain('Opened 2')
        .and.to.contain('Clicked 2');
      await isInOrder(page, 'the report');
      await page.getByRole('link', { name: /^Did not open/ }).click();
      await page.getByRole('link', { name: 'person-2@example.com' }).waitFor();
      expect(await textsOf(page.getByRole('link', { name: /^person-/ }))).to.have.members([
        'person-2@example.com',
        'person-3@example.com',
      ]);
      await page.goBack();
      await page.getByRole('link', { name: 'https://example.com/spring' }).click();
      await page.getByText('People who clicked https://example.com/spring').waitFor();
      expect(await textsOf(page.getByRole('link', { name: /^person-/ }))).to.have.members([
        'person-0@example.com',
        'person-1@example.com',
      ]);
      await isInOrder(page, 'people of a link');
    }));

  it('shows the figures of a plot by touch, until something else is touched', () =>
    running.visit(client, { viewport: NARROW, hasTouch: true, isMobile: true }, async (page) => {
      await page.goto(`${running.api.url}/console/campaigns/${sent}`);
      const plot = page.getByRole('slider', { name: 'Plot: Opens and clicks over time' });
      const note = page.locator('[data-side]');
      await plot.tap();
      await note.waitFor();
      expect(await note.innerText()).to.match(/Opened.*\d/);
      await page.getByRole('heading', { level: 1 }).tap();
      await note.waitFor({ state: 'detached' });
    }));

  it('downloads figures and links as a file for spreadsheets, and leads to the comparison', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/campaigns/${sent}`);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download as CSV' }).press('Enter'),
      ]);
      expect(file.suggestedFilename()).to.equal('News of spring.csv');
      const bytes = readFileSync(await file.path());
      expect(bytes.subarray(0, 3).toString('hex')).to.equal('efbbbf');
      const lines = bytes.subarray(3).toString().split('\r\n');
      expect(lines).to.include.members([
        '"Figure","Number","Share (%)"',
        '"Delivered",4,80',
        '"Clicked",2,50',
        '"Click-to-open rate","",100',
        '"Link","People","Clicks","Bots and scanners"',
        '"https://example.com/spring",2,2,0',
      ]);
      await page.getByRole('link', { name: 'Compare', exact: true }).press('Enter');
      await page.getByText('Choose another campaign to compare with.').waitFor();
      await page.getByText(/^News of spring \(/).waitFor();
      await page.goto(`${running.api.url}/console/campaigns/${draft}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.getByRole('link', { name: 'Compare', exact: true }).count()).to.equal(0);
    }));

  it('compares chosen campaigns, and shows the calendar of the month', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/reports`);
      await page.getByRole('link', { name: 'Compare campaigns' }).press('Enter');
      await page.getByRole('combobox', { name: 'Campaigns', exact: true }).click();
      await page.getByRole('option', { name: /^News of spring/ }).click();
      await page.getByText('Choose another campaign to compare with.').waitFor();
      await page.keyboard.press('Escape');
      await isInOrder(page, 'the choice of campaigns');
      await page.goto(`${running.api.url}/console/campaigns`);
      await page.getByRole('link', { name: 'Calendar' }).press('Enter');
      await page.getByRole('link', { name: 'News of spring' }).waitFor();
      await isInOrder(page, 'the calendar');
      await page.getByRole('button', { name: 'Next month' }).press('Enter');
      await page.getByText('Nothing is sent in this month.').waitFor();
      await page.reload();
      await page.getByText('Nothing is sent in this month.').waitFor();
    }));

  it('names campaigns in the activity, and joins saves', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/settings/activity`);
      const made = page.getByRole('listitem').filter({ hasText: 'Campaign created' });
      await made.getByRole('link', { name: 'News of spring' }).waitFor();
    }));

  it('shows the mails in the activity of a contact, and erases a person once the address is typed', () =>
    running.visit(client, { viewport: NARROW }, async (page) => {
      const [first] = (await client.get('/contacts/list?email=person-0@example.com')).body.message.contacts;
      await page.goto(`${running.api.url}/console/contacts/${first.id}`);
      await page
        .getByRole('button', { name: /^Show the email: Spring is here/ })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('iframe').waitFor();
      await dialog.getByRole('link', { name: 'See the report of the campaign' }).waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Erase for good' }).click();
      const yes = dialog.getByRole('button', { name: 'Erase this person' });
      await dialog.getByLabel(/^To confirm/).fill('person-1@example.com');
      expect(await yes.isDisabled()).to.equal(true);
      await page.waitForFunction(() =>
        document.getAnimations().every(({ playState }) => playState !== 'running'),
      );
      await isInOrder(page, 'erasing');
      await dialog.getByLabel(/^To confirm/).fill('Person-0@example.com');
      await yes.press('Enter');
      await page.getByText('person-0@example.com is being erased.').waitFor();
      await until(async () => {
        const { contacts } = (await client.get('/contacts/list?email=person-0@example.com')).body.message;
        return contacts.length === 0;
      });
      expect(contact).to.be.above(0);
    }));

  it('shows people who unsubscribed from a subscription type, in German at 360 px, and the limits', () =>
    running.visit(client, { viewport: NARROW, locale: 'de-DE' }, async (page) => {
      await page.goto(`${running.api.url}/console/settings`);
      await page
        .getByRole('link', { name: 'Personen anzeigen, die sich von Newsletter abgemeldet haben' })
        .click();
      await page.getByText('Niemand hat sich von dieser Art abgemeldet.').waitFor();
      await page.getByLabel('Adresse zum Abmelden').fill('fort@example.com');
      await page.keyboard.press('Enter');
      await page.getByText('fort@example.com').last().waitFor();
      await isInOrder(page, 'the people of a type');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Herunterladen' }).click(),
      ]);
      expect(readFileSync(await file.path(), 'utf8')).to.contain('fort@example.com');
      await page.goto(`${running.api.url}/console/settings/account`);
      await page.getByRole('heading', { name: 'Grenzen' }).waitFor();
      await page.getByText('E‑Mails heute').waitFor();
      await isInOrder(page, 'the limits');
    }));

  it('lists single emails, and cancels one that waits', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/messages`);
      await page.getByRole('heading', { name: 'No single emails yet' }).waitFor();
      await isInOrder(page, 'no single emails');
      const { senders } = (await client.get('/senders')).body.message;
      const { status, body } = await client.post('/messages/send', {
        email: 'ada@example.com',
        sender_id: senders[0].id,
        subject: 'Your order',
        template_html: '<p>Thank you.</p>',
        send_at: new Date(Date.now() + 86_400_000).toISOString().replace(/\.\d+/, ''),
      });
      expect(status, JSON.stringify(body)).to.equal(200);
      await page.reload();
      await page.getByRole('button', { name: 'Details: Your order, ada@example.com' }).click();
      await page.getByRole('button', { name: 'Cancel this email' }).click();
      await page.getByRole('button', { name: 'Keep it' }).press('Enter');
      await page.getByRole('button', { name: 'Cancel this email' }).click();
      await page
        .getByRole('dialog', { name: 'Cancel this email?' })
        .getByRole('button', { name: 'Cancel this email' })
        .click();
      await page.getByText('Skipped: Cancelled').first().waitFor();
    }));
});
