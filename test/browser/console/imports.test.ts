import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Client } from '../../support/api.ts';
import type { Engine } from '../../support/engine.ts';
import { fillAccount } from './filled-account.ts';
import { type Console, DESK, isInOrder, startConsoleAndWorker } from './support.ts';

const FILE = `e mail;First Name;Favourite_Colour;Shoe size
ada@example.org;Ada;green;38
not an address;Bob;red;44
zoe@example.org;Zoë;blue;39
`;

describe('imports in the console', () => {
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
  const imported = async () => (await client.get('/contacts/imports')).body.message.imports;

  it('show what becomes of the columns, follow the import, and give the refused rows', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts`);
      await page.getByRole('link', { name: 'Import' }).click();
      await page.getByRole('heading', { name: 'Import contacts' }).waitFor();
      const input = page.locator('input[type=file]');
      await input.setInputFiles(csv('names.csv', 'name;colour\nAda;green\n'));
      await page.getByText('No column is named “email”.').waitFor();
      await input.setInputFiles(csv('people.xlsx', 'PK'));
      await page.getByText('This is no CSV file.').waitFor();
      expect(await page.getByRole('button', { name: 'Import the file' }).isDisabled()).to.equal(true);
      await input.setInputFiles(csv('people.csv', FILE));
      const columns = page.getByRole('region', { name: 'What becomes of its columns' });
      expect(await columns.getByRole('row').allInnerTexts()).to.deep.equal([
        'Column\tBecomes\tExamples',
        'e mail\tE-mail address\tada@example.org · not an address · zoe@example.org',
        'First Name\tFirst name\tAda · Bob · Zoë',
        'Favourite_Colour\tfavourite colour\tgreen · red · blue',
        'Shoe size\tLeft out\t38 · 44 · 39',
      ]);
      await isInOrder(page, 'the columns');
      await page.getByRole('button', { name: 'Import the file' }).click();
      await page.getByRole('heading', { name: 'people.csv', level: 1 }).waitFor();
      await page.getByText('The import goes on when you close this page.').waitFor();
      const [{ id }] = await imported();
      // The page finds out by itself that the worker is done.
      await engine.run('import-contacts', { importId: id });
      await page.getByText('Completed').waitFor();
      await page.getByText('3 rows read').waitFor();
      await page.getByText('Columns left out: Shoe size').waitFor();
      await isInOrder(page, 'an import');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download the refused rows' }).click(),
      ]);
      expect(readFileSync(await file.path(), 'utf8')).to.include('not an address');
    }));

  it('are in order, at each width, light and dark', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts/imports`);
      await page.getByRole('link', { name: 'people.csv' }).waitFor();
      await isInOrder(page, 'the list');
      await page.getByRole('link', { name: 'people.csv' }).click();
      await page.getByText('Completed').waitFor();
      await isInOrder(page, 'an import');
    }));
});
