import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { Media } from '../../../common/models/media.ts';
import { freePort } from '../../../local/ports.ts';
import { type Client, startApi } from '../../support/api.ts';
import { pngOf } from '../../support/images.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { fillAccount } from './filled-account.ts';
import { type Console, DESK, isInOrder, startConsole } from './support.ts';

describe('the images page of the console', () => {
  let running: Console;
  let client: Client;
  before(async () => {
    running = await startConsole('browser-console-media', async (name, environment) => {
      // Mails show images by the public address.
      const port = await freePort();
      const PUBLIC_URL = `http://127.0.0.1:${port}`;
      return startApi(name, { ...environment, PORT: String(port), PUBLIC_URL });
    });
  });
  after(() => running?.stop());
  beforeEach(async () => {
    client = await running.api.account();
  });

  const file = (name: string, buffer: Buffer, mimeType = 'image/png') => ({ name, mimeType, buffer });
  const stored = async (): Promise<string[]> =>
    (await client.get('/media')).body.message.media.map(({ name }: { name: string }) => name);
  const open = (page: Page) => page.goto(`${running.api.url}/console/media`);
  const isLoaded = (page: Page, name: string) =>
    page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll('li')].some((item) => {
          const image = item.querySelector('img');
          return item.textContent?.includes(wanted) && image?.complete && image.naturalWidth > 0;
        }),
      name,
    );

  it('adds, refuses with the reason, finds, renames, and deletes images with a way back', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await running.home(page);
      await page.getByRole('link', { name: 'Images' }).click();
      await page.getByRole('heading', { name: 'No images yet' }).waitFor();
      await isInOrder(page, 'an empty library');
      await page
        .locator('input[type=file]')
        .setInputFiles([
          file('summer.png', pngOf(1200, 400)),
          file('drawing.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
          file('a long name of a tall picture.png', pngOf(200, 700)),
        ]);
      await page.getByText('2 images added.').waitFor();
      await page.getByText('drawing.png was not added: Choose a PNG, JPEG, GIF or WebP image.').waitFor();
      expect(await stored()).to.deep.equal(['summer', 'a long name of a tall picture']);
      await isLoaded(page, 'summer');
      await isLoaded(page, 'a long name');
      const items = page.getByRole('region', { name: 'Images' }).getByRole('listitem');
      // The newest comes first.
      expect(await items.first().innerText())
        .to.include('a long name')
        .and.to.include('200 × 700 pixels');
      await isInOrder(page, 'a library');
      await page.getByRole('searchbox', { name: 'Search by name' }).fill('SUMMER');
      await until(async () => (await items.count()) === 1);
      await items.getByRole('button', { name: 'More for summer' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Rename' }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Name').fill('');
      await form.getByRole('button', { name: 'Save' }).click();
      await form.getByText('This is required.').waitFor();
      await isInOrder(page, 'the form of a name');
      await form.getByLabel('Name').fill('Winter');
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByText('No image has this name.').waitFor();
      await page.getByRole('searchbox', { name: 'Search by name' }).fill('');
      const winter = items.filter({ hasText: 'Winter' });
      await winter.getByRole('button', { name: 'More for Winter' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByText('Winter deleted. Emails that use it show an empty space.').waitFor();
      expect(await winter.count()).to.equal(0);
      await page.getByRole('button', { name: 'Undo' }).click();
      await winter.waitFor();
      expect(await stored()).to.include('Winter');
      await winter.getByRole('button', { name: 'More for Winter' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await until(async () => (await rows(Media).countDocuments({ user_id: client.user_id })) === 1);
    }));

  it('takes images that are dropped on it', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await open(page);
      const data = await page.evaluateHandle(
        (bytes) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([new Uint8Array(bytes)], 'dropped.png', { type: 'image/png' }));
          return transfer;
        },
        [...pngOf(30, 20)],
      );
      await page.getByText('Drop images here').dispatchEvent('drop', { dataTransfer: data });
      await page.getByText('Image added.').waitFor();
      expect(await stored()).to.deep.equal(['dropped']);
    }));

  it('puts an image into the HTML of a campaign, where the cursor was', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await fillAccount(client);
      const form = new FormData();
      form.append('file', new File([new Uint8Array(pngOf(1200, 400))], 'A "summer" banner.png'));
      await client.post('/media/upload', form);
      const { url } = (await client.get('/media')).body.message.media[0];
      await page.goto(`${running.api.url}/console/campaigns`);
      await page.getByRole('button', { name: 'New campaign' }).click();
      await page.getByRole('button', { name: 'Empty campaign' }).click();
      const code = page.getByRole('textbox', { name: 'HTML' });
      await code.fill('<p>Before</p><p>After</p>');
      await code.evaluate((field) => (field as HTMLTextAreaElement).setSelectionRange(13, 13));
      await page.getByRole('button', { name: 'Insert an image' }).click();
      const dialog = page.getByRole('dialog');
      await isLoaded(page, 'banner');
      await isInOrder(page, 'the choice of an image');
      await dialog.getByRole('button', { name: 'banner' }).press('Enter');
      const image = `<img src="${url}" alt="" width="600" style="max-width:100%;height:auto">`;
      expect(await code.inputValue()).to.equal(`<p>Before</p>${image}<p>After</p>`);
      const shown = page.frameLocator('iframe').first().locator('img');
      await until(
        async () => (await shown.evaluate((one) => (one as HTMLImageElement).naturalWidth)) === 1200,
      );
      await until(async () => {
        const [send] = (await client.get('/single-send/list')).body.message.singleSends;
        return send?.template_html === `<p>Before</p>${image}<p>After</p>`;
      });
    }));
});
