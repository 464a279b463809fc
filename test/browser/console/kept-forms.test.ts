import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { Session } from '../../../common/models/sessions.ts';
import { Counter } from '../../../common/store/counters.ts';
import { type Client, startApi } from '../../support/api.ts';
import { type Ground, layGround } from '../../support/factories.ts';
import { haveSecondFactor } from '../../support/operators.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import {
  draftsOn,
  FORMS,
  type FormRow,
  fieldOf,
  keptOn,
  openForm,
  pathOf,
  posted,
  recordsOfForms,
  textOf,
  write,
} from './kept-forms.ts';
import { type Console, DESK, isInOrder, SMALL, startConsole } from './support.ts';

const SLOW_MS = 30_000;

describe('a form of the console', () => {
  let running: Console;
  let operator: Client;
  let client: Client;
  let ground: Ground;
  let records: Awaited<ReturnType<typeof recordsOfForms>>;
  before(async () => {
    running = await startConsole('browser-console-kept-forms', (name, settings) =>
      startApi(name, { ...settings, OPERATORS: '1' }),
    );
    // The first account of a store has the number 1.
    await Counter.deleteMany({});
    [operator, client] = [await running.api.account(), await running.api.account()];
    ground = await layGround(client);
    const { user_id: account } = await running.api.account();
    records = { ...(await recordsOfForms(client, ground)), account };
  });
  after(() => running?.stop());

  const visit = (use: (page: Page) => Promise<void>) => running.visit(client, { viewport: DESK }, use);
  const open = async (page: Page, row: FormRow) => {
    await page.goto(`${running.api.url}/console${pathOf(row, records)}`);
    return openForm(page, row);
  };
  const offerOf = (form: Locator) => form.getByRole('status').filter({ hasText: 'You have unsaved changes' });
  const kept = (page: Page, { user_id }: Client = client) => keptOn(page, `${user_id}/`);
  const untilKept = (page: Page) => until(async () => (await kept(page)).length > 0, 'the draft', SLOW_MS);
  const rowOf = (file: string, path?: string): FormRow =>
    FORMS.find((row) => row.file.endsWith(`/${file}`) && (path === undefined || row.path === path))!;

  /** Uses each form of a page, which is loaded once. */
  async function useEach(
    page: Page,
    forms: readonly FormRow[],
    use: (form: Locator, row: FormRow) => Promise<void>,
  ): Promise<void> {
    await page.goto(`${running.api.url}/console${pathOf(forms[0]!, records)}`);
    for (const row of forms) {
      const form = await openForm(page, row);
      await use(form, row);
      if (row.button === undefined) continue;
      await page.keyboard.press('Escape');
      await form.waitFor({ state: 'detached' });
    }
  }

  /** Writes in each form, and loads its page again: the form offers what was written. */
  async function offersEach(page: Page, forms: readonly FormRow[], of: Client): Promise<void> {
    for (const path of new Set(forms.map((row) => row.path))) {
      const here = forms.filter((row) => row.path === path);
      await useEach(page, here, async (form, row) => {
        const before = (await kept(page, of)).length;
        await write(form, row);
        await until(
          async () => (await kept(page, of)).length > before,
          `the draft of ${row.file} at ${path}`,
          SLOW_MS,
        );
      });
      await useEach(page, here, async (form, row) => {
        const name = `${row.file} at ${path}`;
        const offer = offerOf(form);
        await offer.waitFor().catch(() => expect.fail(`${name} offers nothing`));
        expect(await fieldOf(form, row).inputValue(), `${name}, before`).to.not.equal(textOf(row));
        await offer.getByRole('button', { name: 'Restore them' }).click();
        await offer.waitFor({ state: 'detached' });
        expect(await fieldOf(form, row).inputValue(), name).to.equal(textOf(row));
      });
    }
  }

  it('offers after a reload what was written, whatever form it is', () =>
    visit(async (first) => {
      // The report of a campaign that never went out notes what it lacks, in a page whose notes count.
      const page = await first.context().newPage();
      await running.home(page);
      await offersEach(
        page,
        FORMS.filter((row) => row.isOfOperator !== true),
        client,
      );
    }));

  it('offers it to an operator, too', () =>
    running.visit(operator, { viewport: DESK }, async (page) => {
      await page.goto('about:blank');
      await haveSecondFactor(operator.user_id);
      await running.home(page);
      await offersEach(
        page,
        FORMS.filter((row) => row.isOfOperator === true),
        operator,
      );
    }));

  const read = async (path: string): Promise<unknown> => (await client.get(path)).body.message;
  /** A dialog for a new record, one that changes a record, a line of a page, and a page, each with what the service has of it. */
  const KINDS = [
    [rowOf('fields.tsx'), () => read('/custom-fields')],
    [rowOf('change-automation.tsx'), () => read(`/automations/details?utr=${records['automation']}`)],
    [rowOf('add-line.tsx', '/contacts'), () => read('/contacts-type')],
    [rowOf('brand.tsx'), () => read('/brand')],
  ] as const;
  /** Forms whose save may mail people, with what they need. */
  const MAIL = [
    ['add-contact.tsx', '/contacts', { 'Email address': 'mailed@example.com' }],
    ['add-person.tsx', '/segments/:segment', { 'Email address': 'mailed@example.com' }],
    ['notification-recipients.tsx', '/settings', { 'Email address': 'mailed@example.com', Name: 'Mailed' }],
  ] as const satisfies readonly (readonly [string, string, Readonly<Record<string, string>>])[];
  // The name of a field has no spaces and no capital letters.
  const nameOf = (words: string): string => words.toLowerCase().replaceAll(' ', '_');
  const isStored = async (text: string, row: FormRow, stored: () => Promise<unknown>): Promise<void> => {
    expect(nameOf(JSON.stringify(await stored())), row.file).to.include(nameOf(JSON.stringify(text)));
  };
  const submit = (form: Locator, row: FormRow) => fieldOf(form, row).press('Enter');
  const isSaved = (page: Page, which = 'the form') =>
    until(async () => (await kept(page)).length === 0, `the end of the draft of ${which}`, SLOW_MS);

  it('saves what was written once the person has signed in again', () =>
    visit(async (page) => {
      await running.home(page);
      for (const [row, stored] of KINDS) {
        const form = await open(page, row);
        await write(form, { ...row, text: 'Signed in' });
        await untilKept(page);
        await rows(Session).deleteMany({ user_id: client.user_id });
        await submit(form, row);
        const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
        await dialog.getByLabel('Password', { exact: true }).fill('correct horse');
        await page.keyboard.press('Enter');
        await dialog.waitFor({ state: 'detached', timeout: SLOW_MS });
        await isSaved(page, row.file);
        await isStored('Signed in', row, stored);
      }
    }));

  it('does not send an act that mails people when the person has signed in again', () =>
    visit(async (page) => {
      await running.home(page);
      const sent: string[] = [];
      page.on('request', (request) => {
        if (/\/(?:contacts\/add|notification-recipient\/save|segment\/email\/store)/.test(request.url()))
          sent.push(request.url());
      });
      for (const [file, path, required] of MAIL) {
        const row = rowOf(file, path);
        const form = await open(page, row);
        for (const [name, value] of Object.entries(required))
          await form.getByLabel(name, { exact: true }).fill(value);
        await untilKept(page);
        await rows(Session).deleteMany({ user_id: client.user_id });
        sent.length = 0;
        await form.getByLabel(Object.keys(required)[0]!, { exact: true }).press('Enter');
        const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
        await dialog.getByLabel('Password', { exact: true }).fill('correct horse');
        await page.keyboard.press('Enter');
        await dialog.waitFor({ state: 'detached', timeout: SLOW_MS });
        // A call after the sign-in would be made by now.
        const answered = page.waitForResponse((one) => one.url().includes('/console/session'));
        await page.evaluate(() => fetch('/console/session', { headers: { 'X-Console': '1' } }));
        await answered;
        expect(sent, file).to.have.length(1);
        for (const [name, value] of Object.entries(required))
          expect(await form.getByLabel(name, { exact: true }).inputValue(), file).to.equal(value);
        await form.getByRole('alert').first().waitFor();
        await page.keyboard.press('Escape');
        await form.waitFor({ state: 'detached' });
      }
    }));

  it('keeps the text of a line by the name that earlier releases gave it', () =>
    visit(async (page) => {
      await running.home(page);
      const row = rowOf('add-line.tsx', '/contacts');
      const form = await open(page, row);
      await write(form, { ...row, text: 'From before' });
      await untilKept(page);
      const drafts = Object.values(await draftsOn(page, `${client.user_id}/`));
      expect(JSON.stringify(drafts)).to.include('"typed":"From before"');
    }));

  it('keeps what is typed while an earlier text is saved', () =>
    visit(async (page) => {
      await running.home(page);
      for (const row of [rowOf('add-line.tsx', '/contacts'), rowOf('account-details.tsx')]) {
        let answer = (): void => {};
        const held = new Promise<void>((done) => (answer = done));
        const form = await open(page, row);
        await write(form, { ...row, text: 'First' });
        await page.route('**/console/**', async (route) => {
          if (route.request().method() === 'POST') await held;
          await route.continue();
        });
        const asked = page.waitForRequest((request) => request.method() === 'POST');
        await submit(form, row);
        const response = (await asked).response();
        await write(form, { ...row, text: 'Second' });
        answer();
        expect((await response)!.status(), row.file).to.equal(200);
        await page.unroute('**/console/**');
        await form.locator('button[data-loading]').waitFor({ state: 'detached' });
        expect(await fieldOf(form, row).inputValue(), row.file).to.equal('Second');
        await untilKept(page);
        const again = await open(page, row);
        await offerOf(again).getByRole('button', { name: 'Restore them' }).press('Enter');
        expect(await fieldOf(again, row).inputValue(), row.file).to.equal('Second');
        await submit(again, row);
        await isSaved(page, row.file);
      }
    }));

  it('keeps what was written offline, in the form and on the device, and saves it later', () =>
    visit(async (first) => {
      // The browser notes what it cannot load, in a page whose notes count.
      const page = await first.context().newPage();
      await running.home(page);
      for (const [row, stored] of KINDS) {
        const form = await open(page, row);
        await fieldOf(form, row).waitFor();
        await page.context().setOffline(true);
        await write(form, { ...row, text: 'In a tunnel' });
        await untilKept(page);
        await submit(form, row);
        await form.getByText('The service could not be reached').first().waitFor({ timeout: SLOW_MS });
        expect(await fieldOf(form, row).inputValue()).to.equal('In a tunnel');
        expect(await kept(page)).to.have.length(1);
        await page.context().setOffline(false);
        await submit(form, row);
        await isSaved(page, row.file);
        await isStored('In a tunnel', row, stored);
      }
      await page.close();
    }));

  const later = (page: Page) => page.evaluate(() => new Promise((done) => setTimeout(done, 600)));
  const close = async (page: Page, form: Locator): Promise<void> => {
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
  };

  it('that is untouched forgets no draft of another tab, also when it closes or the person signs out', () =>
    visit(async (page) => {
      const row = rowOf('groups.tsx');
      const untouched = await open(page, row);
      await fieldOf(untouched, row).waitFor();
      const tab = await page.context().newPage();
      await write(await open(tab, row), row);
      await untilKept(tab);
      await later(page);
      await close(page, untouched);
      await later(page);
      expect(await kept(page)).to.have.length(1);
      await page.getByRole('button', { name: 'Your account' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      const dialog = page.getByRole('dialog', { name: 'You are still signed in' });
      await dialog.getByRole('link', { name: 'New subscription type' }).waitFor({ timeout: SLOW_MS });
      await dialog.getByRole('button', { name: 'Stay signed in' }).press('Enter');
      await close(tab, tab.getByRole('dialog'));
      const again = await open(tab, row);
      await offerOf(again).getByRole('button', { name: 'Discard them' }).click();
      await isSaved(tab);
      await tab.close();
    }));

  it('keeps what is written while it offers an earlier draft, and offers both, the newest first', () =>
    visit(async (page) => {
      const row = rowOf('groups.tsx');
      const form = page.getByRole('dialog');
      for (const text of ['First thought', 'Second thought']) {
        await open(page, row);
        if (text !== 'First thought') await offerOf(form).waitFor();
        await write(form, { ...row, text });
        await close(page, form);
        await later(page);
      }
      await open(page, row);
      for (const text of ['Second thought', 'First thought']) {
        await offerOf(form).getByRole('button', { name: 'Restore them' }).click();
        await until(async () => (await fieldOf(form, row).inputValue()) === text, text);
      }
      await offerOf(form).waitFor({ state: 'detached' });
      await fieldOf(form, row).fill('');
      await isSaved(page);
    }));

  it('saves a new record, and still offers the draft of another one', () =>
    visit(async (page) => {
      const row = rowOf('fields.tsx');
      const form = await open(page, row);
      await write(form, row);
      await close(page, form);
      await untilKept(page);
      await offerOf(await open(page, row)).waitFor();
      await write(form, { ...row, text: 'Shoe size' });
      await later(page);
      await submit(form, row);
      await form.waitFor({ state: 'detached' });
      await isStored('Shoe size', row, () => read('/custom-fields'));
      await later(page);
      await offerOf(await open(page, row))
        .getByRole('button', { name: 'Restore them' })
        .click();
      await until(async () => (await fieldOf(form, row).inputValue()) === textOf(row), 'the earlier draft');
      await fieldOf(form, row).fill('');
      await isSaved(page);
    }));

  it('of one record is not shown for the next, on whose page it opens', () =>
    visit(async (page) => {
      const row = rowOf('add-person.tsx');
      const other = { segment_name: 'Others', contact_type_id: ground.contact_type_id };
      const rule = {
        select_field: ['email'],
        select_operator: ['contains'],
        value: ['b'],
        query_type: 'and',
      };
      await posted(client, '/segment/store', { ...other, ...rule });
      await open(page, row);
      await page.keyboard.press('Escape');
      await page.getByRole('navigation').getByRole('link', { name: 'Segments' }).first().click();
      await page.getByRole('link', { name: 'Others' }).click();
      await page.getByRole('button', { name: 'Add a person', exact: true }).click();
      const form = page.getByRole('dialog');
      await write(form, row);
      await untilKept(page);
      await page.evaluate(() => history.go(-2));
      await page.waitForURL(`**${pathOf(row, records)}`);
      await form.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Add a person', exact: true }).click();
      expect(await fieldOf(form, row).inputValue()).to.equal('');
      await later(page);
      expect(await offerOf(form).count()).to.equal(0);
      expect(await kept(page)).to.have.length(1);
      await page.goForward();
      await page.goForward();
      await page.getByRole('button', { name: 'Add a person', exact: true }).click();
      await offerOf(form).getByRole('button', { name: 'Discard them' }).click();
      await isSaved(page);
    }));

  it('keeps what was written right before it was closed, and offers it at each width and in each scheme', () =>
    running.visit(client, { viewport: SMALL }, async (page) => {
      const row = rowOf('groups.tsx');
      await running.home(page);
      const form = await open(page, row);
      await write(form, row);
      await page.keyboard.press('Escape');
      await form.waitFor({ state: 'detached' });
      await untilKept(page);
      const again = await open(page, row);
      await offerOf(again).waitFor();
      await isInOrder(page, 'a dialog that offers a draft');
      await offerOf(again).getByRole('button', { name: 'Discard them' }).press('Enter');
      await isSaved(page);
    }));

  it('says that a record was changed elsewhere before it restores what was written', () =>
    visit(async (page) => {
      const row = FORMS.find(({ button }) => button === 'Change: News')!;
      await running.home(page);
      await write(await open(page, row), row);
      await untilKept(page);
      await posted(client, `/unsubscribes-groups/update?id=${ground.unsubscribe_group_id}`, {
        group_name: 'News',
        description: 'By a colleague',
        is_display: 1,
      });
      const form = await open(page, row);
      await offerOf(form).getByText('The same content was also changed elsewhere since then.').waitFor();
      await offerOf(form).getByRole('button', { name: 'Restore them' }).click();
      await form.getByText('Saving these changes replaces what was changed elsewhere').waitFor();
      await submit(form, row);
      await form.waitFor({ state: 'detached' });
      await isSaved(page);
    }));

  it('is named before the person signs out', () =>
    visit(async (page) => {
      await running.home(page);
      await write(await open(page, rowOf('add-contact.tsx')), rowOf('add-contact.tsx'));
      await page.keyboard.press('Escape');
      await untilKept(page);
      await page.getByRole('button', { name: 'Your account' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      const dialog = page.getByRole('dialog', { name: 'You are still signed in' });
      await dialog.getByRole('link', { name: 'Add a contact' }).waitFor({ timeout: SLOW_MS });
      await dialog.getByRole('button', { name: 'Discard them and sign out' }).press('Enter');
      await page.waitForURL('**/account/sign-in', { timeout: SLOW_MS });
    }));

  /** Writes in the last field, and says what the head shows, which stays in view. */
  async function stateAfter(page: Page, state: string): Promise<void> {
    const shown = page.getByRole('status').getByText(state, { exact: true });
    await shown.waitFor({ timeout: SLOW_MS });
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    expect((await shown.boundingBox())!.y, state).to.be.within(0, SMALL.height - 1);
  }

  it('of a contact or a segment shows in its head whether it is saved, wherever the person has scrolled', () =>
    running.visit(client, { viewport: SMALL }, async (first) => {
      const page = await first.context().newPage();
      for (const [file, save, elsewhere] of [
        [
          'contact-form.tsx',
          'Save',
          () =>
            posted(client, '/contacts/update', {
              contact_id: records['contact'],
              contact_type_id: ground.contact_type_id,
              email: 'ada@example.com',
              country: 101,
              last_name: 'Theirs',
            }),
        ],
        [
          'segment-form.tsx',
          'Save segment',
          () =>
            posted(client, '/segment/update', {
              segment_id: records['segment'],
              segment_name: 'Theirs',
              contact_type_id: ground.contact_type_id,
              select_field: ['email'],
              select_operator: ['contains'],
              value: ['ada'],
              query_type: 'and',
            }),
        ],
      ] as const) {
        const row = FORMS.find((one) => one.file.endsWith(`/${file}`) && one.path.includes(':'))!;
        const form = await open(page, row);
        await fieldOf(form, row).waitFor();
        await stateAfter(page, 'Saved');
        await write(form, row);
        await stateAfter(page, 'Not saved yet');
        await isInOrder(page, `the head of ${row.path}`);
        await elsewhere();
        await page.getByRole('button', { name: save, exact: true }).click();
        const conflict = page.getByRole('alert').filter({ hasText: 'This was changed elsewhere' });
        await conflict.waitFor();
        await stateAfter(page, 'Not saved');
        await conflict.getByRole('button', { name: 'Keep' }).click();
        await stateAfter(page, 'Saved');
        expect(await fieldOf(form, row).inputValue()).to.equal(textOf(row));
        await isSaved(page);
      }
      await page.close();
    }));
});
