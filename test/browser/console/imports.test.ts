import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { Contact } from '../../../common/models/contacts.ts';
import type { Client } from '../../support/api.ts';
import { textsOf } from '../../support/browser.ts';
import type { Engine } from '../../support/engine.ts';
import { rows } from '../../support/rows.ts';
import { fillAccount } from './filled-account.ts';
import { type Console, DESK, isInOrder, startConsoleAndWorker } from './support.ts';

const FILE = `e mail;First Name;Favourite_Colour;Shoe size
ada@example.org;Ada;green;38
not an address;Bob;red;44
zoe@example.org;Zoë;blue;39
`;

const ROWS = 100_000;

describe('the imports page of the console', () => {
  let running: Console;
  let engine: Engine;
  let client: Client;
  before(async () => {
    ({ running, engine } = await startConsoleAndWorker('browser-console-imports'));
    client = await running.api.account();
    await fillAccount(client);
  });
  after(() => running?.stop());

  const csv = (name: string, text: string | Buffer) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });
  const people = (): Promise<number> =>
    rows(Contact).countDocuments({ user_id: client.user_id, deleted_at: null });
  /** The fields that are chosen for the columns. */
  const becomes = (columns: Locator): Promise<string[]> =>
    columns.locator('select').evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value));
  const figures = async (within: Locator): Promise<Record<string, string>> => {
    const [names, counts] = [within.locator('dt'), within.locator('dd')];
    const found = await Promise.all([textsOf(names), textsOf(counts)]);
    return Object.fromEntries(found[0].map((name, at) => [name, found[1][at]!]));
  };
  const imported = async () => (await client.get('/contacts/imports')).body.message.imports;

  it('shows what becomes of the columns, follows the import, and gives the refused rows', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts`);
      await page.getByRole('link', { name: 'Import' }).click();
      await page.getByRole('heading', { name: 'Import contacts' }).waitFor();
      const input = page.locator('input[type=file]');
      await page.getByText('Choose a file first.').waitFor();
      await input.setInputFiles(csv('names.csv', 'name;colour\nAda;green\n'));
      await page.getByText('Choose the column that has the email address.').waitFor();
      for (const name of ['Preview import', 'Import the file'])
        expect(await page.getByRole('button', { name }).isDisabled(), name).to.equal(true);
      await isInOrder(page, 'a file without addresses');
      await input.setInputFiles(csv('people.xlsx', 'PK'));
      await page.getByText('This is not a CSV file.').waitFor();
      expect(await page.getByRole('button', { name: 'Import the file' }).count()).to.equal(0);
      await input.setInputFiles(csv('people.csv', FILE));
      const columns = page.getByRole('region', { name: 'Columns of the file' });
      await columns
        .getByRole('cell', { name: 'ada@example.org · not an address · zoe@example.org' })
        .waitFor();
      expect(await becomes(columns)).to.deep.equal(['email', 'first_name', 'favourite_colour', '']);
      await page.getByText('The file is read as utf-8 (from its contents)').waitFor();
      await page.getByLabel('Encoding of the file').selectOption('windows-1252');
      await page.getByText('The file is read as windows-1252 (as chosen)').waitFor();
      await page.getByLabel('Encoding of the file').selectOption('');
      await page.getByText('The file is read as utf-8 (from its contents)').waitFor();
      await isInOrder(page, 'the columns');
      await page.getByRole('button', { name: 'Import the file' }).click();
      await page.getByRole('heading', { name: 'people.csv', level: 1 }).waitFor();
      await page.getByText('The import continues when you close this page.').waitFor();
      const [{ id }] = await imported();
      // The page finds out by itself that the worker is done.
      await engine.run('import-contacts', { importId: id });
      await page.getByText('Completed').waitFor();
      await page.getByText('3 rows read').waitFor();
      await page.getByText('Columns not imported: Shoe size').waitFor();
      await isInOrder(page, 'an import');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download the refused rows' }).click(),
      ]);
      expect(readFileSync(await file.path(), 'utf8')).to.include('not an address');
    }));

  it('previews 100,000 rows with chosen columns, imports them without the page, and undoes the import', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const before = await people();
      await page.goto(`${running.api.url}/console/contacts/imports`);
      const lines = Array.from({ length: ROWS }, (_, at) => `Person ${at};p${at}@many.example;Rom;x\n`).join(
        '',
      );
      await page
        .locator('input[type=file]')
        .setInputFiles(csv('many.csv', `Vorname;Kontakt;Ort;Ort\n${lines}bad;no address;;\n`));
      const columns = page.getByRole('region', { name: 'Columns of the file' });
      await columns.getByText('Not imported: the column has no name').waitFor();
      const field = (column: string) => columns.getByLabel(`Import ${column} as`);
      await field('Kontakt').selectOption({ label: 'Last name' });
      await field('Vorname').selectOption({ label: 'Email address' });
      // A field has one column: the one that was chosen last.
      await field('Kontakt').selectOption({ label: 'Email address' });
      await field('Vorname').selectOption({ label: 'First name' });
      await field('Ort').selectOption({ label: 'City' });
      expect(await becomes(columns)).to.deep.equal(['first_name', 'email', 'city']);
      await isInOrder(page, 'the columns of many');
      await page.getByRole('button', { name: 'Preview import' }).click();
      await page.getByText('Reading the file …').waitFor();
      await isInOrder(page, 'a file that is looked through');
      await engine.run('import-contacts', { importId: (await imported()).at(-1).id });
      const trial = page.getByRole('status', { name: 'Import preview' });
      await trial
        .getByText('Lines 2, 3, 4, 5, 6: a new contact with First name, Email address, City')
        .waitFor();
      expect(await figures(trial)).to.deep.equal({
        New: '100,000',
        Changed: '0',
        Unchanged: '0',
        Refused: '0',
      });
      await trial.getByText('The preview shows the first 100,000 rows.').waitFor();
      await isInOrder(page, 'what would happen');
      expect(await people()).to.equal(before);

      await page.getByRole('button', { name: 'Import the file' }).click();
      await page.getByRole('heading', { name: 'many.csv', level: 1 }).waitFor();
      const address = page.url();
      const { id } = (await imported()).at(-1);
      const work = engine.run('import-contacts', { importId: id });
      await page.goto('about:blank');
      await work;
      await page.goto(address);
      await page.getByText('100,001 rows read').waitFor();
      expect(await people()).to.equal(before + ROWS);

      await page.getByRole('button', { name: 'Undo this import' }).click();
      await page.getByText('Waiting', { exact: true }).waitFor();
      await isInOrder(page, 'an import that is being undone');
      await engine.run('undo-import', { importId: id });
      await page.getByText('Import undone').waitFor();
      expect(await figures(page.getByRole('region', { name: 'Undo' }))).to.deep.equal({
        Deleted: '100,000',
        Restored: '0',
        Kept: '0',
        'Deleted earlier': '0',
      });
      await isInOrder(page, 'an import that is undone');
      expect(await people()).to.equal(before);
    })).timeout(180_000);

  it('shows who may be mailed by the file, and asks for unknown words before it imports', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts/imports`);
      const text =
        'email,status\nin@said.example,active\nout@said.example,unsubscribed\nwait@said.example,Waiting list\nblank@said.example,\n';
      await page.locator('input[type=file]').setInputFiles(csv('said.csv', text));
      await page.getByText('This file gives the subscription status').waitFor();
      const start = page.getByRole('button', { name: 'Import the file' });
      expect(await start.isDisabled()).to.equal(true);
      await page.getByRole('button', { name: 'Preview import' }).click();
      await page.getByText('Reading the file …').waitFor();
      await engine.run('import-contacts', { importId: (await imported()).at(-1).id });
      const said = page.getByRole('region', { name: 'Subscription status' });
      await said.getByText('Taken from the column status.').waitFor();
      expect(await figures(said)).to.deep.equal({
        Subscribed: '1',
        Unsubscribed: '1',
        Bounced: '0',
        'Reported as spam': '0',
        'Not confirmed': '0',
        'Not imported': '0',
      });
      await said.getByLabel('Meaning of (blank)').waitFor();
      await said.getByLabel('Meaning of Waiting list').selectOption({ label: 'Subscribed' });
      await isInOrder(page, 'what a file says about statuses');
      await start.click();
      await page.getByRole('heading', { name: 'said.csv', level: 1 }).waitFor();
      const { id } = (await imported()).at(-1);
      await engine.run('import-contacts', { importId: id });
      await page.getByText('Completed').waitFor();
      expect(
        (await figures(page.getByRole('region', { name: 'Subscription status' })))['Subscribed'],
      ).to.equal('2');
      await page.getByText('These statuses are unknown').waitFor();
      await page.getByRole('button', { name: 'Undo this import' }).click();
      await page.getByText('Waiting', { exact: true }).waitFor();
      await engine.run('undo-import', { importId: id });
      await page.getByText('1 address stays unsubscribed or on the suppression list').waitFor();
      await isInOrder(page, 'an import with statuses that is undone');
    }));

  it('stays in order at each width, light and dark', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts/imports`);
      await page.getByRole('link', { name: 'people.csv' }).waitFor();
      await isInOrder(page, 'the list');
      await page.getByRole('link', { name: 'people.csv' }).click();
      await page.getByText('Completed').waitFor();
      await isInOrder(page, 'an import');
    }));
});
