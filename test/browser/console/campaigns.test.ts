import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { mailingOfSend } from '../../../common/domain/mailing-keys.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import type { Client } from '../../support/api.ts';
import { textsOf } from '../../support/browser.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { detailsOf } from '../../support/world.ts';
import { addCampaigns } from './campaigns-of-account.ts';
import { type SendingConsole, startSendingConsole } from './sending-console.ts';
import { DESK, isInOrder, PHONE, tabTo } from './support.ts';

describe('the campaigns page of the console', () => {
  let running: SendingConsole;
  let client: Client;
  let sent: string;
  let draft: string;
  before(async () => {
    running = await startSendingConsole('browser-console-campaigns');
    client = await running.api.account({ timezone: 'Europe/Berlin' });
    ({ sent, draft } = await addCampaigns(client, running));
  });
  after(() => running?.stop());

  const to = (page: Page, path: string) => page.goto(`${running.api.url}/console/campaigns${path}`);
  const saved = (page: Page) => page.getByRole('status').getByText('Saved', { exact: true }).waitFor();

  it('stays in order at each width, light and dark', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await to(page, '');
      await page.getByRole('link', { name: 'News of spring' }).waitFor();
      await isInOrder(page, 'the list');
      await to(page, `/${sent}`);
      await page.getByRole('link', { name: /^Delivered/ }).waitFor();
      await isInOrder(page, 'the report');
      await to(page, `/${sent}/people?show=accepted`);
      await page.getByRole('link', { name: 'person-0@example.com' }).waitFor();
      await isInOrder(page, 'the people');
      await to(page, `/${draft}/edit`);
      await page.getByRole('textbox', { name: 'Name of the campaign' }).waitFor();
      await isInOrder(page, 'a draft');
    }));

  it('stays in order in German on a small phone', () =>
    running.visit(client, { viewport: { width: 360, height: 740 }, locale: 'de-DE' }, async (page) => {
      for (const path of ['', `/${sent}`, `/${sent}/people?show=bounced`, `/${draft}/edit`]) {
        await to(page, path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        // A field in a subject is shown by its fallback.
        if (path === '') {
          await page.getByText('Spring is here, reader', { exact: true }).waitFor();
          await page.getByText('Empfänger 5', { exact: true }).waitFor();
          await page.getByText(/^Geklickt 50/).waitFor();
        }
        await isInOrder(page, path);
      }
    }));

  it('shares a campaign by a link, which is copied, opened without an account, and revoked', () =>
    running.visit(
      client,
      { viewport: DESK, permissions: ['clipboard-read', 'clipboard-write'] },
      async (page) => {
        await to(page, `/${sent}`);
        await page.getByRole('button', { name: 'Share' }).click();
        const dialog = page.getByRole('dialog', { name: 'Share this report' });
        await dialog.getByText('No active links.').waitFor();
        await dialog.getByRole('button', { name: 'Create link' }).click();
        const link = dialog.getByRole('status');
        await link.getByRole('button', { name: 'Copy' }).click();
        await link.getByRole('button', { name: 'Copied' }).waitFor();
        const url = await page.evaluate(() => navigator.clipboard.readText());
        expect(url).to.equal(await link.locator('code').textContent());
        await isInOrder(page, 'sharing');
        const { pathname } = new URL(url);
        const shared = await running.api.request(pathname);
        expect(shared.status).to.equal(200);
        expect(shared.body).to.include('News of spring');
        const report = await page.context().newPage();
        await report.goto(`${running.api.url}${pathname}`);
        await report.getByRole('heading', { name: 'News of spring' }).waitFor();
        await isInOrder(report, 'the shared report');
        await report.emulateMedia({ media: 'print', colorScheme: 'dark' });
        expect(await report.locator('details').isVisible(), 'what can not be opened on paper').to.equal(
          false,
        );
        const paper = await report.evaluate(
          () => getComputedStyle(document.querySelector('main')!).backgroundColor,
        );
        expect(paper).to.equal('rgb(255, 255, 255)');
        await report.close();
        await dialog.getByRole('button', { name: /^Revoke the link/ }).click();
        await dialog.getByText('No active links.').waitFor();
        await until(async () => (await running.api.request(pathname)).status === 404, 'the end of the link');
      },
    ));

  it('finds campaigns by name and state', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await to(page, '');
      const other = page.getByRole('link', { name: 'Summer sale' });
      await other.waitFor();
      await page.getByRole('searchbox').fill('SPRING');
      await other.waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'News of spring' }).waitFor();
      await page.getByRole('combobox', { name: 'State' }).click();
      await page.getByRole('option', { name: 'Draft' }).click();
      await page.getByRole('heading', { name: 'No campaign found' }).waitFor();
    }));

  it('saves each change of a campaign, also when the page is left', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await to(page, `/${draft}/edit`);
      await page.getByRole('textbox', { name: 'Name of the campaign' }).fill('Sale of summer');
      await page.getByRole('textbox', { name: 'Subject', exact: true }).fill('Sun for ');
      await page.getByRole('button', { name: 'Personalise Subject' }).click();
      await page.getByRole('menuitem', { name: 'First name' }).click();
      await saved(page);
      const stored = await detailsOf(client, draft);
      expect(stored).to.include({ single_send_name: 'Sale of summer', subject: 'Sun for ((first_name))' });
      expect(stored.hold_reason).to.equal('draft');
      await page.getByRole('textbox', { name: 'Preview text' }).fill('It is warm');
      await page.getByRole('link', { name: 'All campaigns' }).click();
      await until(async () => (await detailsOf(client, draft)).preheader === 'It is warm');
      await page.getByRole('link', { name: 'Sale of summer' }).click();
      await page.getByRole('textbox', { name: 'Preview text' }).waitFor();
      expect(await page.getByRole('textbox', { name: 'Preview text' }).inputValue()).to.equal('It is warm');
    }));

  it('names what is wrong at the field, and saves no campaign without a name', () =>
    running.visit(client, { viewport: PHONE }, async (page) => {
      await to(page, `/${draft}/edit`);
      await page.getByRole('textbox', { name: 'Name of the campaign' }).fill('');
      await page.getByText('A campaign needs a name to be saved.').waitFor();
      await page.getByText('Not saved', { exact: true }).waitFor();
      await page.getByRole('textbox', { name: 'Name of the campaign' }).fill('Sale of summer');
      await saved(page);
    }));

  it('previews HTML without its scripts, with the data of a contact', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await to(page, `/${draft}/edit`);
      const live = page.frameLocator('iframe[title="Live preview"][aria-hidden=false]');
      await live.getByRole('heading', { name: 'Spring is here' }).waitFor();
      await page
        .getByRole('textbox', { name: 'HTML' })
        .fill('<h1 style="color: rgb(1, 2, 3)">Hello ((first_name|you))</h1>');
      await live.getByRole('heading', { name: 'Hello ((first_name|you))' }).waitFor();
      const colour = await live.getByRole('heading').evaluate((one) => getComputedStyle(one).color);
      expect(colour).to.equal('rgb(1, 2, 3)');
      await saved(page);
      await page.getByRole('combobox', { name: 'Preview as' }).fill('person-0');
      await page.getByRole('option', { name: 'person-0@example.com' }).click();
      const mail = page.frameLocator('iframe[title="Email preview"][aria-hidden=false]');
      await mail.getByRole('heading', { name: 'Hello Ada' }).waitFor();
    }));

  it('makes a campaign from a template, which HTML may begin with', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await to(page, `/${draft}/edit`);
      await page.getByText('Template', { exact: true }).click();
      await page.getByRole('button', { name: 'Use this in the email: Plain letter' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
      await saved(page);
      expect(await detailsOf(client, draft)).to.include({ template_id: 7, template_html: null });
      await page
        .frameLocator('iframe[title="Email preview"][aria-hidden=false]')
        .getByText('Dorset Street 1')
        .first()
        .waitFor();
      await page.getByText('HTML', { exact: true }).first().click();
      await page.getByRole('button', { name: 'Use this in the email: HTML' }).click();
      await saved(page);
      const { template_id, template_html } = await detailsOf(client, draft);
      expect([template_id, template_html.length > 1000]).to.deep.equal([1, true]);
    }));

  it('tests and checks a campaign before it is sent', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await to(page, `/${draft}/edit`);
      await page.getByRole('textbox', { name: 'Send a test to' }).fill('editor@example.com');
      await page.getByRole('button', { name: 'Send test' }).click();
      await until(() => Promise.resolve(running.mail.to('editor@example.com').length === 1), 'the test');
      await page.getByRole('button', { name: 'Check now' }).click();
      await page.getByRole('button', { name: 'Check again' }).waitFor();
    }));

  it('names what is missing, schedules in the account’s zone, and makes drafts again', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await to(page, `/${draft}/edit`);
      await page.getByRole('button', { name: 'Review and send' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Still missing:').waitFor();
      expect(await textsOf(dialog.getByRole('listitem'))).to.deep.equal(['Audience']);
      await dialog.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('combobox', { name: 'Send to' }).click();
      await page.getByRole('option', { name: 'Customers (5)' }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Review and send' }).click();
      await dialog.getByLabel('Schedule for later').check();
      await dialog.getByText('Time zone of your account: Berlin').waitFor();
      await dialog.getByLabel('Date').fill('2020-01-01');
      await dialog.getByRole('button', { name: 'Schedule for' }).click();
      await dialog.locator('[aria-invalid=true]').first().waitFor();
      await dialog.getByLabel('Date').fill('2999-01-01');
      await dialog.getByRole('button', { name: 'Schedule for' }).click();
      await page.getByText('Scheduled for 1 Jan 2999, 09:00').waitFor();
      expect(await detailsOf(client, draft)).to.include({ status: 1, schedule_time: '09:00:00' });
      const out = page.getByRole('region', { name: 'What is sent' });
      await out.getByText('5 people').waitFor();
      await out.locator('iframe').waitFor();
      await isInOrder(page, 'a scheduled campaign');
      await page.getByRole('button', { name: 'Change the time' }).click();
      await dialog.getByLabel('Date').fill('2020-01-01');
      await page.keyboard.press('Enter');
      await dialog.locator('[aria-invalid=true]').first().waitFor();
      await dialog.getByLabel('Date').fill('2998-02-03');
      await dialog.getByRole('button', { name: 'Change the time' }).click();
      await page.getByText('Scheduled for 3 Feb 2998, 09:00').first().waitFor();
      expect(await detailsOf(client, draft)).to.include({ status: 1, schedule_date: '2998-02-03' });
      await page.getByRole('button', { name: 'Send now' }).click();
      const now = page.getByRole('dialog', { name: 'Send to 5 people now?' });
      await now.waitFor();
      await page.keyboard.press('Enter');
      await now.waitFor({ state: 'detached' });
      expect(await detailsOf(client, draft)).to.include({ schedule_type: 1 });
      // Another person made it a draft meanwhile.
      await page.route('**/single-send/details*', async (route) => {
        const answer = await route.fetch();
        const body = await answer.json();
        const [one] = body.message.singleSend;
        await route.fulfill({ json: { ...body, message: { singleSend: [{ ...one, status: 0 }] } } });
      });
      await page.getByRole('button', { name: 'Send now' }).click();
      await now.getByRole('button', { name: 'Send to 5 people' }).click();
      await page.getByText('The campaign was made a draft elsewhere. It is not sent.').waitFor();
      expect(await detailsOf(client, draft)).to.include({ schedule_type: 1 });
      await page.unroute('**/single-send/details*');
      await page.getByRole('button', { name: 'Send now' }).click();
      await now.getByRole('button', { name: 'Send to 5 people' }).click();
      await page.getByRole('timer').getByText('Sending to 5 people in').waitFor();
      expect((await detailsOf(client, draft)).schedule_type).to.equal(0);
      await page.getByRole('alert').getByRole('button', { name: 'Undo send' }).click();
      await until(async () => (await detailsOf(client, draft)).hold_reason === 'draft');
    }));

  it('shows a report whose figures lead to people, and gives a CSV of them', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await to(page, `/${sent}`);
      await page.getByRole('link', { name: /^Bounced/ }).click();
      await page.getByRole('rowheader', { name: 'person-4@example.com' }).waitFor();
      await page.getByText('Address does not exist').first().waitFor();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download as CSV' }).click(),
      ]);
      expect(file.suggestedFilename()).to.equal('News of spring.csv');
      await page.getByRole('combobox', { name: 'Show' }).click();
      await page.getByRole('option', { name: 'Opened' }).click();
      await page.getByRole('link', { name: 'person-0@example.com' }).waitFor();
      await page.getByRole('combobox', { name: 'Show' }).click();
      await page.getByRole('option', { name: 'Unsubscribed' }).click();
      await page.getByRole('heading', { name: 'No people found' }).waitFor();
    }));

  it('starts a campaign from an earlier one with all it has, by keys alone', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await to(page, '');
      await tabTo(page, page.getByRole('button', { name: 'New campaign' }));
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'New campaign' });
      const copies = dialog.getByRole('button', { name: /^Copy: / });
      await copies.nth(1).waitFor();
      await isInOrder(page, 'the start of a campaign');
      await tabTo(page, dialog.getByRole('searchbox'));
      await page.keyboard.type('spring');
      await copies.nth(1).waitFor({ state: 'detached' });
      await tabTo(page, dialog.getByRole('button', { name: 'Copy: News of spring' }));
      await page.keyboard.press('Enter');
      await page.waitForURL('**/edit');
      await page.getByRole('heading', { level: 1, name: 'Copy of News of spring' }).waitFor();
      const [first, copy] = [await detailsOf(client, sent), await detailsOf(client, utrOf(page))];
      for (const field of ['template_html', 'subject', 'preheader', 'sender_id', 'recipient_id'] as const)
        expect(copy[field], field).to.deep.equal(first[field]);
      expect(copy.hold_reason).to.equal('duplicate');
      await page.goBack();
      await page.getByRole('button', { name: 'New campaign' }).waitFor();
      expect(new URL(page.url()).search).to.equal('');
      expect(await dialog.count()).to.equal(0);
      await client.delete(`/single/send/delete?utr=${copy.utr}`);
    }));

  it('gives the focus back when no campaign is started, and makes one draft while it waits', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await to(page, '');
      const button = page.getByRole('button', { name: 'New campaign' });
      await button.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'New campaign' });
      const empty = dialog.getByRole('button', { name: 'Empty campaign' });
      await empty.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await until(() => button.evaluate((one) => one === document.activeElement), 'the focus');

      let go = (): void => {};
      const waits = new Promise<void>((done) => {
        go = done;
      });
      await page.route('**/single/send/create', async (route) => {
        await waits;
        await route.continue();
      });
      await button.press('Enter');
      await empty.press('Enter');
      await dialog.locator('button[data-loading]').waitFor();
      await page.keyboard.press('Escape');
      expect(await dialog.count()).to.equal(1);
      go();
      await page.waitForURL('**/edit');
      const utr = utrOf(page);
      await to(page, '');
      await client.delete(`/single/send/delete?utr=${utr}`);
    }));

  it('starts a campaign from a template or an own design', () =>
    running.visit(client, { viewport: PHONE }, async (page) => {
      const mjml =
        '<mjml><mj-body><mj-section><mj-column><mj-text>Monthly</mj-text></mj-column></mj-section></mj-body></mjml>';
      await client.post('/templates/save', {
        template_name: 'Monthly letter',
        template_json: JSON.stringify({ mjml }),
      });
      for (const [name, content] of [
        ['Plain letter', { template_id: 7, template_json: null }],
        ['Monthly letter', { template_id: 1, template_json: JSON.stringify({ mjml }) }],
      ] as const) {
        await to(page, '');
        await page.getByRole('button', { name: 'New campaign' }).click();
        await page
          .getByRole('dialog')
          .getByRole('button', { name: `Use: ${name}` })
          .click();
        await page.waitForURL('**/edit');
        const { template_id, template_json, utr } = await detailsOf(client, utrOf(page));
        expect({ template_id, template_json }).to.deep.equal(content);
        await to(page, '');
        await client.delete(`/single/send/delete?utr=${utr}`);
      }
    }));
  const utrOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-2)!;

  it('duplicates a campaign, and deletes it with a way back', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await to(page, '');
      await page.getByRole('button', { name: 'Actions for News of spring' }).click();
      await page.getByRole('menuitem', { name: 'Duplicate' }).click();
      await page.waitForURL('**/edit');
      await page.getByRole('link', { name: 'All campaigns' }).click();
      const copy = page.getByRole('link', { name: 'Copy of News of spring' });
      await copy.waitFor();
      await page.getByRole('button', { name: 'Actions for Copy of News of spring' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await copy.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await copy.waitFor();
    }));

  it('shows why a campaign is paused, on Home too, and resumes it by a button', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      // As it is when many of its addresses did not exist.
      const { _id } = (await rows(SingleSend).findOne({ utr: sent }))!;
      const mailing = mailingOfSend(_id);
      await rows(SingleSend).updateOne({ _id }, { $set: { status: 2 } });
      await rows(Mailing).updateOne(
        { _id: mailing },
        { $set: { state: 'open', paused_reason: 'too_many_bounces' } },
      );
      await page.goto(`${running.api.url}/console`);
      const decisions = page.getByRole('region', { name: 'Needs a decision' });
      await decisions.getByText('Too many addresses do not exist').waitFor();
      await decisions.getByRole('link', { name: 'Open' }).click();
      await page.waitForURL(`**/campaigns/${sent}`);
      await page.getByRole('button', { name: 'Resume' }).click();
      const asked = page.getByRole('dialog', { name: 'Resume this campaign?' });
      await asked.getByRole('button', { name: 'Keep it paused' }).click();
      await page.getByRole('button', { name: 'Resume' }).click();
      await asked.getByRole('button', { name: 'Resume' }).click();
      await until(async () => (await rows(Mailing).findOne({ _id: mailing }))!.paused_reason === null);
    }));
});
