import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Client } from '../../support/api.ts';
import { aSend, type Ground, layGround } from '../../support/factories.ts';
import { until } from '../../support/until.ts';
import { detailsOf } from '../../support/world.ts';
import { makeEmail } from './automation-of-account.ts';
import { type Console, DESK, isInOrder, startConsole } from './support.ts';

const designOf = (text: string): string =>
  JSON.stringify({
    mjml: `<mjml><mj-body><mj-section><mj-column><mj-text>${text}</mj-text></mj-column></mj-section></mj-body></mjml>`,
  });
const DESIGN = designOf('Weeks of work');
const HTML = '<p>Written by hand</p>';

describe('the console, before it replaces content,', () => {
  let running: Console;
  let client: Client;
  let ground: Ground;
  before(async () => {
    running = await startConsole('browser-console-replaced-content');
  });
  after(() => running?.stop());
  beforeEach(async () => {
    client = await running.api.account();
    ground = await layGround(client);
  });

  const makeDraft = async (fields: Readonly<Record<string, unknown>>): Promise<string> => {
    const { status, body } = await client.post(
      '/single/send/create',
      aSend(ground, { draft: 1, template_html: '', ...fields }),
    );
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.utr;
  };
  const visit = (use: (page: Page) => Promise<void>) => running.visit(client, { viewport: DESK }, use);
  const open = (page: Page, utr: string) => page.goto(`${running.api.url}/console/campaigns/${utr}/edit`);
  const tab = (page: Page, name: string) => page.getByText(name, { exact: true }).first().click();
  const use = (page: Page, name: string) =>
    page.getByRole('button', { name: `Use this in the email: ${name}` }).click();
  const card = (page: Page) => use(page, 'Newsletter');
  const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true }).click();
  const ask = (page: Page) => page.getByRole('dialog', { name: /^Replace the/ });
  const restoreNewest = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Earlier versions' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Restore/ })
      .first()
      .click();
    await page.getByText('Restored.').waitFor();
  };

  it('asks at a template, with the focus on the way out, and restores the earlier content', () =>
    visit(async (page) => {
      const utr = await makeDraft({ template_json: DESIGN });
      const before = await detailsOf(client, utr);
      await open(page, utr);
      // Looking changes nothing.
      for (const name of ['Template', 'HTML', 'Design', 'HTML', 'Template']) await tab(page, name);
      await card(page);
      await ask(page).waitFor();
      // The bar of the page may cover fields behind the question.
      await page.evaluate(() => scrollTo(0, 0));
      await isInOrder(page, 'the question');
      await page.keyboard.press('Enter');
      await ask(page).waitFor({ state: 'detached' });
      expect(await detailsOf(client, utr)).to.deep.equal(before);

      await card(page);
      await ask(page).getByRole('button', { name: 'Replace' }).click();
      await until(async () => (await detailsOf(client, utr)).template_id !== 1, 'the template');
      await page.getByRole('button', { name: 'Earlier versions' }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Restore: Design/ })
        .waitFor();
      await isInOrder(page, 'the earlier versions');
      await page.keyboard.press('Escape');
      await restoreNewest(page);
      expect(await detailsOf(client, utr)).to.include({ template_json: DESIGN, template_id: 1 });
      // The page shows what is stored now.
      await page.getByRole('button', { name: 'Save as a template' }).waitFor();
    }));

  it('only shows the HTML of a template, until it is used, which can be undone', () =>
    visit(async (page) => {
      const utr = await makeDraft({ template_id: 7 });
      const before = await detailsOf(client, utr);
      await open(page, utr);
      const code = page.getByRole('textbox', { name: 'HTML' });
      await tab(page, 'Design');
      await tab(page, 'HTML');
      await page.getByText('The email uses: Template.').waitFor();
      await until(async () => /<html/i.test(await code.inputValue()), 'the HTML of the template');
      expect(await code.getAttribute('readonly')).not.to.equal(null);
      await code.press('x');
      await isInOrder(page, 'the HTML of a template');
      await tab(page, 'Template');
      await page.getByRole('button', { name: 'In the email: Plain letter' }).press('Enter');
      // A save, had there been one, would be under way or done.
      await page.getByRole('textbox', { name: 'Name of the campaign' }).fill('Looked at');
      await page.getByText('Saved', { exact: true }).waitFor();
      const { template_id, template_html, template_json } = before;
      const content = { template_id, template_html, template_json };
      expect(await detailsOf(client, utr)).to.deep.include({ ...content, version: 1 });

      await tab(page, 'HTML');
      await use(page, 'HTML');
      await until(async () => (await detailsOf(client, utr)).template_html !== null, 'the HTML');
      await code.fill(HTML);
      // A later change ends the offer, because undoing would lose it.
      await page.getByRole('button', { name: 'Undo', exact: true }).waitFor({ state: 'detached' });
      await tab(page, 'Template');
      await use(page, 'Newsletter');
      await ask(page).getByRole('button', { name: 'Replace' }).click();
      await until(async () => (await detailsOf(client, utr)).template_id === 2, 'the template');
      await undo(page);
      await until(async () => (await detailsOf(client, utr)).template_html === HTML, 'the HTML again');
      expect(await code.inputValue()).to.equal(HTML);
    }));

  it('gives the second use of content as long to be undone as the first', () =>
    visit(async (page) => {
      const utr = await makeDraft({ template_id: 7 });
      await open(page, utr);
      await tab(page, 'Template');
      const offer = page.getByRole('button', { name: 'Undo', exact: true });
      const after = (ms: number) =>
        page.evaluate((wait) => new Promise((done) => setTimeout(done, wait)), ms);
      await card(page);
      await offer.waitFor();
      await after(7000);
      await use(page, 'Plain letter');
      await offer.waitFor();
      await after(5000);
      await offer.click();
      await until(async () => (await detailsOf(client, utr)).template_id === 2, 'the first use again');
    }));

  it('says that a template is in the email only where the email is of it', () =>
    visit(async (page) => {
      for (const content of [{ template_json: DESIGN }, { template_html: HTML }]) {
        await open(page, await makeDraft({ template_id: 7, ...content }));
        await tab(page, 'Template');
        await page.getByRole('button', { name: 'Use this in the email: Plain letter' }).waitFor();
        expect(await page.getByRole('button', { name: /^In the email/ }).count()).to.equal(0);
      }
    }));

  it('asks when HTML would take the place of a design', () =>
    visit(async (page) => {
      const utr = await makeDraft({ template_json: DESIGN });
      await open(page, utr);
      await tab(page, 'HTML');
      expect(await page.getByRole('textbox', { name: 'HTML' }).count()).to.equal(0);
      await use(page, 'HTML');
      await ask(page).getByRole('button', { name: 'Keep' }).click();
      expect(await detailsOf(client, utr)).to.include({ template_json: DESIGN, version: 0 });
      await use(page, 'HTML');
      await ask(page).getByRole('button', { name: 'Replace' }).click();
      await page.getByRole('textbox', { name: 'HTML' }).fill(HTML);
      await until(async () => (await detailsOf(client, utr)).template_html === HTML, 'the HTML');
      await restoreNewest(page);
      expect(await detailsOf(client, utr)).to.include({ template_json: DESIGN, template_html: null });
    }));

  it('asks when an own template would take the place of a design', () =>
    visit(async (page) => {
      await client.post('/templates/save', { template_name: 'Mine', template_json: designOf('Mine') });
      const utr = await makeDraft({ template_json: DESIGN });
      await open(page, utr);
      await tab(page, 'Template');
      await use(page, 'Mine');
      await ask(page).getByRole('button', { name: 'Replace' }).click();
      await until(
        async () => (await detailsOf(client, utr)).template_json === designOf('Mine'),
        'the template',
      );
      await restoreNewest(page);
      expect(await detailsOf(client, utr)).to.include({ template_json: DESIGN });
    }));

  it('asks when the editor would take the place of HTML', () =>
    visit(async (page) => {
      const utr = await makeDraft({ template_html: HTML });
      await open(page, utr);
      await tab(page, 'Design');
      await page.getByRole('button', { name: 'Open the editor' }).click();
      await ask(page).getByRole('button', { name: 'Keep' }).click();
      await page.getByRole('button', { name: 'Open the editor' }).click();
      await ask(page).getByRole('button', { name: 'Replace' }).click();
      await page.getByRole('heading', { name: 'Blocks' }).waitFor();
      expect(await detailsOf(client, utr)).to.include({ template_html: HTML });
      const heading = page.getByRole('region', { name: 'Blocks' }).getByRole('button', { name: 'Heading' });
      await heading.click();
      await until(async () => (await detailsOf(client, utr)).template_json !== null, 'the design');
      await page.getByRole('button', { name: 'Done' }).click();
      const picture = page.getByRole('img', { name: 'Picture of the design' });
      await picture.scrollIntoViewIfNeeded();
      await picture.locator('iframe').contentFrame().getByText('Your heading').waitFor();
      await restoreNewest(page);
      expect(await detailsOf(client, utr)).to.include({ template_html: HTML, template_json: null });
    }));

  it('asks in emails of automations, too', () =>
    visit(async (page) => {
      const { automation, email } = await makeEmail(client, ground.sender_id);
      const stored = async () =>
        (await client.get(`/automations/schedule?utr=${automation}`)).body.message.automation_schedules[0];
      const { sender_id, subject, waiting_type, waiting_period, preview_img } = await stored();
      const fixed = { utr: email, sender_id, subject, waiting_type, waiting_period, preview_img };
      await client.post('/automations/schedule/update', { ...fixed, template_id: 1, template_json: DESIGN });
      await page.goto(`${running.api.url}/console/automations/${automation}/emails/${email}`);
      await tab(page, 'Template');
      await card(page);
      await ask(page).getByRole('button', { name: 'Keep' }).click();
      await card(page);
      await ask(page).getByRole('button', { name: 'Replace' }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await until(async () => (await stored()).template_json === null, 'the save');
      await restoreNewest(page);
      expect(await stored()).to.include({ template_json: DESIGN, template_id: 1 });
    }));
});
