import { expect } from 'chai';
import { freePort } from '../../../local/ports.ts';
import type { Client } from '../../support/api.ts';
import { startApi } from '../../support/api.ts';
import { faultsInEachLook } from '../../support/browser.ts';
import { aSend, layGround } from '../../support/factories.ts';
import { pngOf } from '../../support/images.ts';
import { until } from '../../support/until.ts';
import { detailsOf } from '../../support/world.ts';
import { type Console, DESK, isInOrder, SMALL, startConsole, tabTo } from './support.ts';

const LOGO = { name: 'logo.png', mimeType: 'image/png', buffer: pngOf(300, 100) };

describe('the brand in the console', () => {
  let running: Console;
  let client: Client;
  before(async () => {
    // Mails show images by the public address.
    const port = await freePort();
    const address = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
    running = await startConsole('browser-console-brand', (name, settings) =>
      startApi(name, { ...settings, ...address }),
    );
  });
  after(() => running?.stop());
  beforeEach(async () => {
    client = await running.api.account();
  });

  const brand = async () => (await client.get('/brand')).body.message.brand;
  const design = async (): Promise<string> => {
    const [first] = (await client.get('/templates')).body.message.templates;
    return JSON.parse(first.template_json).mjml;
  };

  it('is set once, and the editor and new designs use it', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/settings/brand`);
      await page.getByLabel('Name of the brand').fill('Engines');
      await page.getByRole('button', { name: 'Choose a logo' }).click();
      await isInOrder(page, 'the choice of a logo');
      await page.getByRole('dialog').locator('input[type=file]').setInputFiles(LOGO);
      await page.getByRole('button', { name: 'Choose another logo' }).waitFor();
      const save = page.getByRole('button', { name: 'Save' });
      await page.getByRole('button', { name: 'Add a colour' }).click();
      await page.getByLabel('Colour 1', { exact: true }).fill('#12');
      await page.getByText('Write a colour such as #1f5fc4.').waitFor();
      expect(await save.isDisabled()).to.equal(true);
      await page.getByLabel('Colour 1', { exact: true }).fill('#c2410c');
      // Closes the picker of colours, which is over the button.
      await page.getByRole('heading', { level: 1 }).click();
      await page.getByRole('button', { name: 'Add a colour' }).click();
      await page.getByRole('button', { name: 'Remove colour 2' }).click();
      await page.getByLabel('Font of headings').selectOption('Georgia');
      await page.getByLabel('Font of texts').selectOption('Verdana');
      await isInOrder(page, 'a brand');
      await save.click();
      await page.getByText('Your brand is saved.').waitFor();
      const { logo, ...stored } = await brand();
      expect(stored).to.include({ name: 'Engines', heading_font: 'Georgia', text_font: 'Verdana' });
      expect(stored.colours).to.deep.equal(['#c2410c']);

      await page.goto(`${running.api.url}/console/templates`);
      await page.getByRole('button', { name: 'New template' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Monthly');
      await page.getByRole('button', { name: 'Create and design' }).click();
      const blocks = page.getByRole('region', { name: 'Blocks' });
      await blocks.getByRole('button', { name: 'Heading' }).click({ timeout: 60_000 });
      await blocks.getByRole('button', { name: 'Button', exact: true }).click();
      await until(async () => (await design()).includes('Read more'), 'the blocks');
      const made = await design();
      expect(made).to.include('<mj-all font-family="Verdana, Geneva, sans-serif"');
      expect(made).to.include('<mj-button background-color="#c2410c" color="#ffffff"');
      expect(made).to.include(logo.url).and.include('alt="Engines"');
      expect(made).to.match(/<h1 style="[^"]*font-family:Georgia/);
      const mail = page.frameLocator('iframe[data-panel]');
      const colour = await mail
        .getByText('Read more')
        .evaluate((element) => getComputedStyle(element.closest('td')!).backgroundColor);
      expect(colour).to.equal('rgb(194, 65, 12)');
      const settings = page.getByRole('region', { name: 'Settings' });
      await settings.getByLabel('Background', { exact: true }).first().click();
      const swatch = page.locator('.mantine-ColorInput-dropdown button').first();
      expect(await swatch.getAttribute('aria-label')).to.equal('#c2410c');
      await page.getByRole('heading', { level: 1 }).click();
      await blocks.getByRole('button', { name: 'Image' }).click();
      await settings.getByRole('button', { name: 'Choose an image' }).click();
      await page.getByRole('button', { name: 'Your logo' }).click();
      await until(async () => (await design()).split(logo.url).length === 3, 'the logo as an image');
    }));

  it('is in a built-in template that a mail takes, which asks before it replaces a design', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await client.post('/brand/update', {
        colours: ['#0f766e'],
        heading_font: 'Georgia',
        text_font: 'Verdana',
      });
      const ground = await layGround(client);
      const { body } = await client.post(
        '/single/send/create',
        aSend(ground, { draft: 1, template_html: '' }),
      );
      const stored = async (): Promise<string> => (await detailsOf(client, body.utr)).template_json ?? '';
      await page.goto(`${running.api.url}/console/campaigns/${body.utr}/edit`);
      await page.getByText('Template', { exact: true }).first().click();
      await page.getByText('They are used in the colours and fonts of your brand').waitFor();
      await isInOrder(page, 'the templates of an account with a brand');
      await page.getByRole('button', { name: 'Use this in the email: Newsletter' }).click();
      await page.getByRole('button', { name: 'Open the editor' }).waitFor();
      await until(async () => (await stored()).includes('#0f766e'), 'the design');
      expect(await stored())
        .to.include('Verdana, Geneva, sans-serif')
        .and.include('h1, h2, h3 { font-family: Georgia')
        .and.not.include('#9c3a1f');

      await page.getByText('Template', { exact: true }).first().click();
      await page.getByRole('button', { name: 'Use this in the email: Welcome' }).click();
      const question = page.getByRole('dialog', { name: 'Replace the design?' });
      await question.getByRole('button', { name: 'Keep' }).click();
      expect(await stored()).to.include('News from ((sender_name))');
      await page.getByRole('button', { name: 'Use this in the email: Welcome' }).click();
      await question.getByRole('button', { name: 'Replace' }).click();
      await until(async () => (await stored()).includes('Welcome to ((sender_name))'), 'the other design');
    }));

  it('is changed by keyboard alone, at 360 px and in German', () =>
    running.visit(client, { viewport: SMALL, locale: 'de-DE' }, async (page) => {
      await page.goto(`${running.api.url}/console/settings/brand`);
      await tabTo(page, page.getByLabel('Name der Marke'));
      await page.keyboard.type('Maschinen');
      const chooser = page.waitForEvent('filechooser');
      await tabTo(page, page.getByRole('button', { name: 'Logo auswählen' }));
      await page.keyboard.press('Enter');
      await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Bilder auswählen' }));
      await page.keyboard.press('Enter');
      await (await chooser).setFiles(LOGO);
      await page.getByRole('button', { name: 'Anderes Logo auswählen' }).waitFor();
      await tabTo(page, page.getByRole('button', { name: 'Farbe hinzufügen' }));
      await page.keyboard.press('Enter');
      await tabTo(page, page.getByLabel('Schrift der Texte'));
      await page.keyboard.type('Georgia');
      expect(await faultsInEachLook(page, [SMALL])).to.deep.equal([]);
      await tabTo(page, page.getByRole('button', { name: 'Speichern' }));
      await page.keyboard.press('Enter');
      await page.getByText('Ihre Marke ist gespeichert.').waitFor();
      expect(await brand()).to.include({ name: 'Maschinen', text_font: 'Georgia' });
      await page.reload();
      await tabTo(page, page.getByRole('button', { name: 'Logo entfernen' }));
      await page.keyboard.press('Enter');
      await tabTo(page, page.getByRole('button', { name: 'Speichern' }));
      await page.keyboard.press('Enter');
      await page.getByText('Ihre Marke ist gespeichert.').waitFor();
      expect((await brand()).logo).to.equal(null);
    }));
});
