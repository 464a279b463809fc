import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Client } from '../../support/api.ts';
import { textsOf } from '../../support/browser.ts';
import { addCampaigns } from './campaigns-of-account.ts';
import { type SendingConsole, startSendingConsole } from './sending-console.ts';
import { DESK, isInOrder, PHONE } from './support.ts';

describe('the reports page of the console', () => {
  let running: SendingConsole;
  let client: Client;
  before(async () => {
    running = await startSendingConsole('browser-console-reports');
    client = await running.api.account({ timezone: 'Europe/Berlin' });
    await addCampaigns(client, running);
  });
  after(() => running?.stop());

  const to = (page: Page, path = '') => page.goto(`${running.api.url}/console/reports${path}`);
  const figure = (page: Page, name: string) =>
    page
      .getByRole('region', { name: /^Emails:/ })
      .getByRole('listitem')
      .filter({ hasText: name });

  it('stays in order at each width, light and dark, as does Home', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await to(page);
      await page.getByRole('rowheader', { name: 'example.com' }).waitFor();
      await isInOrder(page, 'the report');
      await page.getByText('Show as a table').first().click();
      await to(page, '?period=year');
      await page.getByRole('rowheader', { name: 'example.com' }).waitFor();
      await isInOrder(page, 'a year');
      await page.goto(`${running.api.url}/console`);
      const providers = page.getByRole('region', { name: 'Recipient domains', exact: true });
      // Parts below the window are read when they come near.
      await providers.scrollIntoViewIfNeeded();
      await providers.getByRole('rowheader', { name: 'example.com' }).waitFor();
      await page.getByRole('region', { name: 'Growth of contacts' }).scrollIntoViewIfNeeded();
      await page.getByText('+5 in the last 30 days').waitFor();
      await isInOrder(page, 'Home');
      await providers.getByRole('link', { name: 'See the full report' }).click();
      await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
    }));

  it('stays in order in German on a small phone', () =>
    running.visit(client, { viewport: { width: 360, height: 740 }, locale: 'de-DE' }, async (page) => {
      await to(page, '?period=chosen');
      await page.getByRole('rowheader', { name: 'example.com' }).waitFor();
      await isInOrder(page, 'the report in German');
    }));

  it('shows the results of all mails by day and by provider, and the growth of audiences', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await to(page);
      await figure(page, 'Sent').getByText('5', { exact: true }).waitFor();
      await figure(page, 'Delivered').getByText('80% of sent').waitFor();
      await figure(page, 'Opened').getByText('50% of delivered').waitFor();
      await figure(page, 'Bounced').getByText('20% of sent').waitFor();
      const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'example.com' }) });
      expect(await textsOf(row.getByRole('cell'))).to.deep.equal(['5', '80%', '50%', '50%', '0%', '20%']);
      const growth = page.getByRole('region', { name: 'Growth of contacts', exact: true });
      const audience = growth.getByRole('row').filter({ hasText: 'Customers' });
      expect(await textsOf(audience.getByRole('cell'))).to.deep.equal(['+5', '5']);
      const mails = page.getByRole('region', { name: 'Emails over time' });
      await mails.getByText('Show as a table').click();
      expect(await textsOf(mails.getByRole('row').last().getByRole('cell'))).to.deep.equal([
        await mails.locator('p > span').last().innerText(),
        '5',
        '4',
        '2',
        '2',
        '0',
        '1',
      ]);
    }));

  it('shows a year, or chosen dates, which its address keeps, and names wrong dates at their field', () =>
    running.visit(client, { viewport: PHONE }, async (page) => {
      await to(page);
      await figure(page, 'Sent').getByText('5', { exact: true }).waitFor();
      await page.getByText('A year').click();
      await page.waitForURL('**/reports?period=year');
      await figure(page, 'Sent').getByText('5', { exact: true }).waitFor();
      await page.getByText('Chosen dates').click();
      await page.getByRole('textbox', { name: 'From' }).fill('2025-03-01');
      await page.getByRole('textbox', { name: 'To' }).fill('2025-03-31');
      await page.waitForURL('**/reports?period=chosen&from=2025-03-01&to=2025-03-31');
      await page.getByText('No emails were sent in this period. Send a campaign').waitFor();
      await page.getByText('The number of contacts did not change in this period.').waitFor();
      await isInOrder(page, 'days without mails');
      await page.getByRole('textbox', { name: 'To' }).fill('2025-02-01');
      await page.getByText('The end must not be before the start.').waitFor();
      await page.reload();
      await page.getByText('The end must not be before the start.').waitFor();
    }));

  it('offers a CSV by day and by provider', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await to(page);
      const linesOf = async (button: string): Promise<string[]> => {
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: button }).click(),
        ]);
        return readFileSync(await file.path(), 'utf8')
          .replace('\ufeff', '')
          .trimEnd()
          .split('\r\n');
      };
      const days = await linesOf('Days as CSV');
      expect(days).to.have.length(31);
      expect(days[0]).to.match(/^"Day","Sent","Delivered"/);
      expect(days.at(-1)).to.match(/^"\d{4}-\d\d-\d\d",5,4,2,2,0,0,1,5$/);
      const providers = await linesOf('Domains as CSV');
      expect(providers.slice(1)).to.deep.equal(['"example.com","",5,4,2,2,0,0,1']);
    }));
});
