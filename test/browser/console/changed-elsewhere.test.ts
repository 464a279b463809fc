import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Client } from '../../support/api.ts';
import { aSend, type Ground, layGround } from '../../support/factories.ts';
import { until } from '../../support/until.ts';
import { detailsOf } from '../../support/world.ts';
import { makeEmail } from './automation-of-account.ts';
import { type Console, DESK, isInOrder, PHONE, startConsole } from './support.ts';

describe('the console in two tabs', () => {
  let running: Console;
  let client: Client;
  let ground: Ground;
  before(async () => {
    running = await startConsole('browser-console-elsewhere');
    client = await running.api.account();
    ground = await layGround(client);
  });
  after(() => running?.stop());

  const subjectIn = (page: Page) => page.getByRole('textbox', { name: 'Subject', exact: true });
  const warningIn = (page: Page) => page.getByRole('alert').filter({ hasText: 'This was changed elsewhere' });
  const bothTabs = async (page: Page, path: string): Promise<[Page, Page]> => {
    // The browser notes the 409 of the second tab, whose log is not looked at.
    const other = await page.context().newPage();
    for (const tab of [page, other]) {
      await tab.goto(`${running.api.url}/console${path}`);
      await subjectIn(tab).waitFor();
    }
    return [page, other];
  };

  describe('with a draft', () => {
    let utr: string;
    const subject = async () => (await detailsOf(client, utr)).subject;
    beforeEach(async () => {
      utr = (await client.post('/single/send/create', aSend(ground, { draft: 1 }))).body.utr;
    });

    /** The first tab has saved `Theirs`; the second wrote `Mine`, and shows the warning. */
    async function part(page: Page): Promise<[Page, Page]> {
      const [theirs, mine] = await bothTabs(page, `/campaigns/${utr}/edit`);
      await subjectIn(theirs).fill('Theirs');
      await until(async () => (await subject()) === 'Theirs', 'the first save');
      await subjectIn(mine).fill('Mine');
      await warningIn(mine).waitFor();
      expect(await subject()).to.equal('Theirs');
      return [theirs, mine];
    }

    it('keeps the newer version, and loads it on request', () =>
      running.visit(client, { viewport: DESK }, async (page) => {
        const [, mine] = await part(page);
        await isInOrder(mine, 'the warning');
        await subjectIn(mine).fill('Mine too');
        await mine.getByRole('button', { name: 'Load the newer version' }).click();
        await warningIn(mine).waitFor({ state: 'detached' });
        expect(await subjectIn(mine).inputValue()).to.equal('Theirs');
        await subjectIn(mine).fill('Both');
        await until(async () => (await subject()) === 'Both', 'the next save');
      }));

    it('overwrites the newer version when the person chooses to', () =>
      running.visit(client, { viewport: DESK, locale: 'de-DE' }, async (page) => {
        const other = await page.context().newPage();
        await other.goto(`${running.api.url}/console/campaigns/${utr}/edit`);
        const field = other.getByRole('textbox', { name: 'Betreff', exact: true });
        await field.waitFor();
        await client.post('/single/send/update', {
          ...aSend(ground, { draft: 1, subject: 'By a program' }),
          utr,
        });
        await field.fill('Meins');
        await other.getByRole('button', { name: 'Meine Fassung behalten' }).click();
        await until(async () => (await subject()) === 'Meins', 'the save');
        await other.getByText('Gespeichert', { exact: true }).waitFor();
      }));

    it('makes a campaign that was scheduled elsewhere a draft only after the person was told', () =>
      running.visit(client, { viewport: PHONE }, async (page) => {
        const scheduled = /^The newer version is scheduled/;
        const ready = { schedule_type: 1, schedule_date: '2099-01-01', schedule_time: '10:00:00' };
        const schedule = () => client.post('/single/send/update', { ...aSend(ground, ready), utr });
        const status = async () => (await detailsOf(client, utr)).status;
        const [, tab] = await bothTabs(page, `/campaigns/${utr}/edit`);
        // Scheduled before the conflict is shown.
        await schedule();
        await subjectIn(tab).fill('Mine');
        await warningIn(tab).getByText(scheduled).waitFor();
        await isInOrder(tab, 'the warning of a scheduled campaign');
        expect(await status()).to.equal(1);
        await tab.getByRole('button', { name: 'Keep my version' }).click();
        await warningIn(tab).waitFor({ state: 'detached' });
        await until(async () => (await subject()) === 'Mine', 'the save');
        expect(await status()).to.equal(0);

        // Scheduled after the conflict is shown.
        await client.post('/single/send/update', { ...aSend(ground, { draft: 1 }), utr });
        await subjectIn(tab).fill('Mine again');
        await warningIn(tab).waitFor();
        await schedule();
        await tab.getByRole('button', { name: 'Keep my version' }).click();
        await warningIn(tab).getByText(scheduled).waitFor();
        expect(await status()).to.equal(1);
        await tab.getByRole('button', { name: 'Load the newer version' }).click();
        await tab.getByRole('heading', { name: 'This campaign is scheduled' }).waitFor();
        expect(await status()).to.equal(1);
      }));

    it('recognises its own save when the answer was lost', () =>
      running.visit(client, { viewport: DESK }, async (page) => {
        const [, tab] = await bothTabs(page, `/campaigns/${utr}/edit`);
        let lost = 0;
        await tab.route('**/single/send/update', async (route) => {
          if (lost > 0) return route.continue();
          lost += 1;
          await route.fetch();
          await route.abort();
        });
        await subjectIn(tab).fill('Stored without an answer');
        await tab.getByText('Not saved', { exact: true }).waitFor();
        expect(await subject()).to.equal('Stored without an answer');
        await tab.getByRole('button', { name: 'Try again' }).click();
        await tab.getByRole('status').getByText('Saved', { exact: true }).waitFor();
        await subjectIn(tab).fill('And on');
        await until(async () => (await subject()) === 'And on', 'the next save');
        expect(await warningIn(tab).count()).to.equal(0);
      }));
  });

  it('keeps a newer email of an automation, and overwrites it when the person chooses to', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const { automation, email } = await makeEmail(client, ground.sender_id);
      const subject = async () =>
        (await client.get(`/automations/schedule?utr=${automation}`)).body.message.automation_schedules[0]
          .subject;
      const [theirs, mine] = await bothTabs(page, `/automations/${automation}/emails/${email}`);
      const save = (tab: Page) => tab.getByRole('button', { name: 'Save', exact: true }).click();
      await subjectIn(theirs).fill('Theirs');
      await save(theirs);
      await until(async () => (await subject()) === 'Theirs', 'the first save');
      await subjectIn(mine).fill('Mine');
      await save(mine);
      await warningIn(mine).waitFor();
      expect(await subject()).to.equal('Theirs');
      await mine.getByRole('button', { name: 'Keep my version' }).click();
      await until(async () => (await subject()) === 'Mine', 'the save');
      await subjectIn(theirs).fill('Late');
      await theirs.close();
      await subjectIn(mine).fill('Again');
      await save(mine);
      await until(async () => (await subject()) === 'Again', 'one more save');
    }));

  it('saves the changed fields of a contact alone, and asks about those that were changed elsewhere', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const { contact_type_id } = ground;
      const ada = { contact_type_id, country: 101, email: 'ada@example.com', first_name: 'Ada' };
      const { id: contact_id } = (await client.post('/contacts/add', ada)).body;
      const stored = async () =>
        (await client.get(`/contacts/details?contact_id=${contact_id}`)).body.message.contact;
      const change = async (fields: Record<string, string>) => {
        const { email, country } = await stored();
        await client.post('/contacts/update', { contact_id, email, contact_type_id, country, ...fields });
      };
      const field = (name: string) => page.getByLabel(name, { exact: true });
      const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.goto(`${running.api.url}/console/contacts/${contact_id}`);
      await field('City').waitFor();
      await change({ first_name: 'Theirs' });
      await field('City').fill('Rome');
      await save();
      await until(async () => (await stored()).city === 'Rome', 'the save');
      expect((await stored()).first_name).to.equal('Theirs');

      await until(async () => (await field('First name').inputValue()) === 'Theirs', 'the newer version');
      await change({ city: 'Oslo' });
      await field('City').fill('Paris');
      await save();
      await warningIn(page).waitFor();
      await isInOrder(page, 'the warning of a contact');
      expect((await stored()).city).to.equal('Oslo');
      await page.getByRole('button', { name: 'Load the newer version' }).click();
      await until(async () => (await field('City').inputValue()) === 'Oslo', 'their version');
      expect(await warningIn(page).count()).to.equal(0);

      await change({ city: 'Bergen' });
      await field('City').fill('Paris');
      await save();
      await page.getByRole('button', { name: 'Keep my version' }).click();
      await until(async () => (await stored()).city === 'Paris', 'my version');
    }));
});
