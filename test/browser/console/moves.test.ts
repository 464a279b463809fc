import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { Contact } from '../../../common/models/contacts.ts';
import type { Client } from '../../support/api.ts';
import { zipped } from '../../support/archives.ts';
import { runMoves } from '../../support/moves.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import {
  type Console,
  DESK,
  hasFocus,
  isInGermanOrder,
  isInOrder,
  PHONE,
  pressOn,
  SMALL,
  startConsole,
} from './support.ts';

const SUBSCRIBED = `Email Address,First Name,Last Name,Plan,MEMBER_RATING,OPTIN_TIME,LEID,EUID
ada@example.org,Ada,Lovelace,pro,2,2024-01-01 10:00:00,1,a
grace@example.org,Grace,Hopper,free,2,2024-01-01 10:00:00,2,b
no address,Nobody,,free,2,2024-01-01 10:00:00,3,c
`;
const UNSUBSCRIBED = `Email Address,First Name,Last Name,MEMBER_RATING,UNSUB_TIME,LEID,EUID
mary@example.org,Mary,Jackson,2,2024-02-01 10:00:00,4,d
`;

describe('the page of moves', () => {
  let running: Console;
  let client: Client;
  before(async () => {
    running = await startConsole('browser-console-moves');
  });
  after(() => running?.stop());
  beforeEach(async () => {
    client = await running.api.account();
  });

  const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  const people = (): Promise<number> =>
    rows(Contact).countDocuments({ user_id: client.user_id, deleted_at: null });

  it('plans a move of several files, moves them, gives the receipt, and undoes it', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts/imports`);
      await page.getByRole('link', { name: /^Move from Mailchimp/ }).click();
      await page.getByRole('heading', { name: 'Move from another service', level: 1 }).waitFor();
      const plan = page.getByRole('button', { name: 'Create the plan' });
      expect(await plan.isDisabled()).to.equal(true);
      const input = page.locator('input[type=file]');
      await input.setInputFiles(csv('notes.pdf', 'x'));
      await plan.click();
      await page.getByRole('alert').waitFor();
      await page.getByRole('button', { name: 'Start again' }).click();
      await input.setInputFiles(csv('subscribed_email_audience_export_1.csv', SUBSCRIBED));
      await input.setInputFiles(csv('unsubscribed_email_audience_export_1.csv', UNSUBSCRIBED));
      await isInOrder(page, 'chosen files');
      await plan.click();
      await page.getByRole('heading', { name: 'From Mailchimp' }).waitFor();
      await runMoves(running.api.config, client.user_id);
      await page.getByText('The plan is ready. Nothing has been moved yet.').waitFor();
      expect(await people()).to.equal(0);
      await page.getByLabel(/^Create these new fields: .*Plan/i).waitFor();
      await page.getByText('1 row has no valid address or value.').waitFor();
      await isInOrder(page, 'a plan');
      await page.getByRole('button', { name: 'Move 4 rows' }).click();
      await page.getByText('Contacts are being moved. You can leave this page.').waitFor();
      await runMoves(running.api.config, client.user_id);
      await page.getByText('Moved', { exact: true }).waitFor();
      expect(await people()).to.equal(3);
      const stored = await rows(Contact).findOne({ user_id: client.user_id, email: 'ada@example.org' });
      expect(Object.values(stored!.custom_field)).to.include('pro');
      await isInOrder(page, 'a receipt');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download the receipt' }).click(),
      ]);
      expect(readFileSync(await file.path(), 'utf8')).to.match(/"?total"?,"?4"?,"?2"?/);
      const list = page.getByRole('region', { name: 'Result of each row' });
      await list.getByText('ada@example.org').waitFor();
      expect(await list.getByRole('listitem').count()).to.equal(2);
      await list.getByLabel('Rows with the result').selectOption('Refused');
      await list.getByText('subscribed_email_audience_export_1.csv, line 4').waitFor();
      await isInOrder(page, 'the refused rows of a receipt');
      const [rowsFile] = await Promise.all([
        page.waitForEvent('download'),
        list.getByRole('button', { name: 'Download these rows' }).click(),
      ]);
      expect(readFileSync(await rowsFile.path(), 'utf8')).to.include('no address');
      await page.getByRole('button', { name: 'Undo the whole move' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Undo the whole move' }).click();
      await page.getByText('Deleted', { exact: true }).waitFor();
      await runMoves(running.api.config, client.user_id);
      await page.getByText('Undone', { exact: true }).waitFor();
      await page.getByText('1 address stays unsubscribed or on the suppression list').waitFor();
      await isInOrder(page, 'an undone move');
      expect(await people()).to.equal(0);
      await page.goto(`${running.api.url}/console/contacts/moves`);
      const earlier = page.getByRole('region', { name: 'Earlier moves' });
      await earlier.getByText('4 rows').waitFor();
      await isInOrder(page, 'earlier moves');
      await earlier.getByRole('link', { name: 'From Mailchimp' }).click();
      await page.getByText('Undone', { exact: true }).waitFor();
      const optOuts = (await client.get('/global-unsubscribes')).body.message.unSubscribers;
      expect(optOuts.map((one: { email_address: string }) => one.email_address)).to.deep.equal([
        'mary@example.org',
      ]);
    }));

  it('names the files of an archive that are no part of the move', () =>
    running.visit(client, { viewport: PHONE }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts/moves`);
      const buffer = await zipped({ 'subscribed_1.csv': SUBSCRIBED, 'notes/logo.png': 'no table' });
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'export.zip', mimeType: 'application/zip', buffer });
      await page.getByRole('button', { name: 'Create the plan' }).click();
      await page.getByText('The files are being read').waitFor();
      await runMoves(running.api.config, client.user_id);
      const others = page.getByRole('region', { name: '1 file is not part of the move' });
      await others.getByText('notes/logo.png').waitFor();
      await isInOrder(page, 'a plan with a file that is not moved');
    }));

  it('asks what an unknown status means, on a phone and in German', () =>
    running.visit(client, { viewport: PHONE, locale: 'de-DE' }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts/moves`);
      const text = 'email,name,status\nada@example.org,Ada,enabled\nzoe@example.org,Zoe,vip\n';
      await page.locator('input[type=file]').setInputFiles(csv('subscribers.csv', text));
      await page.getByRole('button', { name: 'Plan erstellen' }).click();
      await page.getByText('Die Dateien werden gelesen').waitFor();
      await runMoves(running.api.config, client.user_id);
      await page.getByLabel('Bedeutung von vip').selectOption('mailable');
      await isInOrder(page, 'a plan on a phone');
      await page.getByRole('button', { name: '2 Zeilen übernehmen' }).click();
      await page.getByText('Die Kontakte werden übernommen.').waitFor();
      await runMoves(running.api.config, client.user_id);
      await page.getByText('Übernommen', { exact: true }).waitFor();
      const answer = await client.get('/contacts/list?search=zoe');
      expect(answer.body.message.contacts).to.have.length(1);
    }));

  it('is planned, made and undone by keyboard alone, at 360 px and in German', () =>
    running.visit(client, { viewport: SMALL, locale: 'de-DE' }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts/moves`);
      const choose = page.getByRole('button', { name: 'Dateien wählen' });
      const plan = page.getByRole('button', { name: 'Plan erstellen' });
      const take = async (name: string, buffer: Buffer): Promise<void> => {
        const asked = page.waitForEvent('filechooser');
        await pressOn(page, choose);
        await (await asked).setFiles({ name, mimeType: 'application/zip', buffer });
        await page.getByText(name, { exact: true }).waitFor();
      };
      await take('kein-archiv.zip', Buffer.from('no archive'));
      await pressOn(page, plan);
      await page.getByRole('alert').waitFor();
      await hasFocus(plan);
      await pressOn(page, page.getByRole('button', { name: 'Neu beginnen' }));
      await page.getByText('kein-archiv.zip').waitFor({ state: 'detached' });
      await until(() => page.evaluate(() => document.activeElement !== document.body), 'the focus');
      expect(await page.getByRole('alert').count(), 'what was said of other files').to.equal(0);
      await take(
        'export.zip',
        await zipped({
          'subscribed_email_audience_export_1.csv': SUBSCRIBED,
          'unsubscribed_email_audience_export_1.csv': UNSUBSCRIBED,
        }),
      );
      await isInGermanOrder(page, 'a chosen archive in German');
      await pressOn(page, plan);
      await page.getByRole('heading', { name: 'Von Mailchimp' }).waitFor();
      await runMoves(running.api.config, client.user_id);
      const apply = page.getByRole('button', { name: '4 Zeilen übernehmen' });
      await apply.waitFor();
      await isInGermanOrder(page, 'a plan in German');
      expect(await people()).to.equal(0);
      await pressOn(page, apply);
      await page.getByText('Die Kontakte werden übernommen.').waitFor();
      await runMoves(running.api.config, client.user_id);
      await page.getByText('Übernommen', { exact: true }).waitFor();
      const asked = page.waitForEvent('download');
      await pressOn(page, page.getByRole('button', { name: 'Beleg herunterladen' }));
      expect(readFileSync(await (await asked).path(), 'utf8')).to.match(/"?total"?,"?4"?,"?2"?/);
      await page.getByText('ada@example.org').waitFor();
      await isInGermanOrder(page, 'a receipt in German');

      const undo = page.getByRole('button', { name: 'Ganzen Umzug rückgängig machen' });
      const question = page.getByRole('dialog', { name: 'Den ganzen Umzug rückgängig machen?' });
      await pressOn(page, undo);
      await hasFocus(question.getByRole('button', { name: 'Noch nicht' }));
      await isInGermanOrder(page, 'the question about a move in German');
      await page.keyboard.press('Enter');
      await hasFocus(undo);
      expect(await people()).to.equal(3);
      await page.keyboard.press('Enter');
      await pressOn(page, question.getByRole('button', { name: 'Ganzen Umzug rückgängig machen' }));
      await hasFocus(page.getByRole('heading', { name: 'Umzug rückgängig machen' }));
      await runMoves(running.api.config, client.user_id);
      await page.getByText('Rückgängig gemacht', { exact: true }).waitFor();
      expect(await people()).to.equal(0);
      await isInGermanOrder(page, 'an undone move in German');
    }));
});
