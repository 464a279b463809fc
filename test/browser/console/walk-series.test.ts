import { expect } from 'chai';
import { Automation } from '../../../common/models/automations.ts';
import { anAccount, type Ground } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { type SendingConsole, startSendingConsole } from './sending-console.ts';
import {
  confirmByKeys,
  hasFocus,
  pickByKeys,
  pressOn,
  stepIsInOrder,
  tabTo,
  typeByKeys,
  walkFrom,
} from './support.ts';

const READERS = ['ann@example.com', 'ben@example.com', 'cleo@example.com'];

describe('by keyboard alone, at 360 px and in German, a series', () => {
  let running: SendingConsole;
  let ground: Ground;
  before(async () => {
    running = await startSendingConsole('browser-console-walk-series');
    ground = await anAccount(running.api, { timezone: 'Europe/Berlin' });
    for (const email of READERS)
      await ground.client.post('/contacts/add', {
        contact_type_id: ground.contact_type_id,
        country: 1,
        email,
      });
  });
  after(() => running?.stop());

  const stored = async () => (await rows(Automation).findOne({ user_id: ground.client.user_id }))!;
  const status = async () => (await stored()).status;

  it('is built, turned on, paused and resumed', () =>
    walkFrom(running, ground.client, '/automations', async (page) => {
      const { keyboard } = page;
      const dialog = page.getByRole('dialog');
      const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
      await pressOn(page, page.getByRole('button', { name: 'Neue Automation' }));
      const name = dialog.getByRole('textbox', { name: 'Name' });
      await hasFocus(name);
      await keyboard.press('Enter');
      await dialog.getByText('Dieses Feld ist ein Pflichtfeld.').first().waitFor();
      await hasFocus(name);
      await stepIsInOrder(page);
      await keyboard.type('Willkommen');
      const audience = dialog.getByRole('combobox', { name: 'Zielgruppe' });
      await tabTo(page, audience);
      await pickByKeys(page, audience, /^Customers/, 'Cust');
      await pressOn(page, dialog.getByRole('radio', { checked: true }), 'ArrowDown');
      await stepIsInOrder(page);
      await pressOn(page, dialog.getByRole('button', { name: 'Automation anlegen' }));
      await hasFocus(heading('Willkommen'));
      await page.getByText('Noch keine E‑Mails. Fügen Sie die erste hinzu').waitFor();
      await stepIsInOrder(page);
      const turnOn = page.getByRole('button', { name: 'Einschalten' });
      expect(await turnOn.isDisabled()).to.equal(true);

      const addEmail = async (subject: string): Promise<void> => {
        await pressOn(page, page.getByRole('button', { name: 'E‑Mail hinzufügen' }));
        const field = dialog.getByRole('textbox', { name: 'Betreff' });
        await hasFocus(field);
        await keyboard.press('Enter');
        await dialog.getByText('Dieses Feld ist ein Pflichtfeld.').waitFor();
        await hasFocus(field);
        await stepIsInOrder(page);
        await keyboard.type(subject);
        await keyboard.press('Enter');
        await hasFocus(heading(subject));
        await typeByKeys(page, page.getByRole('textbox', { name: 'HTML', exact: true }), `<p>${subject}</p>`);
        await page.getByText('Noch nicht gespeichert').waitFor();
        await stepIsInOrder(page);
        await keyboard.press('Control+s');
        await page.getByRole('status').getByText('Gespeichert', { exact: true }).waitFor();
        await pressOn(page, page.getByRole('link', { name: 'Zurück zur Automation' }));
        await hasFocus(heading('Willkommen'));
      };
      await addEmail('Schön, dass Sie da sind');
      await addEmail('Wie es weitergeht');

      const wait = page.getByRole('button', {
        name: '1 Tag später: die Wartezeit vor Wie es weitergeht ändern',
      });
      await pressOn(page, wait);
      const period = dialog.getByRole('textbox', { name: 'Wie viele' });
      await hasFocus(period);
      await typeByKeys(page, period, '0');
      await keyboard.press('Enter');
      await dialog.locator('[aria-invalid=true]').waitFor();
      await hasFocus(period);
      await stepIsInOrder(page);
      await typeByKeys(page, period, '3');
      await keyboard.press('Enter');
      const changed = page.getByRole('button', {
        name: '3 Tage später: die Wartezeit vor Wie es weitergeht ändern',
      });
      await hasFocus(changed);
      await stepIsInOrder(page);

      await confirmByKeys(page, {
        opener: turnOn,
        title: 'Diese Automation einschalten?',
        no: 'Noch nicht',
        yes: 'Für 3 Personen einschalten',
        stored: status,
      });
      await page.getByText('Aktiv', { exact: true }).waitFor();
      await stepIsInOrder(page);
      const mailed = () => running.mail.mails.filter(({ to }) => READERS.includes(to));
      await until(async () => mailed().length === 3, 'the first emails');

      const pause = page.getByRole('button', { name: 'Pausieren' });
      await pressOn(page, pause);
      await page.getByText('Pausiert', { exact: true }).waitFor();
      await page
        .getByText('Pausiert. Es werden keine E‑Mails gesendet, und alle behalten ihren Platz.')
        .waitFor();
      await stepIsInOrder(page);
      expect(await status()).to.equal(0);
      await confirmByKeys(page, {
        opener: page.getByRole('button', { name: 'Fortsetzen' }),
        title: 'Diese Automation fortsetzen?',
        no: 'Noch nicht',
        yes: 'Fortsetzen',
        stored: status,
      });
      await page.getByText('Aktiv', { exact: true }).waitFor();
      await stepIsInOrder(page);
      expect(await status()).to.equal(1);
      await pressOn(page, pause);
      await until(async () => (await status()) === 0, 'the pause');
      expect(mailed()).to.have.length(3);
    }));
});
