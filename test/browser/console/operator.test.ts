import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { Account } from '../../../common/models/accounts.ts';
import { JobFailure } from '../../../common/models/job-failures.ts';
import { WorkerPresence } from '../../../common/models/workers.ts';
import { Counter } from '../../../common/store/counters.ts';
import { type Client, startApi } from '../../support/api.ts';
import { haveNoSecondFactor, haveSecondFactor } from '../../support/operators.ts';
import { type Console, DESK, isInOrder, PHONE, SMALL, startConsole } from './support.ts';

describe('the operator page of the console', () => {
  let running: Console;
  let operator: Client;
  let client: Client;
  before(async () => {
    running = await startConsole('browser-console-operator', (name, settings) =>
      startApi(name, { ...settings, OPERATORS: '1' }),
    );
    // The first account of a store has the number 1.
    await Counter.deleteMany({});
    [operator, client] = [await running.api.account(), await running.api.account()];
    expect(operator.user_id).to.equal(1);
    await Account.updateOne({ _id: client.user_id }, { $set: { name: 'A shop' } });
    await WorkerPresence.insertOne({ _id: 'aaaaaaaa-1', slices: 4, seen_at: new Date() });
    await WorkerPresence.insertOne({
      _id: 'bbbbbbbb-2',
      slices: 4,
      seen_at: new Date(Date.now() - 60_000),
    });
    const at = new Date();
    await JobFailure.insertOne({
      _id: 'call-webhook webhook-7',
      job: 'call-webhook',
      subject: 'webhook-7',
      reason: 'Error: the disk is full',
      failures: 3,
      tries: 3,
      first_at: at,
      last_at: at,
      next_at: at,
      given_up_at: at,
      forget_at: new Date(at.getTime() + 3600_000),
    });
  });
  after(() => running?.stop());

  /** Signed in as with a code. No call of the page is under way meanwhile. */
  async function begin(page: Page): Promise<void> {
    await page.goto('about:blank');
    await haveSecondFactor(operator.user_id);
    await page.goto(`${running.api.url}/console`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }

  it('stays hidden from other accounts, and its address shows them no page', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await running.home(page);
      expect(await page.getByRole('link', { name: 'Operator' }).count()).to.equal(0);
      await page.goto(`${running.api.url}/console/operator/accounts`);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    }));

  it('asks for a second factor, then shows workers, what waits and jobs that failed, which are tried again', () =>
    running.visit(operator, { viewport: DESK }, async (page) => {
      await begin(page);
      await WorkerPresence.updateOne({ _id: 'aaaaaaaa-1' }, { $set: { seen_at: new Date() } });
      await page.getByRole('link', { name: 'Operator' }).click();
      await page.getByText('Working', { exact: true }).first().waitFor();
      await page.getByText('No sign of life for').first().waitFor();
      await page.getByText('Error: the disk is full').waitFor();
      await page.getByText('Campaigns are checked without a spam score.').waitFor();
      await isInOrder(page, 'the service');
      await page.getByRole('button', { name: 'Retry: call-webhook webhook-7' }).press('Enter');
      await page.getByText('No failed jobs.').waitFor();
      expect(await JobFailure.countDocuments()).to.equal(0);
    }));

  it('has tables that fit a small phone in French', () =>
    running.visit(operator, { viewport: SMALL, locale: 'fr-FR' }, async (page) => {
      await begin(page);
      await page.goto(`${running.api.url}/console/operator`);
      const tables = page.locator('.table');
      await tables.first().waitFor();
      const over = await tables.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
      expect(over).to.deep.equal(over.map(() => 0));
    }));

  it('suspends an account, ends the suspension, and changes its quotas', async () => {
    await haveNoSecondFactor(operator.user_id);
    await running.visit(operator, { viewport: PHONE }, async (page) => {
      await begin(page);
      await page.goto(`${running.api.url}/console/operator`);
      await page.getByRole('link', { name: 'Accounts' }).click();
      await page.getByRole('link', { name: 'A shop' }).waitFor();
      await isInOrder(page, 'all accounts');
      await page.setViewportSize(SMALL);
      const table = page.locator('.table');
      expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).to.equal(0);
      await table
        .getByRole('cell', { name: /Active/ })
        .first()
        .waitFor();
      await page.setViewportSize(PHONE);
      await page.getByRole('link', { name: 'A shop' }).click();
      await page.getByLabel('Reason').fill('Too many complaints');
      await isInOrder(page, 'an account');
      await page.getByRole('button', { name: 'Suspend' }).click();
      await page.getByText(/Suspended since .*: Too many complaints/).waitFor();
      expect((await client.get('/contacts-type')).status).to.equal(403);
      await page.getByRole('button', { name: 'End suspension' }).click();
      await page.getByText('Active', { exact: true }).waitFor();
      expect((await client.get('/contacts-type')).status).to.equal(200);

      await page.getByLabel('Contacts').fill('many');
      await page.getByRole('button', { name: 'Save quotas' }).click();
      await page.getByText('Enter a whole number.').waitFor();
      await isInOrder(page, 'quotas with a wrong number');
      await page.getByLabel('Contacts').fill('500');
      await page.getByRole('button', { name: 'Save quotas' }).click();
      await page.getByText('Quotas saved.').waitFor();
      const { quotas } = (await Account.findOne({ _id: client.user_id }))!;
      expect(quotas).to.deep.equal({ contacts: 500 });
    });
  });

  it('says what to do without a second factor', async () => {
    await haveNoSecondFactor(operator.user_id);
    // The browser notes the 403 of a call, which is what this is about.
    await running
      .visit(operator, { viewport: DESK }, async (page) => {
        await page.goto(`${running.api.url}/console/operator`);
        await page.getByRole('heading', { name: 'Set up a second factor first' }).waitFor();
        await isInOrder(page, 'an operator without a second factor');
      })
      .catch((error: { actual?: unknown }) =>
        expect(error.actual).to.satisfy((notes: string[]) =>
          notes.every((note) => note.includes('status of 403')),
        ),
      );
  });
});
