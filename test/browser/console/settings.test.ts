import { expect } from 'chai';
import { Sender } from '../../../common/models/senders.ts';
import type { Client } from '../../support/api.ts';
import { createSeries } from '../../support/automations.ts';
import { anAccount, aSend } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { fillAccount } from './filled-account.ts';
import {
  type Console,
  DESK,
  hasFocus,
  isInGermanOrder,
  isInOrder,
  PHONE,
  pickByKeys,
  pressOn,
  SMALL,
  startConsole,
  tabTo,
  typeByKeys,
} from './support.ts';

describe('the settings page of the console', () => {
  let running: Console;
  let client: Client;
  before(async () => {
    running = await startConsole('browser-console-settings');
    client = await running.api.account();
    await fillAccount(client);
  });
  after(() => running?.stop());

  it('stays in order, as does Home, at each width, light and dark', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await running.home(page);
      await page.getByText('3 of 5 done').waitFor();
      await isInOrder(page, 'home');
      await page.goto(`${running.api.url}/console/settings`);
      await page.getByRole('rowheader', { name: 'TXT' }).first().waitFor();
      await isInOrder(page, 'settings');
    }));

  it('shows whether senders are confirmed, and sends the mail again', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/settings`);
      const second = page.getByRole('listitem').filter({ hasText: 'news@example.com' });
      await second.getByText('Not confirmed').waitFor();
      await second.getByRole('button', { name: 'Resend the email' }).click();
      await page.getByText('An email is on its way to news@example.com.').waitFor();
    }));

  it('says that the service receives no reports of mailbox providers', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/settings`);
      const row = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('button', { name: 'Reports of mailbox providers' }) });
      await row.getByRole('button', { name: 'Reports of mailbox providers' }).click();
      await row.getByText('This service receives no reports.').waitFor();
      expect(await row.getByText('Your DMARC policy').count()).to.equal(0);
    }));

  it('takes a new sender, and names what is wrong at its field', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/settings`);
      await page.getByRole('button', { name: 'Add sender' }).press('Enter');
      const form = page.getByRole('dialog');
      await form.getByLabel('Name').fill('Difference Engines');
      await form.getByLabel('Address', { exact: true }).fill('not an address');
      await page.keyboard.press('Enter');
      await form.locator('[aria-invalid=true]').first().waitFor();
      await isInOrder(page, 'the form of a sender');
      await form.getByLabel('Address', { exact: true }).fill('difference@example.com');
      await form.getByLabel('Street and number').fill('Dorset Street 1');
      await pickByKeys(page, form.getByRole('combobox', { name: 'Country' }), 'Germany', 'Germany');
      await form.getByRole('button', { name: 'Add sender' }).press('Enter');
      await page.getByText('An email is on its way to difference@example.com.').waitFor();
      const added = page.getByRole('listitem').filter({ hasText: 'Difference Engines' });
      await added.getByText('Not confirmed').waitFor();
      const { body } = await client.get('/senders');
      expect(body.message.senders.at(-1)).to.include({
        reply_to_email: 'difference@example.com',
        nickname: 'Difference Engines',
      });
    }));

  it('changes a sender, with its whole postal address, and deletes it with a way back', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/settings`);
      const row = page.getByRole('listitem').filter({ hasText: 'difference@example.com' });
      await row.getByRole('button', { name: 'Change' }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Name', { exact: true }).fill('Analytical Engines');
      await form.getByLabel('Postal code').fill('80331');
      for (const [label, typed] of [
        ['State or province', 'Bavaria'],
        ['City', 'München'],
      ] as const) {
        await form.getByRole('combobox', { name: label }).fill(typed);
        await page.getByRole('option', { name: typed }).first().click();
      }
      await isInOrder(page, 'the form of a stored sender');
      await form.getByLabel('Street and number').fill('');
      await form.getByRole('button', { name: 'Save' }).click();
      await form.getByText('This is required.').waitFor();
      await form.getByLabel('Street and number').fill('Marienplatz 1');
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Sender saved.').waitFor();
      const stored = async () =>
        (await client.get('/senders')).body.message.senders.find(
          ({ from_email }: { from_email: string }) => from_email === 'difference@example.com',
        );
      const { from_name, company_address, zip_code, city_id, nickname } = await stored();
      expect({ from_name, company_address, zip_code, nickname }).to.deep.equal({
        from_name: 'Analytical Engines',
        company_address: 'Marienplatz 1',
        zip_code: '80331',
        nickname: 'Difference Engines',
      });
      expect(city_id).to.be.above(0);
      await row.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Undo' }).click();
      // This note may come over the button that is pressed next.
      await page.getByText('Nothing was changed.').waitFor();
      await row.getByRole('button', { name: 'Delete' }).click();
      await row.waitFor({ state: 'detached' });
      await page.goto(`${running.api.url}/account?plain`);
      await until(async () => (await stored()) === undefined);
      await page.goto(`${running.api.url}/console`);
    }));

  it('names the campaigns and automations that stop before a sender is deleted', async () => {
    const ground = await anAccount(running.api);
    const other = ground.client;
    const series = await createSeries(ground, { automation_name: 'Hello there' });
    await series.email();
    await series.live();
    const later = { schedule_type: 1, schedule_date: '2099-01-01', schedule_time: '10:00:00' };
    await other.post('/single/send/create', aSend(ground, { ...later, single_send_name: 'For spring' }));
    const drafted = aSend(ground, { draft: 1, single_send_name: 'A draft' });
    await other.post('/single/send/create', drafted);
    const senders = async () => (await other.get('/senders')).body.message.senders.length;
    await running.visit(other, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/settings`);
      const remove = page.getByRole('region', { name: 'Senders' }).getByRole('button', { name: 'Delete' });
      await remove.click();
      const asked = page.getByRole('dialog', { name: /^Delete the sender/ });
      await asked.getByRole('link', { name: 'For spring' }).waitFor();
      await asked.getByRole('link', { name: 'Hello there' }).waitFor();
      expect(await asked.getByRole('link').count()).to.equal(2);
      await isInOrder(page, 'the uses of a sender');
      await page.keyboard.press('Enter');
      await asked.waitFor({ state: 'hidden' });
      await remove.click();
      await asked.getByRole('button', { name: 'Delete the sender' }).click();
      await remove.waitFor({ state: 'detached' });
      await page.goto(`${running.api.url}/account?plain`);
      await until(async () => (await senders()) === 0, 'the deletion');
      await page.goto(`${running.api.url}/console`);
    });
  });

  it('takes a domain, shows its records, checks them, and deletes it with a way back', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/settings`);
      await page.getByLabel('Domain', { exact: true }).fill('news.example.org');
      await page.keyboard.press('Enter');
      const row = page.getByRole('listitem').filter({ hasText: 'news.example.org' });
      await row.getByRole('rowheader', { name: 'TXT' }).first().waitFor();
      await row.getByText('Your administrator tells you the value').waitFor();
      await row.getByRole('button', { name: 'Check now' }).click();
      // Nothing answers for the DNS of these tests.
      await row.getByText('No answer').first().waitFor();
      await row.getByRole('button', { name: 'Delete' }).click();
      await row.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await row.waitFor();
    }));

  it('keeps what is wrong with a domain only as long as it is written there', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/settings`);
      const domain = page.getByLabel('Domain', { exact: true });
      const isWrong = async () => (await domain.getAttribute('aria-invalid')) === 'true';
      await domain.fill('no domain');
      await domain.press('Enter');
      await until(isWrong, 'the problem of the domain');
      await domain.fill('no domain yet');
      await until(async () => !(await isWrong()), 'the end of the problem');
      await domain.fill('no domain');
      expect(await isWrong()).to.equal(true);
      await domain.fill('');
    }));

  it('lists unsubscribed and suppressed addresses, and lifts them with a way back', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/settings`);
      await page.getByLabel('Address to unsubscribe').fill('gone@example.com');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Resubscribe: gone@example.com' }).waitFor();
      await page.getByLabel('Address to suppress').fill('no address');
      await page.keyboard.press('Enter');
      await page.locator('[aria-invalid=true]').waitFor();
      await page.getByLabel('Address to suppress').fill('full@example.com');
      await page.keyboard.press('Enter');
      const row = page.getByRole('listitem').filter({ hasText: 'full@example.com' });
      await row.getByText('Added by you').waitFor();
      await page.getByRole('searchbox', { name: 'Search the suppression list' }).fill('other');
      await page.getByText('No address begins with this.').waitFor();
      await page.getByRole('searchbox', { name: 'Search the suppression list' }).fill('full');
      await row.getByRole('button', { name: 'Remove from list' }).click();
      await row.waitFor({ state: 'detached' });
      await page.goto(`${running.api.url}/account?plain`);
      const suppressed = async () => (await client.get('/suppressions')).body.message.suppressions;
      await until(async () => (await suppressed()).length === 0);
      expect((await client.get('/global-unsubscribes')).body.message.unSubscribers[0].email_address).to.equal(
        'gone@example.com',
      );
      await page.goto(`${running.api.url}/console`);
    }));

  it('removes ticked addresses from the suppression list together, with a way back', () =>
    running.visit(client, { viewport: PHONE }, async (page) => {
      for (const name of ['one', 'two', 'three'])
        await client.post('/suppressions/save', { email_address: `${name}@ticked.example` });
      await page.goto(`${running.api.url}/console/settings`);
      const list = page.getByRole('region', { name: 'Suppression list' });
      for (const name of ['one', 'two'])
        await list.getByRole('checkbox', { name: `Select ${name}@ticked.example` }).check();
      await isInOrder(page, 'ticked addresses');
      await list.getByRole('button', { name: 'Remove from list (2)' }).click();
      await page.getByText('2 addresses can get emails again.').waitFor();
      expect(await list.getByText('one@ticked.example').count()).to.equal(0);
      await page.getByRole('button', { name: 'Undo' }).click();
      for (const name of ['one', 'two'])
        await list.getByRole('checkbox', { name: `Select ${name}@ticked.example` }).check();
      await list.getByRole('button', { name: 'Remove from list (2)' }).click();
      // Leaving the page makes the change at once.
      await page.goto(`${running.api.url}/healthz`);
      const suppressed = async () => (await client.get('/suppressions')).body.message.suppressions;
      await until(async () => (await suppressed()).length === 1);
      await page.goto(`${running.api.url}/console`);
    }));

  it('lists, adds and changes the groups that people can leave', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/settings`);
      await page.getByRole('button', { name: 'New subscription type' }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Name', { exact: true }).fill('Newsletter');
      await form.getByRole('button', { name: 'New subscription type' }).click();
      await form.locator('[aria-invalid=true]').waitFor();
      await form.getByLabel('Description').fill('News, once a month');
      await form.getByRole('button', { name: 'New subscription type' }).click();
      const row = page.getByRole('listitem').filter({ hasText: 'News, once a month' });
      await row.getByText('0 people unsubscribed').waitFor();
      await row.getByRole('button', { name: 'Change' }).click();
      await form.getByLabel('Name', { exact: true }).fill('Monthly news');
      await form.getByLabel('Show on the preferences page').uncheck();
      await form.getByRole('button', { name: 'Save' }).click();
      await row.getByText('Hidden').waitFor();
      const [group] = (await client.get('/unsubscribes-groups')).body.message.unsubscribesGroups;
      expect(group).to.include({ group_name: 'Monthly news', is_display: 0 });
    }));

  it('takes recipients of mails about events', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/settings`);
      await page.getByRole('button', { name: 'Add recipient' }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Email address').fill('ops@example.com');
      await form.getByLabel('Name').fill('Ada');
      await form.getByRole('button', { name: 'Add recipient' }).click();
      const row = page.getByRole('listitem').filter({ hasText: 'ops@example.com' });
      await row.getByText('Not confirmed').waitFor();
      await row.getByRole('button', { name: 'Delete' }).click();
      await row.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await row.waitFor();
    }));

  it('adds, changes, confirms and deletes a sender by keyboard alone, at 360 px and in German', () =>
    running.visit(client, { viewport: SMALL, locale: 'de-DE' }, async (page) => {
      await page.goto(`${running.api.url}/console/settings`);
      const add = page.getByRole('button', { name: 'Absender hinzufügen' });
      await pressOn(page, add);
      const form = page.getByRole('dialog');
      const [name, address, street] = [
        form.getByLabel('Name', { exact: true }),
        form.getByLabel('Adresse', { exact: true }),
        form.getByLabel('Straße und Hausnummer'),
      ];
      await hasFocus(name);
      await page.keyboard.type('Tasten GmbH');
      await typeByKeys(page, address, 'keine Adresse');
      await typeByKeys(page, street, 'Marienplatz 1');
      const country = form.getByRole('combobox', { name: 'Land' });
      await tabTo(page, country);
      await pickByKeys(page, country, 'Deutschland', 'Deutschl');
      await pressOn(page, form.getByRole('button', { name: 'Absender hinzufügen' }));
      // Of a wrong form, the first wrong field gets the focus; the address for answers that is left empty is not wrong.
      await hasFocus(address);
      expect(await form.locator('[aria-invalid=true]').count()).to.equal(1);
      await isInGermanOrder(page, 'the form of a sender in German');
      await typeByKeys(page, address, 'tasten@example.com');
      await page.keyboard.press('Enter');
      await page.getByText('Eine E‑Mail an tasten@example.com ist unterwegs.').waitFor();
      await hasFocus(add);

      const row = page.getByRole('listitem').filter({ hasText: 'tasten@example.com' });
      const resend = row.getByRole('button', { name: 'E‑Mail erneut senden' });
      await pressOn(page, resend);
      // A button that waits for an answer keeps the focus.
      await hasFocus(resend);
      await pressOn(page, row.getByRole('button', { name: 'Ändern' }));
      await typeByKeys(page, street, '');
      await page.keyboard.press('Enter');
      await form.getByText('Dieses Feld ist ein Pflichtfeld.').waitFor();
      await typeByKeys(page, street, 'Marienplatz 2');
      await pressOn(page, form.getByRole('button', { name: 'Speichern' }));
      await page.getByText('Absender gespeichert.').waitFor();
      const { _id } = (await rows(Sender).findOne({ from_email: 'tasten@example.com' }))!;
      await rows(Sender).updateOne({ _id }, { $set: { is_verified: 1 } });
      await page.reload();
      await row.getByText('Bestätigt', { exact: true }).waitFor();

      const deleteRow = row.getByRole('button', { name: 'Löschen: Tasten GmbH' });
      const next = page
        .getByRole('listitem')
        .filter({ hasText: 'news@example.com' })
        .getByRole('button')
        .first();
      await pressOn(page, deleteRow);
      await row.waitFor({ state: 'detached' });
      await hasFocus(next);
      await page.keyboard.press('Control+z');
      await row.waitFor();
      await pressOn(page, deleteRow);
      await row.waitFor({ state: 'detached' });
      // By the button of the note, too: Tab reaches it as the last one, while it is shown.
      await page.getByRole('alert').getByRole('button', { name: 'Rückgängig' }).last().focus();
      await page.keyboard.press('Enter');
      await hasFocus(next);
      await pressOn(page, deleteRow);
      await row.waitFor({ state: 'detached' });
      // Leaving the page makes the change at once.
      await page.goto(`${running.api.url}/healthz`);
      await until(async () => (await rows(Sender).findOne({ _id }))!.deleted_at !== null);
    }));

  it('adds, copies, mails, checks and deletes a domain by keyboard alone, at 360 px and in German', () =>
    running.visit(
      client,
      { viewport: SMALL, locale: 'de-DE', permissions: ['clipboard-read', 'clipboard-write'] },
      async (page) => {
        await page.goto(`${running.api.url}/console/settings`);
        const field = page.getByLabel('Domain', { exact: true });
        await typeByKeys(page, field, 'keine Domain');
        await pressOn(page, page.getByRole('button', { name: 'Domain hinzufügen' }));
        await hasFocus(field);
        await page.locator('[aria-invalid=true]').waitFor();
        await page.keyboard.press('ControlOrMeta+a');
        await page.keyboard.type('tasten.example');
        await page.keyboard.press('Enter');
        const row = page.getByRole('listitem').filter({ hasText: 'tasten.example' });
        await row.getByRole('rowheader', { name: 'TXT' }).first().waitFor();
        const { sendingDomains: domains } = (await client.get('/sending-domains')).body.message;
        const { id } = domains.find(({ domain }: { domain: string }) => domain === 'tasten.example');
        const { records } = (await client.get(`/sending-domains/details?id=${id}`)).body.message
          .sendingDomain;
        const given = records.filter(({ value }: { value: string | null }) => value !== null);
        for (const { host, value } of given)
          for (const [part, text] of [
            ['Name', host],
            ['Wert', value],
          ]) {
            const copy = row.getByRole('button', { name: `: ${part} ${host}` });
            await pressOn(page, copy);
            await copy.getByText('Kopiert').waitFor();
            expect(await page.evaluate(() => navigator.clipboard.readText())).to.equal(text);
          }
        const mail = row.getByRole('link', { name: 'An einen Administrator senden' });
        await tabTo(page, mail);
        const written = decodeURIComponent((await mail.getAttribute('href'))!);
        for (const { host, value } of given) expect(written).to.contain(host).and.to.contain(value);
        const check = row.getByRole('button', { name: 'Jetzt prüfen' });
        await pressOn(page, check);
        await row.getByText('Keine Antwort').first().waitFor();
        await hasFocus(check);
        await isInGermanOrder(page, 'the records of a domain in German');
        await pressOn(page, row.getByRole('button', { name: 'Löschen: tasten.example' }));
        await row.waitFor({ state: 'detached' });
        await page.keyboard.press('Control+z');
        await row.waitFor();
        await pressOn(page, row.getByRole('button', { name: 'Löschen: tasten.example' }));
        await page.goto(`${running.api.url}/healthz`);
        await until(
          async () =>
            (await client.get('/sending-domains')).body.message.sendingDomains.length === domains.length - 1,
        );
      },
    ));
});
