import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { beginAct, noteAct, OPERATOR } from '../../../common/changes/audit-entries.ts';
import type { Client } from '../../support/api.ts';
import { createSeries } from '../../support/automations.ts';
import { until } from '../../support/until.ts';
import { unzip } from '../../support/unzip.ts';
import { fillAccount } from './filled-account.ts';
import { type Console, DESK, isInOrder, SMALL, startConsole } from './support.ts';

describe('the activity page of the console', () => {
  let running: Console;
  let client: Client;
  before(async () => {
    running = await startConsole('browser-console-audit');
    client = await running.api.account();
    await fillAccount(client);
    const act = { userId: client.user_id, actor: OPERATOR };
    await noteAct({ ...act, act: 'quotas_changed' });
    await beginAct({ ...act, act: 'account_suspended' });
    await client.post('/contacts-type/update', { id: 999_999, name: 'Gone' });
  });
  after(() => running?.stop());

  it('stays in order at each width, light and dark, and says how acts ended', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/settings`);
      await page.getByRole('link', { name: 'Activity' }).press('Enter');
      const first = (text: string) => page.getByRole('listitem').filter({ hasText: text }).first();
      await first('Signed in').waitFor();
      await first('Quotas changed').getByText('Operator of the service').waitFor();
      await first('Account suspended').getByText('Result unknown').waitFor();
      await first('Audience changed').getByText('Refused').waitFor();
      await first('Sender added').getByText('Keys “test”').waitFor();
      await isInOrder(page, 'activity');
    }));

  it('filters by kind, actor and day in its address, and links an automation and its email by name', async () => {
    const [sender] = (await client.get('/senders')).body.message.senders;
    const [type] = (await client.get('/contacts-type')).body.message.contactTypes;
    const { body: group } = await client.post('/unsubscribes-groups/save', {
      group_name: 'News',
      description: 'x',
      is_display: 1,
    });
    const ground = { client, contact_type_id: type.id, sender_id: sender.id, unsubscribe_group_id: group.id };
    const series = await createSeries(ground, { automation_name: 'Welcome' });
    await series.email({ subject: 'Hello ((first_name|you))' });
    await running.visit(client, { viewport: SMALL }, async (page) => {
      const activity = `${running.api.url}/console/settings/activity`;
      await page.goto(activity);
      const filters = page.getByRole('search', { name: 'Filters of the activity' });
      const acts = page.getByRole('listitem');
      const gone = (text: string) => acts.filter({ hasText: text }).first().waitFor({ state: 'detached' });
      await filters.getByLabel('Kind').selectOption({ label: 'Automations' });
      await gone('Signed in');
      expect(new URL(page.url()).searchParams.get('kind')).to.equal('automations');
      await isInOrder(page, 'filtered activity');
      await page.reload();
      await acts.getByRole('link', { name: 'Hello you' }).waitFor();
      await acts.getByRole('link', { name: 'Welcome' }).press('Enter');
      await page.getByRole('heading', { name: 'Welcome', level: 1 }).waitFor();
      await page.goBack();
      await filters.getByLabel('By').selectOption({ label: 'Operator of the service' });
      await page.getByText('No activity matches these filters.').waitFor();
      await filters.getByLabel('Kind').selectOption('');
      await acts.filter({ hasText: 'Quotas changed' }).first().waitFor();
      await filters.getByLabel('By').selectOption({ label: 'Keys “test”' });
      await gone('Quotas changed');
      await acts.filter({ hasText: 'Sender added' }).first().waitFor();
      await filters.getByLabel('To').fill('2030-05-01');
      await filters.getByLabel('From').fill('2030-05-02');
      await filters.getByText('The end must not be before the start.').waitFor();
      await filters.getByRole('button', { name: 'Clear filters' }).press('Enter');
      await acts.filter({ hasText: 'Signed in' }).first().waitFor();
      expect(page.url()).to.equal(activity);
    });
  });

  it('keeps a date while a part of it is deleted, and dims the old entries until new ones are read', () =>
    running.visit(client, { viewport: SMALL }, async (page) => {
      await page.goto(`${running.api.url}/console/settings/activity?from=2020-01-02`);
      const filters = page.getByRole('search', { name: 'Filters of the activity' });
      const from = filters.getByLabel('From');
      await page.getByRole('listitem').filter({ hasText: 'Signed in' }).first().waitFor();
      await from.focus();
      await page.keyboard.press('Backspace');
      await page.waitForURL((url) => !url.searchParams.has('from'));
      // The focus stays in the part, and the other parts are still there.
      await page.keyboard.type('03');
      await page.waitForURL((url) => url.searchParams.get('from') === '2020-03-02');
      expect(await from.inputValue()).to.equal('2020-03-02');

      let answer = (): void => {};
      const held = new Promise<void>((done) => (answer = done));
      await page.route(/\/account\/audit/, async (route) => {
        await held;
        await route.continue();
      });
      const list = page.getByRole('list').filter({ hasText: 'Signed in' });
      const status = page.getByRole('main').getByRole('status');
      await filters.getByLabel('Kind').selectOption({ label: 'Contacts and segments' });
      await status.getByText('Loading').waitFor();
      expect(await list.getAttribute('aria-busy')).to.equal('true');
      expect(Number(await list.evaluate((one) => getComputedStyle(one).opacity))).to.be.below(1);
      answer();
      await page
        .getByRole('listitem')
        .filter({ hasText: 'Signed in' })
        .first()
        .waitFor({ state: 'detached' });
      expect(await status.getByText('Loading').count()).to.equal(0);
      expect(
        await page.getByRole('list').filter({ hasText: 'Audience changed' }).getAttribute('aria-busy'),
      ).to.equal('false');
      await filters.getByRole('button', { name: 'Clear filters' }).press('Enter');
      await until(async () => (await from.inputValue()) === '', 'the empty date');
    }));

  it('tells keys of one name apart by their first characters', async () => {
    await running.visit(client, { viewport: SMALL }, async (page) => {
      for (const _ of [1, 2]) {
        await page.goto(`${running.api.url}/console/settings/access`);
        await page.getByRole('button', { name: 'Create a pair of keys' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Name').fill('Reports');
        await dialog.getByRole('button', { name: 'Create a pair of keys' }).click();
        await dialog.getByRole('button', { name: 'I have copied it' }).click();
      }
      await page.goto(`${running.api.url}/console/settings/activity`);
      const options = page.getByRole('search').getByLabel('By').getByRole('option');
      await options.filter({ hasText: 'Reports' }).last().waitFor({ state: 'attached' });
      const names = await options.allInnerTexts();
      expect(names.filter((name) => name.includes('Reports'))).to.have.length(2);
      expect(new Set(names).size).to.equal(names.length);
      await isInOrder(page, 'the activity with keys of one name');
    });
  });

  it('offers everything as a file to download, which is an act as well', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/settings`);
      await page.getByRole('link', { name: 'Account', exact: true }).press('Enter');
      const button = page.getByRole('button', { name: 'Download everything' });
      await button.waitFor();
      await isInOrder(page, 'account');
      const [file] = await Promise.all([page.waitForEvent('download'), button.press('Enter')]);
      expect(file.suggestedFilename()).to.equal(`account-${client.user_id}.zip`);
      const files = unzip(readFileSync(await file.path()));
      expect([...files.keys()]).to.include.members(['account.json', 'contacts.jsonl', 'audit.jsonl']);
      await page.goto(`${running.api.url}/console/settings/activity`);
      await page.getByRole('listitem').filter({ hasText: 'All data downloaded' }).waitFor();
    }));

  it('shows older acts when they are asked for', async () => {
    for (let at = 0; at < 60; at += 1)
      await noteAct({ userId: client.user_id, actor: OPERATOR, act: 'quotas_changed' });
    await running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/settings/activity`);
      await page.getByRole('button', { name: 'Show more' }).click();
      await page.getByRole('listitem').filter({ hasText: 'Sender added' }).first().waitFor();
    });
  });
});
