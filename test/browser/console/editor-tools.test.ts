import { expect } from 'chai';
import type { FrameLocator, Page } from 'playwright-core';
import { freePort } from '../../../local/ports.ts';
import type { Client } from '../../support/api.ts';
import { startApi } from '../../support/api.ts';
import { aSend, type Ground, layGround } from '../../support/factories.ts';
import { pngOf } from '../../support/images.ts';
import { until } from '../../support/until.ts';
import { detailsOf } from '../../support/world.ts';
import { type Console, DESK, isInOrder, startConsole } from './support.ts';

describe('the tools of the editor', () => {
  let running: Console;
  let client: Client;
  let ground: Ground;
  before(async () => {
    // Mails show images by the public address.
    const port = await freePort();
    const address = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
    running = await startConsole('browser-console-editor-tools', (name, settings) =>
      startApi(name, { ...settings, ...address }),
    );
    client = await running.api.account();
    ground = await layGround(client);
  });
  after(() => running?.stop());

  const EMPTY = '<mj-section><mj-column></mj-column></mj-section>';
  async function open(page: Page, body = EMPTY): Promise<{ utr: string; mail: FrameLocator }> {
    const template_json = JSON.stringify({ mjml: `<mjml><mj-body>${body}</mj-body></mjml>` });
    const { body: made } = await client.post(
      '/single/send/create',
      aSend(ground, { draft: 1, template_id: 1, template_html: '', template_json }),
    );
    await page.goto(`${running.api.url}/console/editor/campaigns/${made.utr}`);
    await page.getByRole('heading', { name: 'Blocks', exact: true }).waitFor();
    return { utr: made.utr, mail: page.frameLocator('iframe[data-panel]') };
  }
  const stored = async (utr: string): Promise<string> =>
    JSON.parse((await detailsOf(client, utr)).template_json ?? '{}').mjml;
  const block = (page: Page, name: string) =>
    page.getByRole('region', { name: 'Blocks' }).getByRole('button', { name, exact: true });
  const settings = (page: Page) => page.getByRole('region', { name: 'Settings' });

  it('takes images that are uploaded in the dialog, dropped and pasted', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const { utr, mail } = await open(page);
      await block(page, 'Image').click();
      await mail.locator('img').dblclick();
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose images' }).click();
      const file = { name: 'first.png', mimeType: 'image/png', buffer: pngOf(300, 100) };
      await (await chooser).setFiles(file);
      await until(async () => /src="[^"]*\/media\//.test(await stored(utr)), 'the image of the dialog');
      for (const kind of ['drop', 'paste'] as const) {
        const before = (await stored(utr)).match(/<mj-image/g)!.length;
        await page.evaluate(
          ([event, bytes]) => {
            const { contentDocument: canvas } =
              document.querySelector<HTMLIFrameElement>('iframe[data-panel]')!;
            const data = new DataTransfer();
            data.items.add(new File([new Uint8Array(bytes)], `${event}.png`, { type: 'image/png' }));
            const options = { bubbles: true, cancelable: true, clientX: 100, clientY: 100 };
            canvas!.body.dispatchEvent(
              event === 'drop'
                ? new DragEvent('drop', { ...options, dataTransfer: data })
                : new ClipboardEvent('paste', { ...options, clipboardData: data }),
            );
          },
          [kind, [...pngOf(200, kind === 'drop' ? 80 : 60)]] as const,
        );
        await until(
          async () => (await stored(utr)).match(/<mj-image[^>]*src=/g)?.length === before + 1,
          `the image of a ${kind}`,
        );
      }
      expect((await client.get('/media')).body.message.media).to.have.length(3);
    }));

  it('edits tables and code, saves rows, and shows parts on phones only', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const { utr, mail } = await open(page);
      await block(page, 'Table').click();
      await mail.getByText('Cell').first().dblclick();
      await page.keyboard.press('Control+A');
      await page.keyboard.type('Price');
      await until(async () => (await stored(utr)).includes('Price'), 'the cell');
      await settings(page).getByRole('button', { name: 'Add row' }).click();
      await settings(page).getByRole('button', { name: 'Add column' }).click();
      await until(async () => (await stored(utr)).match(/<t[hd] /g)?.length === 12, 'the row and column');
      await block(page, 'HTML').click();
      await settings(page).getByRole('textbox', { name: 'HTML' }).fill('<p>Own <em>code</em></p>');
      await settings(page).getByText('Phone').click();
      await until(async () => /hide-desktop[^]*<em>code/.test(await stored(utr)), 'the code');
      await mail.getByText('Own').waitFor({ state: 'hidden' });
      await page.getByRole('radiogroup', { name: 'Preview width' }).getByText('Phone').click();
      await mail.getByText('Own').waitFor();
      for (let level = 0; level < 2; level += 1)
        await settings(page).getByRole('button', { name: 'Select parent' }).click();
      await settings(page).getByRole('button', { name: 'Save this row' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Prices');
      await page.getByRole('button', { name: 'Save as a template' }).click();
      await block(page, 'Prices').click();
      await until(async () => (await stored(utr)).match(/<em>code/g)?.length === 2, 'the saved row');
      await isInOrder(page, 'an editor with a saved row');
    }));

  it('is used by keyboard, and shows the mail of a contact without being left', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await client.post('/contacts/add', {
        contact_type_id: ground.contact_type_id,
        email: 'grace@example.com',
        first_name: 'Grace',
        country: 1,
      });
      const row = (text: string): string =>
        `<mj-section><mj-column><mj-text>${text}</mj-text><mj-text>last</mj-text></mj-column></mj-section>`;
      const { utr, mail } = await open(page, row('Dear ((first_name|friend))'));
      await mail.getByText('friend').waitFor();
      await block(page, 'Text').focus();
      await page.keyboard.press('F6');
      for (let part = 0; part < 3; part += 1) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Alt+ArrowDown');
      await until(async () => /last[^]*Dear/.test(await stored(utr)), 'the move');
      await page.keyboard.press('Enter');
      await page.keyboard.press('End');
      await page.keyboard.type('!');
      await page.keyboard.press('Escape');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Delete');
      await until(async () => /\(\(first_name\|friend\)\)!/.test(await stored(utr)), 'the text');
      await until(async () => !(await stored(utr)).includes('last'), 'the deletion');
      await page.keyboard.press('Control+z');
      await until(async () => (await stored(utr)).includes('last'), 'the undo');
      await page.keyboard.press('F6');
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).to.equal(
        'Settings',
      );
      await page.keyboard.press('Control+z');
      await until(async () => !(await stored(utr)).includes('friend))!'), 'an undo outside the mail');
      await page.getByRole('button', { name: 'Redo' }).click();
      await until(async () => (await stored(utr)).includes('friend))!'), 'the redo');
      await page.getByRole('button', { name: 'Preview and test' }).click();
      const preview = page.frameLocator('[role=dialog] iframe');
      await preview.getByText('Dear friend!').waitFor();
      await page.getByRole('combobox', { name: 'Preview as' }).fill('grace');
      await page.getByRole('option', { name: 'grace@example.com' }).click();
      await preview.getByText('Dear Grace!').waitFor();
    }));
});
