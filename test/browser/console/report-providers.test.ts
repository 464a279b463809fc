import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Client } from '../../support/api.ts';
import { textsOf } from '../../support/browser.ts';
import { type DnsServer, startDnsServer } from '../../support/dns-server.ts';
import { addCampaigns } from './campaigns-of-account.ts';
import { type SendingConsole, startSendingConsole } from './sending-console.ts';
import { DESK, isInOrder, SMALL } from './support.ts';

describe('the providers of a report in the console', () => {
  let dns: DnsServer;
  let running: SendingConsole;
  let client: Client;
  let sent: string;
  before(async () => {
    dns = await startDnsServer();
    dns.zones.set('example.com', { mx: [{ priority: 1, exchange: 'aspmx.l.google.com' }] });
    running = await startSendingConsole('browser-console-report-providers', { DNS_SERVERS: dns.address });
    client = await running.api.account({ timezone: 'Europe/Berlin' });
    ({ sent } = await addCampaigns(client, running));
  });
  after(async () => {
    await running?.stop();
    await dns?.close();
  });

  const cells = async (page: Page, name: RegExp): Promise<string[]> => {
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
    await row.waitFor();
    return textsOf(row.locator('td'));
  };

  it('are those behind the domains, or the domains themselves', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/campaigns/${sent}`);
      expect(await cells(page, /^Google/)).to.deep.equal(['Google\nexample.com', '4', '2', '2', '1']);
      await isInOrder(page, 'a campaign by provider');
      const domains = page.getByRole('region', { name: 'Recipient domains', exact: true });
      await domains.getByText('Domain', { exact: true }).first().click();
      expect(await cells(page, /^example\.com/)).to.deep.equal(['example.com', '4', '2', '2', '1']);
    }));

  it('are in the report of all emails, in German at 360 px, and in its file', () =>
    running.visit(client, { viewport: SMALL, locale: 'de-DE' }, async (page) => {
      await page.goto(`${running.api.url}/console/reports`);
      expect((await cells(page, /^Google/)).slice(0, 2)).to.deep.equal(['Google\nexample.com', '5']);
      await isInOrder(page, 'the report by provider');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Domains als CSV' }).click(),
      ]);
      expect(readFileSync(await file.path(), 'utf8'))
        .to.contain('Anbieter')
        .and.to.match(/"?example\.com"?[,;]"?Google"?/);
    }));
});
