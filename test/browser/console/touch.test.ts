import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Client } from '../../support/api.ts';
import { overflow } from '../../support/browser.ts';
import { aSend, type Ground, layGround } from '../../support/factories.ts';
import { until } from '../../support/until.ts';
import { detailsOf } from '../../support/world.ts';
import { type Console, hasFocus, SMALL, startConsole } from './support.ts';

const PHONE = { viewport: SMALL, hasTouch: true, isMobile: true } as const;
/** The process that renders designs starts with the first one. */
const SLOW_MS = 60_000;
/** A place outside of the menu. */
const OUTSIDE = { x: 350, y: 400 } as const;

const designOf = (...texts: readonly string[]): string =>
  JSON.stringify({
    mjml: `<mjml><mj-body><mj-section><mj-column>${texts
      .map((text) => `<mj-text>${text}</mj-text>`)
      .join('')}</mj-column></mj-section></mj-body></mjml>`,
  });

describe('by touch, at 360 px,', () => {
  let running: Console;
  let client: Client;
  let ground: Ground;
  let draft: string;
  before(async () => {
    running = await startConsole('browser-console-touch');
    client = await running.api.account();
    ground = await layGround(client);
    for (const name of ['ada', 'eve', 'zoe'])
      await client.post('/contacts/add', {
        contact_type_id: ground.contact_type_id,
        country: 1,
        email: `${name}@example.com`,
      });
    const saved = await client.post('/templates/save', {
      template_name: 'Monthly',
      template_json: designOf('News'),
    });
    expect(saved.status, JSON.stringify(saved.body)).to.equal(200);
    const fields = { draft: 1, template_id: 1, template_html: '', template_json: designOf('first', 'last') };
    draft = (await client.post('/single/send/create', aSend(ground, fields))).body.utr;
  });
  after(() => running?.stop());

  const visit = (path: string, use: (page: Page) => Promise<void>) =>
    running.visit(client, PHONE, async (page) => {
      await page.goto(`${running.api.url}/console${path}`);
      await use(page);
      expect(await overflow(page)).to.deep.equal([]);
    });
  const tapOutside = (page: Page) => page.touchscreen.tap(OUTSIDE.x, OUTSIDE.y);

  it('the menu opens, closes by a touch outside and by its button, and leads to pages; so does the search', () =>
    visit('', async (page) => {
      const menu = page.getByRole('button', { name: 'Menu', exact: true });
      const drawer = page.getByRole('dialog');
      for (const close of [
        () => tapOutside(page),
        () => drawer.getByRole('button', { name: 'Close' }).tap(),
        () => drawer.getByRole('link', { name: 'Contacts' }).tap(),
      ]) {
        await menu.tap();
        await drawer.getByRole('link', { name: 'Contacts' }).waitFor();
        await close();
        await drawer.waitFor({ state: 'hidden' });
      }
      await hasFocus(page.getByRole('heading', { level: 1, name: 'Contacts' }));
      await page.getByRole('button', { name: 'Go to…' }).tap();
      await drawer.getByRole('textbox').fill('segm');
      await drawer.getByRole('button', { name: 'Segments', exact: true }).tap();
      await hasFocus(page.getByRole('heading', { level: 1, name: 'Segments' }));
      await drawer.waitFor({ state: 'hidden' });
    }));

  it('rows are ticked, and their menu and deletion are undone', () =>
    visit('/contacts', async (page) => {
      const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}@example.com` });
      await box('ada').tap();
      await box('eve').tap();
      await page.getByText('2 contacts selected').waitFor();
      await page.getByRole('button', { name: 'Change', exact: true }).tap();
      const menu = page.getByRole('menu');
      await menu.getByRole('menuitem', { name: 'Add a tag' }).waitFor();
      await page.touchscreen.tap(10, 600);
      await menu.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Delete', exact: true }).tap();
      await box('ada').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).tap();
      await box('ada').waitFor();
    }));

  it('a note stays while a finger came to it, and for a while afterwards', () =>
    // Another page would have the clock of this one.
    running.visit(client, { ...PHONE, viewport: { ...SMALL, height: 700 } }, async (page) => {
      await page.clock.install();
      await page.goto(`${running.api.url}/console/contacts`);
      await page.getByLabel('Name of the audience').fill('Guests');
      await page.clock.pauseAt(Date.now() + 60_000);
      await page.keyboard.press('Enter');
      const note = page.getByRole('alert').filter({ hasText: 'Audience Guests created.' });
      await note.waitFor();
      await page.clock.fastForward(3000);
      await note.getByText('Audience Guests created.').tap();
      await page.clock.fastForward(9000);
      expect(await note.isVisible(), 'after nine seconds').to.equal(true);
      await page.clock.fastForward(2000);
      await page.clock.fastForward(5000);
      await note.waitFor({ state: 'hidden' });
    }));

  it('the menu of a row opens, closes by a touch outside, and its dialog closes by its button', () =>
    visit('/templates', async (page) => {
      const button = page.getByRole('button', { name: 'Actions for Monthly' });
      const [menu, dialog] = [page.getByRole('menu'), page.getByRole('dialog')];
      await button.tap();
      await menu.getByRole('menuitem', { name: 'Rename' }).waitFor();
      await page.getByRole('heading', { level: 1 }).tap();
      await menu.waitFor({ state: 'hidden' });
      await button.tap();
      await menu.getByRole('menuitem', { name: 'Rename' }).tap();
      await dialog.getByLabel('Name').waitFor();
      await dialog.getByRole('button', { name: 'Close' }).tap();
      await dialog.waitFor({ state: 'hidden' });
    }));

  it('the sheet before a send opens and closes', () =>
    visit(`/campaigns/${draft}/edit`, async (page) => {
      await page.getByRole('button', { name: /^Review/ }).tap({ timeout: SLOW_MS });
      const sheet = page.getByRole('dialog');
      await sheet.getByRole('button', { name: 'Close' }).tap();
      await sheet.waitFor({ state: 'hidden' });
    }));

  it('a block is added, moved and written without being dragged', () =>
    visit(`/editor/campaigns/${draft}`, async (page) => {
      const stored = async (): Promise<string> =>
        JSON.parse((await detailsOf(client, draft)).template_json ?? '{}').mjml;
      const mail = page.frameLocator('iframe[data-panel]');
      const settings = page.getByRole('region', { name: 'Settings' });
      await mail.getByText('first').waitFor({ timeout: SLOW_MS });
      await mail.getByText('first').tap();
      await settings.getByRole('button', { name: 'Move down' }).tap();
      await until(async () => /last[^]*first/.test(await stored()), 'the move');
      await page
        .getByRole('region', { name: 'Blocks' })
        .getByRole('button', { name: 'Line', exact: true })
        .tap();
      await until(async () => /first[^]*mj-divider/.test(await stored()), 'the block');
      await settings.getByRole('button', { name: 'Move up' }).tap();
      await until(async () => /mj-divider[^]*first/.test(await stored()), 'the second move');
      // The first touch selects, the next one writes.
      await mail.getByText('last').tap();
      await mail.getByText('last').tap();
      await mail.locator('[contenteditable=true]').waitFor();
      await page.keyboard.press('Control+A');
      await page.keyboard.type('written');
      await until(async () => (await stored()).includes('written'), 'the text');
    }));
});
