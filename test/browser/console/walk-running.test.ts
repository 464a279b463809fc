import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { mailingOfSend } from '../../../common/domain/mailing-keys.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { leaveInDoubt } from '../../support/doubts.ts';
import { anAccount, aSend, type Ground } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { addContacts, completed, detailsOf } from '../../support/world.ts';
import { type SendingConsole, startSendingConsole } from './sending-console.ts';
import {
  confirmByKeys,
  downloadByKeys,
  hasFocus,
  pickByKeys,
  pressOn,
  stepIsInOrder,
  tabTo,
  walkFrom,
} from './support.ts';

describe('by keyboard alone, at 360 px and in German, a campaign that was sent', () => {
  let running: SendingConsole;
  let ground: Ground;
  before(async () => {
    running = await startSendingConsole('browser-console-walk-running');
    ground = await anAccount(running.api, { timezone: 'Europe/Berlin' });
  });
  after(() => running?.stop());
  afterEach(() => running.mail.answer(() => null));

  /** Sends a campaign to an audience of its own. */
  const send = async (name: string, addresses: readonly string[]): Promise<string> => {
    const { client } = ground;
    const { id } = (await client.post('/contacts-type/add', { name })).body;
    if (addresses.length > 0) await addContacts({ ...ground, contact_type_id: id }, addresses);
    const fields = { single_send_name: name, recipient_id: [`contacts_${id}`] };
    return (await client.post('/single/send/create', aSend(ground, fields))).body.utr;
  };
  const details = (utr: string) => detailsOf(ground.client, utr);
  const walk = (utr: string, use: (page: Page) => Promise<void>, permissions: string[] = []) =>
    walkFrom(running, ground.client, `/campaigns/${utr}`, use, { permissions });

  it('is paused, resumed and cancelled', async () => {
    // The first mails keep the campaign running until it is cancelled.
    const letGo = running.mail.hold();
    const utr = await send(
      'Läuft',
      Array.from({ length: 200 }, (_, n) => `person${n}@example.com`),
    );
    try {
      await walk(utr, async (page) => {
        const pause = page.getByRole('button', { name: 'Pausieren' });
        const resume = page.getByRole('button', { name: 'Fortsetzen' });
        await pressOn(page, pause);
        await page.getByRole('heading', { name: 'Sie ist pausiert' }).waitFor();
        await page.getByText('Pausiert. Es werden keine weiteren E‑Mails gesendet.').waitFor();
        await stepIsInOrder(page);
        expect((await details(utr)).paused_reason).to.equal('person');
        await pressOn(page, resume);
        await page.getByRole('heading', { name: 'Sie ist pausiert' }).waitFor({ state: 'detached' });
        await stepIsInOrder(page);

        // As it is when many of its addresses did not exist.
        const { _id } = (await rows(SingleSend).findOne({ utr }))!;
        await rows(Mailing).updateOne(
          { _id: mailingOfSend(_id) },
          { $set: { paused_reason: 'too_many_bounces' } },
        );
        await page.getByRole('heading', { name: 'Zu viele Adressen existieren nicht' }).waitFor();
        const reason = async () => (await details(utr)).paused_reason;
        await confirmByKeys(page, {
          opener: resume,
          title: 'Diese Kampagne fortsetzen?',
          no: 'Pausiert lassen',
          yes: 'Fortsetzen',
          stored: reason,
        });
        await until(async () => (await reason()) === null, 'the resumed campaign');
        await page.getByText('Fortgesetzt.').first().waitFor();

        await confirmByKeys(page, {
          opener: page.getByRole('button', { name: 'Abbrechen', exact: true }),
          title: 'Diese Kampagne abbrechen?',
          no: 'Nicht abbrechen',
          yes: 'Kampagne abbrechen',
          stored: async () => (await details(utr)).cancelled,
        });
        await page.getByText('Kampagne abgebrochen.').waitFor();
        await stepIsInOrder(page);
        letGo();
        const ended = await completed(ground.client, utr);
        expect(ended.cancelled).to.equal(true);
        expect(ended.skipped).to.be.greaterThan(0);
        await page.getByText('Abgebrochen', { exact: true }).first().waitFor();
        await stepIsInOrder(page);
      });
    } finally {
      letGo();
    }
  });

  it('has mails in doubt decided, one by one and all', async () => {
    const utr = await send('Unklar', []);
    await completed(ground.client, utr);
    const { _id, user_id } = (await rows(SingleSend).findOne({ utr }))!;
    await leaveInDoubt(mailingOfSend(_id), user_id, 4);
    await walk(utr, async (page) => {
      const doubts = page.getByRole('region', { name: 'Zustellung unklar' });
      const first = doubts.getByRole('group', { name: /^doubt/ }).first();
      const stored = async () => (await details(utr)).in_doubt;
      await confirmByKeys(page, {
        opener: first.getByRole('button', { name: 'Als zugestellt markieren' }),
        title: '1 E‑Mail als zugestellt markieren?',
        no: 'Noch nicht',
        yes: 'Als zugestellt markieren',
        stored,
      });
      await doubts.getByText('Alle 3', { exact: true }).waitFor();
      await stepIsInOrder(page);
      await confirmByKeys(page, {
        opener: first.getByRole('button', { name: 'Erneut senden' }),
        title: '1 E‑Mail erneut senden?',
        no: 'Noch nicht',
        yes: 'Erneut senden',
        stored,
      });
      await doubts.getByText('Alle 2', { exact: true }).waitFor();
      await stepIsInOrder(page);
      await confirmByKeys(page, {
        opener: doubts
          .getByRole('group', { name: 'Alle 2' })
          .getByRole('button', { name: 'Als zugestellt markieren' }),
        title: '2 E‑Mails als zugestellt markieren?',
        no: 'Noch nicht',
        yes: 'Als zugestellt markieren',
        stored,
      });
      await doubts.waitFor({ state: 'detached' });
      await hasFocus(page.getByRole('heading', { level: 1 }));
      await stepIsInOrder(page);
      expect(await stored()).to.equal(0);
      await until(async () => (await details(utr)).delivered >= 3, 'the decisions');
    });
  });

  it('is sent again to the bounced addresses that may accept it', async () => {
    running.mail.answer((to) =>
      to.startsWith('full')
        ? { code: 552, text: '5.2.2 mailbox full' }
        : to.startsWith('gone')
          ? { code: 550, text: '5.1.1 no such user' }
          : null,
    );
    const utr = await send('Voll', ['full@full.example', 'fine@fine.example', 'gone@full.example']);
    await completed(ground.client, utr);
    running.mail.answer(() => null);
    await walk(utr, async (page) => {
      const retry = page.getByRole('button', { name: 'Unzustellbare erneut senden' });
      await confirmByKeys(page, {
        opener: retry,
        title: 'Die unzustellbaren E‑Mails erneut senden?',
        no: 'Nicht senden',
        yes: 'Erneut senden',
        stored: async () => (await details(utr)).bounces,
      });
      await until(async () => (await details(utr)).delivered === 2, 'the retry');
      // The address that does not exist is left.
      await page.getByRole('link', { name: /^Unzustellbar\s*1/ }).waitFor();
      await retry.waitFor({ state: 'detached' });
      await stepIsInOrder(page);
    });
  });

  it('has its report shared for a time and its people downloaded, and the share ended', async () => {
    const utr = await send('Geteilt', ['ann@example.org', 'ben@example.org']);
    await completed(ground.client, utr);
    const clipboard = ['clipboard-read', 'clipboard-write'];
    const walked = async (page: Page): Promise<void> => {
      const share = page.getByRole('button', { name: 'Teilen' });
      const dialog = page.getByRole('dialog', { name: 'Diesen Bericht teilen' });
      const none = dialog.getByText('Keine gültigen Links.');
      const links = dialog.getByRole('list', { name: 'Gültige Links' });
      await pressOn(page, share);
      await none.waitFor();
      const days = dialog.getByRole('combobox', { name: 'Gültig für' });
      await hasFocus(days);
      await stepIsInOrder(page);
      await pickByKeys(page, days, '7 Tage');
      await pressOn(page, dialog.getByRole('button', { name: 'Link erstellen' }));
      const made = dialog.getByRole('status');
      await pressOn(page, made.getByRole('button', { name: 'Kopieren' }));
      await made.getByRole('button', { name: 'Kopiert' }).waitFor();
      await stepIsInOrder(page);
      const url = await page.evaluate(() => navigator.clipboard.readText());
      const shared = async (): Promise<number> => (await running.api.request(new URL(url).pathname)).status;
      expect(await shared()).to.equal(200);

      const revoke = links.getByRole('button', { name: /^Den am .* erstellten Link widerrufen$/ });
      await pressOn(page, revoke);
      await none.waitFor();
      await stepIsInOrder(page);
      await page.keyboard.press('Escape');
      await hasFocus(share);
      await page.keyboard.press('Control+z');
      await page.getByText('Es wurde nichts geändert.').waitFor();
      await pressOn(page, share);
      await revoke.waitFor();
      expect(await shared()).to.equal(200);
      await pressOn(page, revoke);
      await none.waitFor();
      await page.keyboard.press('Escape');

      await pressOn(page, page.getByRole('link', { name: /^Zugestellt/ }));
      await tabTo(page, page.getByRole('link', { name: 'ann@example.org' }));
      await stepIsInOrder(page);
      const [name, head] = await downloadByKeys(
        page,
        page.getByRole('button', { name: 'Als CSV herunterladen' }),
      );
      expect(name).to.equal('Geteilt.csv');
      expect(head).to.match(/email/);
      // Leaving the page makes a deletion at once that could be undone.
      await page.goto(`${running.api.url}/healthz`);
      await until(async () => (await shared()) === 404, 'the end of the link');
    };
    await walk(utr, walked, clipboard);
  });
});
