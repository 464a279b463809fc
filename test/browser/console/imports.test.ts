import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { findCountry } from '../../../common/data/countries.ts';
import { Contact } from '../../../common/models/contacts.ts';
import type { Client } from '../../support/api.ts';
import { workbook, zipped } from '../../support/archives.ts';
import { createSeries } from '../../support/automations.ts';
import { faultsInEachLook, textsOf } from '../../support/browser.ts';
import type { Engine } from '../../support/engine.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { fillAccount } from './filled-account.ts';
import { type Console, DESK, isInOrder, SMALL, startConsoleAndWorker, tabTo } from './support.ts';

const FILE = `e mail;First Name;Favourite_Colour;Shoe size
ada@example.org;Ada;green;38
not an address;Bob;red;44
zoe@example.org;Zoë;blue;39
`;

const DOUBTFUL = `E-Mail;Vorname;Status;Kundennr;Größe
ada@gmial.com;Ada;active;K1;38
abuse@example.org;Abe;active;K2;41
zoe@mailinator.com;Zoë;unsubscribed;K3;39
bob@example.org;Bob;VIP;K4;40
`;

/** The rows that a preview reads, and those of a file that is imported. */
const [PREVIEWED, IMPORTED] = [100_000, 2000];

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
  const imported = async (of = client) => (await of.get('/contacts/imports')).body.message.imports;

  it('shows the field of each column and the progress, and downloads the refused rows', () =>
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
      await input.setInputFiles(csv('people.pdf', '%PDF'));
      await page.getByText('This file has no table.').waitFor();
      expect(await page.getByRole('button', { name: 'Import the file' }).count()).to.equal(0);
      await input.setInputFiles(csv('people.csv', FILE));
      const columns = page.getByRole('region', { name: 'Columns of the file' });
      await columns
        .getByRole('rowheader', { name: 'ada@example.org · not an address · zoe@example.org' })
        .waitFor();
      expect(await becomes(columns)).to.deep.equal(['email', 'first_name', 'favourite_colour', '']);
      await page.getByText('The file is read as UTF-8, from its contents.').waitFor();
      await page.getByLabel('Encoding of the file').selectOption('windows-1252');
      await page.getByText('The file is read as Windows-1252 (Western Europe), as chosen.').waitFor();
      await page.getByLabel('Encoding of the file').selectOption('');
      await page.getByText('The file is read as UTF-8, from its contents.').waitFor();
      await isInOrder(page, 'the columns');
      // The preview came by itself.
      const trial = await previewed(page, 'Import preview');
      await trial.getByText('Line 3: not an address').waitFor();
      await page.getByText('Create a new audience for this file').click();
      await page.getByLabel('Name of the audience').fill('From a file');
      await page.keyboard.press('Enter');
      const audience = page.getByRole('combobox', { name: 'Audience' });
      await until(async () => (await audience.inputValue()) === 'From a file', 'the new audience');
      await previewed(page, 'Import preview');
      await page.getByRole('button', { name: 'Import 2 contacts' }).click();
      await page.getByRole('heading', { name: 'people.csv', level: 1 }).waitFor();
      await page.getByText('The import continues when you close this page.').waitFor();
      const { id } = (await imported()).at(-1);
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

  it('guesses fields by cells, marks them, and imports them', () =>
    running.visit(client, { viewport: SMALL }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts/imports`);
      const lines = ['gil', 'hal', 'ida'].map((name) => `${name};${name}@guessed.example;Frankreich\n`);
      await page
        .locator('input[type=file]')
        .setInputFiles(csv('guessed.csv', `Name;Kontakt;Herkunft\n${lines.join('')}`));
      const columns = page.getByRole('region', { name: 'Columns of the file' });
      const field = (name: string) => columns.getByRole('combobox', { name: `Import ${name} as` });
      await field('Kontakt').waitFor();
      expect(await becomes(columns)).to.deep.equal(['fullname', 'email', 'country']);
      const described = (name: string) =>
        field(name).evaluate((select) => {
          const ids = select.getAttribute('aria-describedby')?.split(' ') ?? [];
          return ids.map((id) => document.getElementById(id)?.textContent).join('');
        });
      const hint = 'Guessed from the cells: please check.';
      for (const [name, text] of [
        ['Name', ''],
        ['Kontakt', hint],
        ['Herkunft', hint],
      ] as const)
        expect(await described(name), name).to.equal(text);
      await isInOrder(page, 'guessed columns');
      await previewed(page, 'Import preview');
      await page.getByRole('button', { name: 'Import 3 contacts' }).click();
      await page.getByRole('heading', { name: 'guessed.csv', level: 1 }).waitFor();
      await engine.run('import-contacts', { importId: (await imported()).at(-1).id });
      await page.getByText('Completed').waitFor();
      const found = await rows(Contact)
        .find({ user_id: client.user_id, email_norm: /guessed/ })
        .toArray();
      const france = findCountry('FR');
      expect(found.map(({ country }) => country)).to.deep.equal([france, france, france]);
    }));

  it('guesses first and last name by the addresses, and marks both', () =>
    running.visit(client, { viewport: SMALL }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts/imports`);
      const lines = [
        'gil.maier@one.example;Maier;Gil',
        'hal_roth@two.example;Roth;Hal',
        'ida-voss@three.example;Voß;Ida',
      ];
      await page
        .locator('input[type=file]')
        .setInputFiles(csv('names.csv', `Kontakt;A;B\n${lines.join('\n')}\n`));
      const columns = page.getByRole('region', { name: 'Columns of the file' });
      await columns.getByRole('combobox', { name: 'Import A as' }).waitFor();
      expect(await becomes(columns)).to.deep.equal(['email', 'last_name', 'first_name']);
      expect(await columns.getByText('Guessed from the cells: please check.').count()).to.equal(3);
    }));

  /** Chooses a file of so many rows, and the fields of its columns. */
  async function chooseMany(page: Page, count: number): Promise<void> {
    await page.goto(`${running.api.url}/console/contacts/imports`);
    const lines = Array.from(
      { length: count },
      // Two columns with addresses: none of them is guessed.
      (_, at) => `Person ${at};p${at}@many.example;Rom;x;q${at}@many.example\n`,
    ).join('');
    await page
      .locator('input[type=file]')
      .setInputFiles(csv('many.csv', `Vorname;Kontakt;Ort;Ort;Privat\n${lines}bad;no address;;;\n`));
    const columns = page.getByRole('region', { name: 'Columns of the file' });
    await columns.getByText('Not imported: the column has no name').waitFor();
    const field = (column: string) => columns.getByLabel(`Import ${column} as`);
    await field('Kontakt').selectOption({ label: 'Last name' });
    await field('Vorname').selectOption({ label: 'Email address' });
    // A field has one column: the one that was chosen last.
    await field('Kontakt').selectOption({ label: 'Email address' });
    await field('Vorname').selectOption({ label: 'First name' });
    await field('Ort').selectOption({ label: 'City' });
    expect(await becomes(columns)).to.deep.equal(['first_name', 'email', 'city', '']);
  }

  it('previews 100,000 rows with chosen columns', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const before = await people();
      await chooseMany(page, PREVIEWED);
      await isInOrder(page, 'the columns of many');
      await page.getByRole('button', { name: 'Preview import' }).click();
      await page.getByText('Reading the file…').waitFor();
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
    }));

  it('imports a file with chosen columns without the page, and undoes the import', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const before = await people();
      await chooseMany(page, IMPORTED);
      expect(await page.getByRole('button', { name: 'Import the file' }).isDisabled()).to.equal(true);
      await preview(page, 'Preview import', 'Import preview');
      await page.getByRole('button', { name: 'Import 2,000 contacts' }).click();
      await page.getByRole('heading', { name: 'many.csv', level: 1 }).waitFor();
      const address = page.url();
      const { id } = (await imported()).at(-1);
      const work = engine.run('import-contacts', { importId: id });
      await page.goto('about:blank');
      await work;
      await page.goto(address);
      await page.getByText('2,001 rows read').waitFor();
      expect(await people()).to.equal(before + IMPORTED);

      await page.getByRole('button', { name: 'Undo this import' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click();
      await page.getByText('Waiting', { exact: true }).waitFor();
      await isInOrder(page, 'an import that is being undone');
      await engine.run('undo-import', { importId: id });
      await page.getByText('Import undone').waitFor();
      expect(await figures(page.getByRole('region', { name: 'Undo' }))).to.deep.equal({
        Deleted: '2,000',
        Restored: '0',
        Kept: '0',
        'Deleted earlier': '0',
      });
      await isInOrder(page, 'an import that is undone');
      expect(await people()).to.equal(before);
    }));

  it('asks before new contacts begin a live automation', async () => {
    const other = await running.api.account();
    await fillAccount(other);
    const [{ id: contact_type_id }] = (await other.get('/contacts-type')).body.message.contactTypes;
    const [{ id: sender_id }] = (await other.get('/senders')).body.message.senders;
    const group = { group_name: 'News', description: 'News', is_display: 1 };
    const { id: unsubscribe_group_id } = (await other.post('/unsubscribes-groups/save', group)).body;
    const series = await createSeries(
      { client: other, contact_type_id, sender_id, unsubscribe_group_id },
      { automation_name: 'Hello there' },
    );
    await series.email();
    await series.live();
    await running.visit(other, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts/imports`);
      await page.locator('input[type=file]').setInputFiles(csv('new.csv', 'email\nnew@example.org\n'));
      await previewed(page, 'Import preview', other);
      const start = page.getByRole('button', { name: 'Import 1 contact' });
      const asked = page.getByRole('dialog', { name: 'Import and start automations?' });
      await start.click();
      await asked.getByText('1 new contact gets the emails of live automations: Hello there.').waitFor();
      await page.keyboard.press('Enter');
      await asked.waitFor({ state: 'detached' });
      expect((await imported(other)).map(({ dry_run }: { dry_run: boolean }) => dry_run)).to.deep.equal([
        true,
      ]);
      await start.click();
      await asked.getByRole('button', { name: 'Import 1 contact' }).click();
      await page.getByRole('heading', { name: 'new.csv', level: 1 }).waitFor();
    });
  });

  it('shows the statuses of the file, and asks about unknown ones before it imports', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts/imports`);
      const text =
        'email,status\nin@said.example,active\nout@said.example,unsubscribed\nwait@said.example,Waiting list\nblank@said.example,\n';
      await page.locator('input[type=file]').setInputFiles(csv('said.csv', text));
      await page.getByText('Reading the file…').waitFor();
      expect(await page.getByRole('button', { name: 'Import the file' }).isDisabled()).to.equal(true);
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
      await page.getByRole('button', { name: 'Import 4 contacts' }).click();
      await page.getByRole('heading', { name: 'said.csv', level: 1 }).waitFor();
      const { id } = (await imported()).at(-1);
      await engine.run('import-contacts', { importId: id });
      await page.getByText('Completed').waitFor();
      expect(
        (await figures(page.getByRole('region', { name: 'Subscription status' })))['Subscribed'],
      ).to.equal('2');
      await page.getByText('These statuses are unknown').waitFor();
      await page.getByRole('button', { name: 'Undo this import' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click();
      await page.getByText('Waiting', { exact: true }).waitFor();
      await engine.run('undo-import', { importId: id });
      await page.getByText('1 address stays unsubscribed or on the suppression list').waitFor();
      await isInOrder(page, 'an import with statuses that is undone');
    }));

  /** Previews the chosen file, and returns the result. */
  async function preview(page: Page, button: string, trial: string): Promise<Locator> {
    await page.getByRole('button', { name: button }).click();
    return previewed(page, trial);
  }

  async function previewed(page: Page, trial: string, of = client): Promise<Locator> {
    await page.getByRole('progressbar', { name: trial }).first().waitFor({ state: 'attached' });
    for (const { id, dry_run, finished_at } of await imported(of))
      if (dry_run && finished_at === null) await engine.run('import-contacts', { importId: id });
    const shown = page.getByRole('status', { name: trial });
    await shown.locator('dt').first().waitFor();
    return shown;
  }

  it('shows rows of each status, doubtful addresses and new fields, and imports what is ticked', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts/imports`);
      await page.locator('input[type=file]').setInputFiles(csv('doubtful.csv', DOUBTFUL));
      await page.getByLabel('Contacts that you already have').selectOption('skip');
      let trial = await previewed(page, 'Import preview');
      const said = trial.getByRole('region', { name: 'Subscription status' });
      await said.getByText('Line 4: zoe@mailinator.com, unsubscribed').waitFor();
      await said.getByText('Line 5: bob@example.org, VIP').waitFor();
      await said.getByLabel('Meaning of VIP').selectOption({ label: 'Subscribed' });
      await trial.getByLabel('Unsubscribed from').selectOption({ label: 'All emails' });
      const doubtful = trial.getByRole('region', { name: 'Doubtful addresses' });
      await doubtful.getByText('Line 2: ada@gmial.com · Did you mean gmail.com?').waitFor();
      await doubtful.getByText('Line 3: abuse@example.org').waitFor();
      await doubtful.getByLabel('Don’t import 1 address at a disposable domain').waitFor();
      await doubtful.getByLabel('Don’t import 1 address with a likely typing error').check();
      const fields = trial.getByRole('region', { name: 'New fields' });
      await fields.getByLabel('Import Kundennr as a new field').check();
      await fields.getByLabel('Import Größe as a new field').check();
      expect(await fields.getByLabel('Type of Größe').inputValue()).to.equal('number');
      await fields.getByLabel('Type of Größe').selectOption({ label: 'Text' });
      const name = fields.getByLabel('Field name for Kundennr');
      await name.fill('?');
      await fields.getByText('Give the field a name with letters or digits.').waitFor();
      // The preview does not know how many fewer.
      const fewer = page.getByRole('button', { name: 'Import up to 4 contacts' });
      expect(await fewer.isDisabled()).to.equal(true);
      await name.fill('Customer number');
      await isInOrder(page, 'decisions of an import');
      trial = await preview(page, 'Preview again', 'Import preview');
      expect(await figures(trial)).to.include({ New: '3', Refused: '0', 'Not imported': '1' });
      await page.getByRole('button', { name: 'Import 3 contacts' }).click();
      await page.getByRole('heading', { name: 'doubtful.csv', level: 1 }).waitFor();
      await engine.run('import-contacts', { importId: (await imported()).at(-1).id });
      await page.getByText('Completed').waitFor();
      await page.getByText('1 address with a likely typing error: not imported').waitFor();
      await page.getByText('1 address at a disposable domain', { exact: true }).waitFor();
      await isInOrder(page, 'an import with doubtful addresses');
      const stored = await rows(Contact)
        .find({
          user_id: client.user_id,
          email: { $in: ['ada@gmial.com', 'abuse@example.org', 'bob@example.org'] },
        })
        .sort({ email: 1 })
        .toArray();
      expect(stored.map(({ email, custom_field }) => [email, custom_field])).to.deep.equal([
        ['abuse@example.org', { customer_number: 'K2', groesse: '41' }],
        ['bob@example.org', { customer_number: 'K4', groesse: '40' }],
      ]);
    }));

  it('keeps columns and statuses for another audience, and uploads the file once after several changes', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      let uploads = 0;
      page.on('request', (request) => {
        if (request.url().includes('/contacts/upload')) uploads += 1;
      });
      await page.goto(`${running.api.url}/console/contacts/imports`);
      const text = 'email,status,Ort\nann@kept.example,VIP,Rom\nann@kept.example,VIP,Bonn\n';
      await page.locator('input[type=file]').setInputFiles(csv('kept.csv', text));
      await page.getByText('You can start the import once the preview is ready.').waitFor();
      await previewed(page, 'Import preview');
      expect(uploads).to.equal(1);
      const columns = page.getByRole('region', { name: 'Columns of the file' });
      await columns.getByLabel('Import Ort as').selectOption({ label: 'Last name' });
      const trial = await preview(page, 'Preview import', 'Import preview');
      await trial.getByLabel('Meaning of VIP').selectOption({ label: 'Subscribed' });
      const chosen = await becomes(columns);
      await page.getByText('Create a new audience for this file').click();
      await page.getByLabel('Name of the audience').fill('Kept choices');
      await page.keyboard.press('Enter');
      const audience = page.getByRole('combobox', { name: 'Audience' });
      await until(async () => (await audience.inputValue()) === 'Kept choices', 'the new audience');
      for (const existing of ['skip', 'update', 'skip', 'update'])
        await page.getByLabel('Contacts that you already have').selectOption(existing);
      await previewed(page, 'Import preview');
      expect(await becomes(columns)).to.deep.equal(chosen);
      expect(await figures(page.getByRole('region', { name: 'Subscription status' }))).to.include({
        Subscribed: '2',
      });
      // Two rows are of one contact.
      await page.getByRole('button', { name: 'Import 2 rows', disabled: false }).waitFor();
      expect(uploads).to.be.within(3, 4);
    }));

  it('shows in which order it reads dates, and offers to change it', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await client.post('/custom-fields/save', { field_name: 'birthday', field_type: 'datetime-local' });
      await page.goto(`${running.api.url}/console/contacts/imports`);
      const text = 'email,birthday\nd1@dates.example,03-07-1991\nd2@dates.example,25-12-1991\n';
      await page.locator('input[type=file]').setInputFiles(csv('dates.csv', text));
      let trial = await previewed(page, 'Import preview');
      await trial.getByText('Dates in Birthday are read day first.').waitFor();
      await isInOrder(page, 'the order of dates');
      await page.getByLabel('Dates such as 03/07/1991').selectOption({ label: 'Month first: March 7' });
      trial = await preview(page, 'Preview import', 'Import preview');
      await trial.getByText('Dates in Birthday are read month first.').waitFor();
      await trial.getByText('Imported without these cells').waitFor();
      await page.goto(`${running.api.url}/console/contacts/imports`);
      const both = 'email,birthday\nd1@dates.example,12-25-1991\nd2@dates.example,25-12-1991\n';
      await page.locator('input[type=file]').setInputFiles(csv('dates.csv', both));
      trial = await previewed(page, 'Import preview');
      await trial.getByText('Dates such as 03/07/1991 in Birthday are not imported').waitFor();
      await isInOrder(page, 'dates that contradict each other');
    }));

  it('is done by keyboard alone, at 360 px and in German', () =>
    running.visit(client, { viewport: SMALL, locale: 'de-DE' }, async (page) => {
      const { keyboard } = page;
      await page.goto(`${running.api.url}/console/contacts/imports`);
      await page.getByText('Wählen Sie zuerst eine Datei aus.').waitFor();
      const chooser = page.waitForEvent('filechooser');
      await tabTo(page, page.getByRole('button', { name: 'Datei auswählen' }));
      await keyboard.press('Enter');
      const text = DOUBTFUL.replaceAll('example.org', 'tasten.example').replace('Kundennr', 'Sitz');
      await (await chooser).setFiles(csv('tasten.csv', Buffer.from(text, 'latin1')));
      await page.getByText(/^Die Datei wird als Windows-1252 \(Westeuropa\) gelesen/).waitFor();
      await page.getByText('Zoë', { exact: false }).first().waitFor();
      await tabTo(page, page.getByLabel('Zeichensatz der Datei'));
      await keyboard.type('koi8-u');
      await page.getByText('Die Datei wird als KOI8-U (Ukrainisch) gelesen, wie ausgewählt.').waitFor();
      // The choice keeps the focus, and is taken back.
      await keyboard.press('Home');
      await page.getByText(/^Die Datei wird als Windows-1252 \(Westeuropa\) gelesen/).waitFor();
      const trial = await previewed(page, 'Import-Vorschau');
      await trial.getByText('Zeile 4: zoe@mailinator.com, unsubscribed').waitFor();
      await tabTo(page, trial.getByLabel('Bedeutung von VIP'));
      await keyboard.press('ArrowDown');
      await tabTo(page, trial.getByLabel('1 Adresse bei einer Wegwerf-Domain nicht importieren'));
      await keyboard.press('Space');
      await tabTo(page, trial.getByLabel('Sitz als neues Feld importieren'));
      await keyboard.press('Space');
      await tabTo(page, trial.getByLabel('Feldname für Sitz'));
      await keyboard.press('Control+A');
      await keyboard.type('Sitzplatz');
      expect(await faultsInEachLook(page, [SMALL])).to.deep.equal([]);
      // Rows, because earlier tests have imported some of these addresses.
      await tabTo(page, page.getByRole('button', { name: /^Höchstens 4 (Kontakte|Zeilen) importieren$/ }));
      await keyboard.press('Enter');
      await page.getByRole('heading', { name: 'tasten.csv', level: 1 }).waitFor();
      await engine.run('import-contacts', { importId: (await imported()).at(-1).id });
      await page.getByText('1 Adresse bei einer Wegwerf-Domain: nicht importiert').waitFor();
      const bob = await rows(Contact).findOne({ user_id: client.user_id, email: 'bob@tasten.example' });
      expect(bob).to.deep.include({ custom_field: { sitzplatz: 'K4' } });
      expect(bob).to.include({ first_name: 'Bob' });
    }));

  it('reads a chosen sheet of a workbook, and each table of an archive', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
      const cells = (...texts: string[]) => texts.map((text) => ({ text }));
      const book = await workbook({
        Notes: [cells('Nothing here')],
        People: [cells('Email', 'Vorname', 'Since'), [...cells('eve@book.example', 'Eve'), { date: 33_005 }]],
      });
      await page.goto(`${running.api.url}/console/contacts/imports`);
      const input = page.locator('input[type=file]');
      await input.setInputFiles(file('book.xlsx', book.subarray(0, 2000)));
      await page.getByText('The file could not be read.').waitFor();
      await input.setInputFiles(file('book.xlsx', book));
      await page.getByText('Choose the column that has the email address.').waitFor();
      expect(await page.getByLabel('Encoding of the file').count()).to.equal(0);
      await page.getByLabel('Sheet').selectOption('People');
      await page.getByRole('rowheader', { name: '1990-05-12' }).waitFor();
      await isInOrder(page, 'a workbook');
      const trial = await previewed(page, 'Import preview');
      expect(await figures(trial)).to.include({ New: '1' });
      await page.getByRole('button', { name: 'Import 1 contact' }).click();
      await page.getByRole('heading', { name: 'book.xlsx', level: 1 }).waitFor();
      await engine.run('import-contacts', { importId: (await imported()).at(-1).id });
      expect(await rows(Contact).countDocuments({ email: 'eve@book.example', first_name: 'Eve' })).to.equal(
        1,
      );

      const archive = await zipped({
        'subscribed.csv': 'email;name\nsub@zip.example;Sue\n',
        'unsubscribed.tsv': 'E-Mail\tOrt\ngone@zip.example\tKöln\n',
      });
      await page.goto(`${running.api.url}/console/contacts/imports`);
      await input.setInputFiles(file('lists.zip', archive));
      await page.getByText('The archive has 2 tables.').waitFor();
      await page.getByRole('region', { name: 'unsubscribed.tsv' }).getByText('Köln').waitFor();
      await previewed(page, 'Import preview');
      await page.getByText('Line 2: gone@zip.example').waitFor();
      await isInOrder(page, 'an archive');
      await page.getByRole('button', { name: 'Import 2 rows' }).click();
      await page.getByRole('link', { name: 'unsubscribed.tsv' }).waitFor();
      const [one, two] = (await imported()).slice(-2);
      expect([one.file_name, two.file_name]).to.deep.equal(['subscribed.csv', 'unsubscribed.tsv']);
    }));

  it('stays in order at each width, light and dark', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts/imports`);
      await page.getByRole('link', { name: 'people.csv' }).waitFor();
      await isInOrder(page, 'the list');
      await page.getByRole('link', { name: 'people.csv' }).click();
      await page.getByRole('region', { name: 'Progress' }).getByText('Completed').waitFor();
      await isInOrder(page, 'an import');
    }));
});
