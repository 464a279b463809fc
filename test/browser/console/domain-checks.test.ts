import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { SendingDomain } from '../../../common/models/sending-domains.ts';
import type { Client } from '../../support/api.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { type Console, isInOrder, SMALL, startConsole } from './support.ts';

const MINUTE_MS = 60_000;

describe('the checks of a domain on the settings page', () => {
  let running: Console;
  let client: Client;
  before(async () => {
    running = await startConsole('browser-console-domain-checks');
    client = await running.api.account();
  });
  after(() => running?.stop());

  /** Notes the checks that a page asks for. */
  function checksOf(page: Page): readonly string[] {
    const checks: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/sending-domains/check')) checks.push(request.url());
    });
    return checks;
  }

  /** The browser tells a page so when another tab covers it. */
  const hide = async (page: Page, isHidden: boolean): Promise<void> => {
    await page.evaluate(
      `Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} });
      document.dispatchEvent(new Event('visibilitychange'));`,
    );
  };

  it('come by themselves for an hour, wait while the page is hidden, and say when the next is due', () =>
    running.visit(client, { viewport: SMALL }, async (page) => {
      await page.clock.install();
      const checks = checksOf(page);
      await page.goto(`${running.api.url}/console/settings`);
      const domains = page.getByRole('region', { name: 'Sending domains' });
      await domains.getByText('No domains yet.').waitFor();
      expect(await domains.getByText('checked automatically').count()).to.equal(0);
      await domains.getByLabel('Domain', { exact: true }).fill('news.example');
      await page.keyboard.press('Enter');
      const next = domains.getByText(/The DNS is checked automatically\. Next check at \d/);
      await next.waitFor();
      await isInOrder(page, 'a domain that is checked');
      const before = await next.innerText();
      await page.clock.runFor(MINUTE_MS + 1000);
      await until(() => Promise.resolve(checks.length === 1), 'the first check');
      await until(async () => (await next.innerText()) !== before, 'the time of the second check');
      await hide(page, true);
      await page.clock.runFor(5 * MINUTE_MS);
      expect(checks.length).to.equal(1);
      await hide(page, false);
      await until(() => Promise.resolve(checks.length === 2), 'the check that was due');
      await page.clock.fastForward(60 * MINUTE_MS);
      await domains.getByText('The automatic checks have ended.').waitFor();
      const ended = checks.length;
      await page.clock.runFor(10 * MINUTE_MS);
      expect(checks.length).to.equal(ended);
      await domains.getByRole('button', { name: 'Check now: news.example' }).press('Enter');
      await next.waitFor();
    }));

  it('end when the DNS has all records', () =>
    running.visit(client, { viewport: SMALL }, async (page) => {
      await page.goto(`${running.api.url}/console/settings`);
      const next = page.getByText('The DNS is checked automatically.');
      await next.waitFor();
      await rows(SendingDomain).updateMany(
        { user_id: client.user_id },
        { $set: { proven: ['rsa'], link_host: null, return_path_host: null } },
      );
      await page.reload();
      await page.getByText('Authenticated', { exact: true }).waitFor();
      expect(await next.count()).to.equal(0);
    }));
});
