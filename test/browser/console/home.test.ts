import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { Sender } from '../../../common/models/senders.ts';
import { SendingDomain } from '../../../common/models/sending-domains.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { addCampaigns } from './campaigns-of-account.ts';
import { type SendingConsole, startSendingConsole } from './sending-console.ts';
import { DESK } from './support.ts';

/** Requests until Home can be used. Menus load later, and the figures of the month when they are near. */
const MOST_REQUESTS = 15;

describe('the Home page of the console', () => {
  let running: SendingConsole;
  before(async () => {
    running = await startSendingConsole('browser-console-home');
  });
  after(() => running?.stop());

  const stepsOf = (page: Page) => page.getByRole('region', { name: 'Steps to your first email' });

  /** Opens Home, and counts its requests. */
  async function requestsOf(page: Page): Promise<readonly string[]> {
    const urls: string[] = [];
    page.on('request', (request) => {
      if (!/\/assets\/later-|\/statistics\?/.test(request.url())) urls.push(request.url());
    });
    await running.home(page);
    await page.waitForLoadState('networkidle');
    page.removeAllListeners('request');
    return urls;
  }

  it('needs few requests, and shows a new account its first steps', async () => {
    const client = await running.api.account();
    await running.visit(client, { viewport: DESK }, async (page) => {
      const urls = await requestsOf(page);
      expect(urls.length, urls.join('\n')).to.be.at.most(MOST_REQUESTS);
      await stepsOf(page).getByText('0 of 5 done').waitFor();
    });
  });

  const unverifiedOf = (page: Page) =>
    page.getByRole('region', { name: 'Your senders and domains need attention' });

  it('takes as few for an account that has sent, and shows again a step that is undone', async () => {
    const client = await running.api.account();
    await addCampaigns(client, running);
    await rows(Sender).updateMany({ user_id: client.user_id }, { $set: { is_verified: 1 } });
    await rows(SendingDomain).updateMany({ user_id: client.user_id }, { $set: { proven: ['rsa'] } });
    await running.visit(client, { viewport: DESK }, async (page) => {
      const kept = () => page.evaluate(() => localStorage.getItem('console-steps-done'));
      const urls = await requestsOf(page);
      expect(urls.length, urls.join('\n')).to.be.at.most(MOST_REQUESTS);
      await until(async () => (await kept()) !== null, 'the end of the steps');
      expect(await stepsOf(page).count()).to.equal(0);
      expect(await unverifiedOf(page).count()).to.equal(0);
      await rows(Sender).updateMany({ user_id: client.user_id }, { $set: { deleted_at: new Date() } });
      await page.reload();
      await stepsOf(page).getByText('3 of 5 done').waitFor();
      expect(await kept()).to.equal(null);
    });
  });

  it('names a sender and a domain that are no longer verified, until they are again', async () => {
    const client = await running.api.account();
    await addCampaigns(client, running);
    const change = (is_verified: 0 | 1, proven: 'rsa'[]) =>
      Promise.all([
        rows(Sender).updateMany({ user_id: client.user_id }, { $set: { is_verified } }),
        rows(SendingDomain).updateMany({ user_id: client.user_id }, { $set: { proven } }),
      ]);
    await change(0, []);
    await running.visit(client, { viewport: DESK }, async (page) => {
      await running.home(page);
      const note = unverifiedOf(page);
      await note.getByText('hello@example.com is not confirmed, so no campaign').waitFor();
      await note.getByText('DNS records of example.com are missing or wrong').waitFor();
      expect(await stepsOf(page).count()).to.equal(0);
      await note.getByRole('link', { name: 'Go to the domains' }).click();
      await page.getByRole('heading', { name: 'Sending domains' }).waitFor();
      await page.goBack();
      await note.getByRole('link', { name: 'Go to the senders' }).click();
      await page.getByRole('button', { name: 'Resend the email' }).first().waitFor();
      await change(1, ['rsa']);
      await running.home(page);
      await page.waitForLoadState('networkidle');
      expect(await note.count()).to.equal(0);
    });
  });
});
