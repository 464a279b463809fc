import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { Sender } from '../../../common/models/senders.ts';
import type { Client } from '../../support/api.ts';
import { textsOf } from '../../support/browser.ts';
import { aSend, type Ground, layGround } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { detailsOf } from '../../support/world.ts';
import { type SendingConsole, startSendingConsole } from './sending-console.ts';
import {
  chooseByKeys,
  confirmByKeys,
  hasFocus,
  leaveByKeys,
  pickByKeys,
  pressOn,
  stepIsInOrder,
  tabTo,
  typeByKeys,
  typeDateByKeys,
  walkFrom,
} from './support.ts';

/** The check and the preview take seconds on a busy machine. */
const SLOW_MS = 60_000;
const HTML = '<p>Alles blüht: <a href="https://laden.example/">zum Laden</a></p>';

describe('a campaign is written by keyboard alone, at 360 px and in German,', () => {
  let running: SendingConsole;
  let client: Client;
  let ground: Ground;
  let draft: string;
  before(async () => {
    running = await startSendingConsole('browser-console-walk-writing');
    client = await running.api.account({ timezone: 'Europe/Berlin' });
    ground = await layGround(client);
    const person = { contact_type_id: ground.contact_type_id, country: 1 };
    for (const first_name of ['Ann', 'Ben', 'Cleo'])
      await client.post('/contacts/add', { ...person, email: `${first_name}@example.com`, first_name });
    const second = await client.post('/sender/save', {
      from_name: 'Grace Laden',
      from_email: 'grace@sender.example',
      reply_to_email: 'grace@sender.example',
      country_id: 1,
      company_address: '1 Main Street',
      nickname: 'grace',
    });
    await rows(Sender).updateOne({ _id: second.body.id }, { $set: { is_verified: 1 } });
    const fields = { draft: 1, single_send_name: 'Mit Fassungen', template_html: HTML };
    draft = (await client.post('/single/send/create', aSend(ground, fields))).body.utr;
  });
  after(() => running?.stop());

  const walk = (path: string, use: (page: Page) => Promise<void>) => walkFrom(running, client, path, use);
  const saved = (page: Page) => page.getByRole('status').getByText('Gespeichert', { exact: true }).waitFor();

  it('from its start to its schedule, and is made a draft again', () =>
    walk('/campaigns', async (page) => {
      const { keyboard } = page;
      const dialog = page.getByRole('dialog');
      await pressOn(page, page.getByRole('button', { name: 'Neue Kampagne' }));
      await hasFocus(dialog.getByRole('button', { name: 'Leere Kampagne' }));
      await stepIsInOrder(page);
      await keyboard.press('Enter');
      await page.waitForURL('**/edit');
      const utr = new URL(page.url()).pathname.split('/').at(-2)!;
      const stored = () => detailsOf(client, utr);
      const heading = page.getByRole('heading', { level: 1 });
      await hasFocus(heading);

      const name = page.getByRole('textbox', { name: 'Name der Kampagne' });
      await typeByKeys(page, name, '');
      await keyboard.press('Backspace');
      await page.getByText('Ohne Namen wird eine Kampagne nicht gespeichert.').waitFor();
      await page.getByText('Nicht gespeichert', { exact: true }).waitFor();
      await stepIsInOrder(page);
      await typeByKeys(page, name, 'Frühlingsbrief');
      await saved(page);

      const review = page.getByRole('button', { name: 'Prüfen und senden' });
      await pressOn(page, review);
      await dialog.getByText('Noch erforderlich:').waitFor();
      expect(await textsOf(dialog.getByRole('listitem'))).to.deep.equal([
        'Betreff',
        'Vorschautext',
        'Zielgruppe',
      ]);
      await stepIsInOrder(page);
      await pressOn(page, dialog.getByRole('button', { name: 'Bearbeiten' }));
      await hasFocus(review);

      const sender = page.getByRole('combobox', { name: 'Von' });
      await tabTo(page, sender);
      await pickByKeys(page, sender, 'Grace Laden <grace@sender.example>');
      const audience = page.getByRole('combobox', { name: 'Senden an' });
      await tabTo(page, audience);
      await pickByKeys(page, audience, 'Customers (3)', 'Cust');
      await page.getByRole('status', { name: 'Voraussichtliche Empfänger' }).waitFor();
      await typeByKeys(page, page.getByRole('textbox', { name: 'Betreff', exact: true }), 'Neues für ');
      await chooseByKeys(page, page.getByRole('button', { name: 'Personalisieren: Betreff' }), 'Vorname');
      await typeByKeys(page, page.getByRole('textbox', { name: 'Vorschautext', exact: true }), 'Alles blüht');
      await typeByKeys(page, page.getByRole('textbox', { name: 'HTML', exact: true }), HTML);
      await saved(page);
      await stepIsInOrder(page);
      const written = await stored();
      expect(written).to.include({
        single_send_name: 'Frühlingsbrief',
        subject: 'Neues für ((first_name))',
        preheader: 'Alles blüht',
        template_html: HTML,
        hold_reason: 'draft',
      });

      await pressOn(page, review);
      await dialog.getByText('Grace Laden <grace@sender.example>').waitFor();
      await dialog.getByText('Neues für Ann', { exact: true }).waitFor({ timeout: SLOW_MS });
      await dialog
        .getByRole('button', { name: 'An 3 Personen senden', disabled: false })
        .waitFor({ timeout: SLOW_MS });
      await pressOn(page, dialog.getByLabel('Jetzt senden'), 'ArrowDown');
      const date = dialog.getByLabel('Datum');
      const schedule = dialog.getByRole('button', { name: /^Für 3 Personen planen: / });
      await typeDateByKeys(page, date, '01012020');
      await pressOn(page, schedule);
      await dialog.getByText('Wählen Sie einen Zeitpunkt in der Zukunft.').waitFor();
      await hasFocus(date);
      await stepIsInOrder(page);
      expect(await stored()).to.include({ hold_reason: 'draft' });
      await typeDateByKeys(page, date, '11112097');
      await pressOn(page, schedule);
      await page.getByText('Geplant für 11.11.2097, 09:00.').waitFor();
      await hasFocus(heading);
      await stepIsInOrder(page);
      expect(await stored()).to.include({
        status: 1,
        schedule_date: '2097-11-11',
        schedule_time: '09:00:00',
      });

      const change = page.getByRole('button', { name: 'Zeitpunkt ändern' });
      await pressOn(page, change);
      await hasFocus(date);
      await typeDateByKeys(page, date, '01012020');
      await keyboard.press('Enter');
      await dialog.getByText('Wählen Sie einen Zeitpunkt in der Zukunft.').waitFor();
      await hasFocus(date);
      await stepIsInOrder(page);
      await typeDateByKeys(page, date, '12122098');
      await keyboard.press('Enter');
      await page.getByText('Geplant für 12.12.2098, 09:00.').waitFor();
      await hasFocus(change);

      await leaveByKeys(page, {
        opener: page.getByRole('button', { name: 'Jetzt senden' }),
        title: 'Jetzt an 3 Personen senden?',
        no: 'Noch nicht',
        stored,
      });
      expect(await stored()).to.include({ status: 1, schedule_date: '2098-12-12' });
      await pressOn(page, page.getByRole('button', { name: 'Auf Entwurf zurücksetzen' }));
      await page.getByText('Die Kampagne ist wieder ein Entwurf und wird nicht gesendet.').waitFor();
      await stepIsInOrder(page);
      await pressOn(page, page.getByRole('link', { name: 'Bearbeiten' }));
      await hasFocus(page.getByRole('heading', { level: 1, name: 'Frühlingsbrief' }));
      const { template_html, subject, hold_reason } = await stored();
      expect({ template_html, subject, hold_reason }).to.deep.equal({
        template_html: HTML,
        subject: 'Neues für ((first_name))',
        hold_reason: 'draft',
      });
      expect(running.mail.mails.filter(({ to }) => to.endsWith('@example.com'))).to.have.length(0);
    }));

  it('and its earlier versions are listed and restored, which is undone in the same way', async () => {
    const stored = async () => {
      const { template_html, template_id } = await detailsOf(client, draft);
      return { template_html, template_id };
    };
    await walk(`/campaigns/${draft}/edit`, async (page) => {
      const dialog = page.getByRole('dialog');
      const kind = page.getByRole('radiogroup', { name: 'Art des Inhalts' });
      const open = page.getByRole('button', { name: 'Frühere Fassungen' });
      await pressOn(page, open);
      await dialog.getByText('Noch keine früheren Fassungen.').waitFor();
      await stepIsInOrder(page);
      await page.keyboard.press('Escape');
      await hasFocus(open);
      // Looking changes nothing.
      await pressOn(page, kind.getByRole('radio', { checked: true }), 'ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      const letter = page.getByRole('button', { name: /: Plain letter$/ });
      await confirmByKeys(page, {
        opener: page.getByRole('button', { name: /^In der E‑Mail verwenden: / }).first(),
        title: 'Das HTML ersetzen?',
        no: 'Behalten',
        yes: 'Ersetzen',
        stored,
      });
      await until(async () => (await stored()).template_html === null, 'the template');
      const replaced = await stored();
      const restore = async (name: RegExp): Promise<void> => {
        await pressOn(page, open);
        const version = dialog.getByRole('button', { name }).first();
        await tabTo(page, version);
        await stepIsInOrder(page);
        await page.keyboard.press('Enter');
        await dialog.waitFor({ state: 'detached' });
        await page.waitForFunction(() => document.activeElement !== document.body);
      };
      await restore(/^Wiederherstellen: HTML, \d\d\.\d\d\.\d{4}, \d\d:\d\d$/);
      await page
        .getByText('Wiederhergestellt. Der ersetzte Inhalt steht unter „Frühere Fassungen“.')
        .waitFor();
      expect(await stored()).to.deep.equal({ template_html: HTML, template_id: 1 });
      await hasFocus(open);
      await restore(/^Wiederherstellen: Vorlage, /);
      expect(await stored()).to.deep.equal(replaced);
      await hasFocus(open);
      await letter.waitFor();
    });
  });
});
