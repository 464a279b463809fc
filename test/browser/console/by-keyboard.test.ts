import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { freePort } from '../../../local/ports.ts';
import { ROOT } from '../../../local/servers.mjs';
import type { Client } from '../../support/api.ts';
import { focusIsSeen } from '../../support/browser.ts';
import { pngOf } from '../../support/images.ts';
import { upload as uploadContacts } from '../../support/known-person.ts';
import { uploadMove } from '../../support/moves.ts';
import { until } from '../../support/until.ts';
import { addAutomation } from './automation-of-account.ts';
import { addCampaigns, sendNews } from './campaigns-of-account.ts';
import { type SendingConsole, startSendingConsole } from './sending-console.ts';
import {
  chooseByKeys,
  DESK,
  downloadByKeys,
  hasFocus,
  leave,
  PAGES,
  pickByKeys,
  pressOn,
  stepIsInOrder,
  tabTo,
  walkFrom,
} from './support.ts';

const image = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });
const NO_IMAGE = image('zeichnung.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
/** The process that renders designs starts with the first one, which takes long on a busy machine. */
const SLOW_MS = 60_000;

/** The paths of all pages. */
const ROUTES = [
  ...readFileSync(join(ROOT, 'console/src/routes.tsx'), 'utf8').matchAll(/^    path: '([^']+)',$/gm),
].map(([, path]) => path!);

describe('by keyboard alone, at 360 px and in German,', () => {
  let running: SendingConsole;
  let client: Client;
  let draft: string;
  let made: Awaited<ReturnType<typeof addCampaigns>>;
  before(async () => {
    // Mails show images by the public address.
    const port = await freePort();
    running = await startSendingConsole('browser-console-by-keyboard', {
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    });
    client = await running.api.account({ timezone: 'Europe/Berlin' });
    made = await addCampaigns(client, running);
    ({ draft } = made);
  });
  after(() => running?.stop());

  const visit = (path: string, use: (page: Page) => Promise<void>) => walkFrom(running, client, path, use);
  const retype = async (page: Page, field: Locator, text: string): Promise<void> => {
    await tabTo(page, field);
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Backspace');
    await page.keyboard.type(text);
  };
  const upload = async (page: Page, button: Locator, files: ReturnType<typeof image>[]): Promise<void> => {
    const chooser = page.waitForEvent('filechooser');
    await pressOn(page, button);
    await (await chooser).setFiles(files);
  };
  /** A page of each route that needs a record. */
  async function pagesOfRecords(): Promise<Record<string, string>> {
    const { sent, contact, segment } = made;
    const { automation, email, webhook } = await addAutomation(client);
    const [{ id: audience }] = (await client.get('/contacts-type')).body.message.contactTypes;
    const [{ id: group }] = (await client.get('/unsubscribes-groups')).body.message.unsubscribesGroups;
    const file = await uploadContacts(client, audience, 'email\nzoe@example.com\n');
    const move = (await uploadMove(client, { 'moved.csv': 'email\nmax@example.com\n' })).body.id;
    return {
      '/campaigns/$utr': `/campaigns/${sent}`,
      '/campaigns/$utr/edit': `/campaigns/${draft}/edit`,
      '/campaigns/$utr/people': `/campaigns/${sent}/people`,
      '/automations/$utr': `/automations/${automation}`,
      '/automations/$utr/person': `/automations/${automation}/person?email=person-1@example.com`,
      '/automations/$utr/emails/$email': `/automations/${automation}/emails/${email}`,
      '/automations/$utr/emails/$email/report': `/automations/${automation}/emails/${email}/report`,
      '/automations/$utr/emails/$email/people': `/automations/${automation}/emails/${email}/people`,
      '/contacts/$id': `/contacts/${contact}`,
      '/contacts/audiences/$id': `/contacts/audiences/${audience}`,
      '/contacts/imports/$id': `/contacts/imports/${file}`,
      '/contacts/moves/$id': `/contacts/moves/${move}`,
      '/segments/$id': `/segments/${segment}`,
      '/settings/types/$id': `/settings/types/${group}`,
      '/settings/webhooks/$id': `/settings/webhooks/${webhook}`,
      '/operator': '/operator',
      '/operator/accounts': '/operator/accounts',
      '/operator/accounts/$id': '/operator/accounts/1',
    };
  }

  it('each page gives the focus to its heading when it is opened by the one before', async () => {
    const ofRecords = await pagesOfRecords();
    const others = Object.values(PAGES).map((path) => path || '/');
    const pages = [...others.map((path) => [path, path] as const), ...Object.entries(ofRecords)];
    expect(
      pages.map(([route]) => route),
      'a page of each route, but of the review, which is a dialog and has the focus',
    ).to.have.members(ROUTES.filter((route) => route !== '/campaigns/$utr/send'));
    await visit('/calendar', async (page) => {
      const menu = page.getByRole('button', { name: 'Menü' });
      const lost: string[] = [];
      for (const [route, path] of pages) {
        await menu.focus();
        // As a link does.
        await page.evaluate((to) => history.pushState(null, '', to), `/console${path}`);
        await page
          .waitForFunction(
            () =>
              document.activeElement?.matches('main h1') &&
              document.activeElement.textContent !== '' &&
              document.querySelector('.mantine-Skeleton-root') === null,
            null,
            { timeout: 10_000 },
          )
          .catch(() => lost.push(route));
      }
      expect(lost).to.deep.equal([]);
    });
  });

  it('a link leads to the heading, and back to the link, and a filter keeps the focus', () =>
    visit('/campaigns', async (page) => {
      const heading = page.getByRole('heading', { level: 1 });
      const link = page.getByRole('link', { name: 'News of spring' });
      await pressOn(page, link);
      await page.waitForURL(/\/campaigns\/[\w-]+$/);
      await hasFocus(heading);
      expect(await focusIsSeen(page)).to.equal(true);
      await page.goBack();
      await hasFocus(link);
      await page.goForward();
      await hasFocus(heading);
      await page.goBack();
      const search = page.getByRole('searchbox');
      await tabTo(page, search);
      await page.keyboard.type('spring');
      await page.waitForURL(/q=spring/);
      await hasFocus(search);

      await pressOn(page, page.getByRole('button', { name: 'Menü' }));
      const drawer = page.getByRole('dialog');
      await pressOn(page, drawer.getByRole('link', { name: 'Kontakte' }));
      await drawer.waitFor({ state: 'detached' });
      await hasFocus(page.getByRole('heading', { level: 1, name: 'Kontakte' }));
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('textbox').waitFor();
      await page.keyboard.type('Neue Kampagne');
      await page.keyboard.press('Enter');
      await page.waitForFunction(
        () => document.activeElement?.closest('[role=dialog]')?.querySelector('h2') != null,
      );
    }));

  it('a click on a link shows no outline on the heading, which has the focus', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await running.home(page);
      for (const name of ['Segments', 'Contacts']) {
        await page.getByRole('navigation').getByRole('link', { name }).first().click();
        await hasFocus(page.getByRole('heading', { level: 1, name }));
        expect(await focusIsSeen(page), name).to.equal(false);
      }
    }));

  it('a template is designed, restored to an earlier version, and deleted', () =>
    visit('/templates', async (page) => {
      const { keyboard } = page;
      const stored = async () => (await client.get('/templates')).body.message.templates;
      const dialog = page.getByRole('dialog');
      await pressOn(page, page.getByRole('button', { name: 'Neue Vorlage' }));
      await hasFocus(dialog.getByLabel('Name'));
      await keyboard.press('Enter');
      await dialog.getByText('Dieses Feld ist ein Pflichtfeld.').waitFor();
      await stepIsInOrder(page);
      await keyboard.type('Frühling');
      await keyboard.press('Enter');

      const blocks = page.getByRole('region', { name: 'Bausteine' });
      const block = (name: string) => blocks.getByRole('button', { name, exact: true });
      const settings = page.getByRole('region', { name: 'Einstellungen' });
      const field = (name: string) => settings.getByRole('textbox', { name, exact: true });
      const mail = page.frameLocator('iframe[data-panel]');
      await blocks.waitFor({ timeout: SLOW_MS });
      await pressOn(page, block('Überschrift'));
      await mail.getByText('Ihre Überschrift').waitFor();
      await pressOn(page, block('Bild'));
      await pressOn(page, settings.getByRole('button', { name: 'Bild wählen' }));
      const choose = dialog.getByRole('button', { name: 'Bilder auswählen' });
      await hasFocus(choose);
      await upload(page, choose, [NO_IMAGE]);
      await dialog.getByText(/^zeichnung.png wurde nicht hinzugefügt/).waitFor();
      await stepIsInOrder(page);
      await upload(page, choose, [image('blumen.png', pngOf(1200, 400))]);
      await hasFocus(settings.getByRole('button', { name: 'Bild ersetzen' }));
      await retype(page, field('Alternativtext'), 'Blumen');
      await pressOn(page, block('Text'));
      await pressOn(page, settings.getByRole('button', { name: 'Text bearbeiten' }));
      await mail.locator('[contenteditable=true]').waitFor();
      await stepIsInOrder(page);
      await keyboard.press('Control+A');
      await keyboard.type('Alles blüht');
      await keyboard.press('Escape');
      await pressOn(page, block('Button'));
      await retype(page, field('Text'), 'Zum Laden');
      await retype(page, field('Link zu'), 'https://laden.example/');
      for (const name of ['Breite der Vorschau', 'Farben der Vorschau']) {
        const choice = page.getByRole('radiogroup', { name });
        await pressOn(page, choice.getByRole('radio', { checked: true }), 'ArrowRight');
      }
      await stepIsInOrder(page);
      await keyboard.press('Control+s');
      await pressOn(page, page.getByRole('button', { name: 'Fertig' }));

      const actions = page.getByRole('button', { name: 'Aktionen für Frühling' });
      await actions.waitFor();
      const [{ id, template_json: made }] = await stored();
      for (const part of [
        'Ihre Überschrift',
        'alt=\\"Blumen\\"',
        'Alles blüht',
        'Zum Laden',
        'laden.example',
      ])
        expect(made).to.include(part);
      const other = made.replace('Alles blüht', 'Alles welkt');
      await client.post('/templates/update', { id, template_json: other, keep_version: 1 });
      await chooseByKeys(page, actions, 'Frühere Fassungen');
      await pressOn(page, dialog.getByRole('button', { name: /^Wiederherstellen/ }));
      await hasFocus(actions);
      expect((await stored())[0].template_json).to.equal(made);

      await chooseByKeys(page, actions, 'Löschen');
      await hasFocus(page.getByRole('heading', { name: 'Noch keine Vorlagen' }));
      await pressOn(page, page.getByRole('button', { name: 'Rückgängig' }));
      await chooseByKeys(page, actions, 'Löschen');
      await page.getByRole('heading', { name: 'Noch keine Vorlagen' }).waitFor();
      await stepIsInOrder(page);
      await leave(page);
      await until(async () => (await stored()).length === 0, 'the deletion');
    }));

  it('a design is previewed as a contact, and sent as a test', () =>
    visit(`/editor/campaigns/${draft}`, async (page) => {
      const open = page.getByRole('button', { name: 'Vorschau und Test' });
      await pressOn(page, open);
      const dialog = page.getByRole('dialog');
      const whose = dialog.getByRole('combobox', { name: 'Vorschau als' });
      await tabTo(page, whose);
      await pickByKeys(page, whose, 'person-1@example.com', 'grace');
      await dialog.frameLocator('iframe').getByText('Hello Grace').waitFor();
      const send = dialog.getByRole('button', { name: 'Test senden' });
      const address = dialog.getByRole('textbox', { name: 'Test senden an' });
      await retype(page, address, 'ada');
      await pressOn(page, send);
      await dialog.getByText('ada ist keine E‑Mail-Adresse.').waitFor();
      await hasFocus(address);
      await stepIsInOrder(page);
      await retype(page, address, 'test@example.com');
      await pressOn(page, send);
      await page.getByText('Ein Test an test@example.com ist unterwegs.').waitFor();
      await page.keyboard.press('Escape');
      await hasFocus(open);
    }));

  it('images are added, refused, renamed, and deleted', () =>
    visit('/media', async (page) => {
      const { keyboard } = page;
      const names = async (): Promise<string[]> =>
        (await client.get('/media')).body.message.media.map(({ name }: { name: string }) => name);
      const files = [image('sommer.png', pngOf(1200, 400)), NO_IMAGE, image('herbst.png', pngOf(200, 700))];
      await upload(page, page.getByRole('button', { name: 'Bilder auswählen' }), files);
      await page.getByText('2 Bilder hinzugefügt.').waitFor();
      await page.getByText(/^zeichnung.png wurde nicht hinzugefügt/).waitFor();
      await stepIsInOrder(page);
      await chooseByKeys(page, page.getByRole('button', { name: 'Mehr zu herbst' }), 'Umbenennen');
      const dialog = page.getByRole('dialog');
      await hasFocus(dialog.getByLabel('Name'));
      await retype(page, dialog.getByLabel('Name'), '');
      await keyboard.press('Enter');
      await dialog.getByText('Dieses Feld ist ein Pflichtfeld.').waitFor();
      await keyboard.type('Winter');
      await keyboard.press('Enter');
      const winter = page.getByRole('button', { name: 'Mehr zu Winter' });
      await hasFocus(winter);
      await chooseByKeys(page, winter, 'Löschen');
      const next = page.getByRole('button', { name: 'Adresse kopieren: sommer' });
      await hasFocus(next);
      // The note may be behind all other images.
      await keyboard.press('Control+z');
      await winter.waitFor();
      await hasFocus(next);
      await chooseByKeys(page, winter, 'Löschen');
      await stepIsInOrder(page);
      await leave(page);
      await until(async () => !(await names()).includes('Winter'), 'the deletion');
      expect(await names()).to.include('sommer');
    }));

  it('reports are read, compared, and exported', async () => {
    await sendNews(client, 'Die Nachricht vom Frühling mit einem langen Namen');
    await visit('/reports', async (page) => {
      const { keyboard } = page;
      const asked: string[] = [];
      page.on('request', (request) => {
        const from = new URL(request.url()).searchParams.get('from');
        if (from !== null) asked.push(from);
      });
      const period = page.getByRole('radiogroup', { name: 'Zeitraum' });
      await pressOn(page, period.getByRole('radio', { checked: true }), 'ArrowRight');
      await keyboard.press('ArrowRight');
      asked.length = 0;
      await tabTo(page, page.getByLabel('Von'));
      // The same in each order of day and month.
      await keyboard.type('11112097');
      await page.getByText('Das Ende darf nicht vor dem Anfang liegen.').waitFor();
      expect(new Set(asked)).to.deep.equal(new Set(['2097-11-11']));
      await stepIsInOrder(page);
      await keyboard.press('Backspace');
      await page.getByRole('rowheader', { name: 'example.com' }).waitFor();
      const [days] = await downloadByKeys(page, page.getByRole('button', { name: 'Tage als CSV' }));
      expect(days).to.match(/^Berichte-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);

      await pressOn(page, page.getByRole('link', { name: 'Kampagnen vergleichen' }));
      const choice = page.getByRole('combobox', { name: 'Kampagnen' });
      await tabTo(page, choice);
      await pickByKeys(page, choice, /^Die Nachricht.*\(\d\d\.\d\d\.\d{4}\)$/);
      await page.getByText('Wählen Sie noch eine Kampagne zum Vergleich.').waitFor();
      await pickByKeys(page, choice, /^News of spring/);
      const asCsv = page.getByRole('button', { name: 'Als CSV herunterladen' });
      const [name, head] = await downloadByKeys(page, asCsv);
      expect(name).to.equal('Kampagnen vergleichen.csv');
      expect(head).to.include(
        '"Kennzahl";"Die Nachricht vom Frühling mit einem langen Namen";"News of spring"',
      );
      await page.getByText('Spring is here, reader').first().waitFor();
      const plot = page.getByRole('slider', { name: 'Diagramm: Öffnungen im Zeitverlauf' });
      await pressOn(page, plot, 'Home');
      expect(await plot.getAttribute('aria-valuetext')).to.match(/^0\sStunden, .*News of spring 50\s%$/);
      // One hour is a dot.
      expect((await plot.locator('polyline').last().getAttribute('points'))!.split(' ')).to.have.length(2);
      await stepIsInOrder(page);

      await pressOn(page, page.getByRole('link', { name: 'News of spring' }));
      await pressOn(page, page.getByRole('link', { name: /^Geklickt/ }));
      await tabTo(page, page.getByRole('link', { name: 'person-1@example.com' }));
      await stepIsInOrder(page);
      const [people] = await downloadByKeys(page, asCsv);
      expect(people).to.equal('News of spring.csv');
    });
  });
});
