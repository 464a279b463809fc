import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Client } from '../../support/api.ts';
import { textsOf } from '../../support/browser.ts';
import { contactBook } from '../../support/contact-book.ts';
import { aSend, type Ground, layGround } from '../../support/factories.ts';
import { type Console, DESK, startConsole } from './support.ts';

const SLOW_MS = 60_000;
/** Words of the API: sentences about inputs, names of inputs and calls. */
const OF_THE_API =
  /\bThe \w[\w ]* (?:field|is invalid)|\b[a-z]+_[a-z_]+\b|\b(?:sending-domains|get-dynamic|contacts)\//;

describe('the console, in German, says in its own words', () => {
  let running: Console;
  let client: Client;
  let ground: Ground;
  before(async () => {
    running = await startConsole('browser-console-own-words');
    client = await running.api.account();
    ground = await layGround(client);
  });
  after(() => running?.stop());

  const visit = (use: (page: Page) => Promise<void>) =>
    running.visit(client, { viewport: DESK, locale: 'de-DE' }, use);
  const goto = (page: Page, path: string) => page.goto(`${running.api.url}/console${path}`);

  /** The browser notes refusals and images that it does not load; the test counts the notes of its first tab. */
  const inOtherTab = (page: Page) => page.context().newPage();

  it('what is wrong with an input', () =>
    visit(async (page) => {
      await goto(page, '/settings');
      await page.getByRole('button', { name: 'Absender hinzufügen' }).first().click();
      const form = page.getByRole('dialog');
      await form.getByRole('button', { name: 'Absender hinzufügen' }).click();
      await form.getByText('Dieses Feld ist ein Pflichtfeld.').first().waitFor();
      expect(await form.innerText()).to.not.match(OF_THE_API);
      await form.getByRole('combobox', { name: 'Land' }).fill('deutsch');
      await page.getByRole('option', { name: 'Deutschland' }).waitFor();
    }));

  it('why a call failed', () =>
    visit(async (first) => {
      const page = await inOtherTab(first);
      await client.post('/custom-fields/save', { field_name: 'plan', field_type: 'text' });
      const type = await contactBook(client).addType('Alle');
      await goto(page, '/settings/fields');
      await page.getByRole('button', { name: 'Löschen: plan' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Feld löschen' }).click();
      // A colleague makes it while the deletion can be undone.
      const { status } = await client.post('/segment/store', {
        segment_name: 'Gold',
        contact_type_id: type,
        select_field: ['plan'],
        select_operator: ['is'],
        value: ['Gold'],
      });
      expect(status).to.equal(200);
      const note = page.getByRole('alert').filter({ hasText: 'Ein Segment verwendet dieses Feld.' });
      await note.waitFor({ timeout: SLOW_MS });
      expect(await note.innerText()).to.not.match(OF_THE_API);
      // The field is listed again.
      await page.getByRole('button', { name: 'Löschen: plan' }).waitFor();
    }));

  it('what is wrong with the DNS of a domain, and mails its records to an administrator', () =>
    visit(async (page) => {
      await page.route('**/console/api/sending-domains/details*', async (route) => {
        const response = await route.fetch();
        // Nothing answers for the DNS of these tests.
        const body = (await response.text())
          .replaceAll('"status":"unknown"', '"status":"wrong"')
          .replaceAll('"found":[]', '"found":["v=DKIM1; p=old"]')
          .replaceAll(/"problem":"[^"]*"/g, '"problem":"It has another key"')
          .replaceAll('"problems":[]', '"problems":["The logo is not square"]');
        await route.fulfill({ response, body });
      });
      await goto(page, '/settings');
      await page.getByLabel('Domain', { exact: true }).fill('news.example.org');
      await page.keyboard.press('Enter');
      const row = page.getByRole('listitem').filter({ hasText: 'news.example.org' });
      await row.getByText('Ihr DNS hat einen anderen Wert:').first().waitFor();
      await row.getByText('v=DKIM1; p=old').first().waitFor();
      await row.getByText('Das Logo ist nicht quadratisch.').waitFor();
      expect(await row.innerText()).to.not.contain('It has another key');
      const mail = await row
        .getByRole('link', { name: 'An einen Administrator senden' })
        .getAttribute('href');
      const [key] = await textsOf(row.getByRole('cell').locator('code').filter({ hasText: 'k=rsa' }));
      expect(decodeURIComponent(mail!))
        .to.match(/^mailto:/)
        .and.to.contain(key);
      await page.unrouteAll();
    }));

  it('what a check finds, and what a save warns about', () =>
    visit(async (first) => {
      const page = await inOtherTab(first);
      const { body } = await client.post(
        '/single/send/create',
        aSend(ground, {
          draft: 1,
          subject: 'Für ((frist_name))',
          template_html: '<p>Hi {{name}} lorem ipsum</p><img src="/a.png"><a href="https://">x</a>',
        }),
      );
      await goto(page, `/campaigns/${body.utr}/edit`);
      const check = page.getByRole('region', { name: 'Prüfen' });
      await check.getByRole('button', { name: 'Jetzt prüfen' }).click();
      for (const text of [
        'Ein Link hat keine gültige Adresse. Korrigieren oder entfernen Sie ihn.',
        'Ihre Leser können ein Bild nicht laden.',
        '((frist_name)) ist keines Ihrer Felder und bleibt leer. Meinten Sie ((first_name))?',
        '{{name}} stammt von einem anderen Dienst',
        'ist ein Beispieltext. Ersetzen Sie ihn.',
        'Die E‑Mail hat keinen Abmelde-Link.',
      ])
        await check.getByText(text).first().waitFor({ timeout: SLOW_MS });
      const said = await textsOf(check.getByRole('listitem').locator('div:not(.soft)'));
      for (const text of said) expect(text.replaceAll(/\(\([\w]+\)\)/g, ''), text).to.not.match(OF_THE_API);
    }));
});
