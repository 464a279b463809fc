import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { Account } from '../../../common/models/accounts.ts';
import { Session } from '../../../common/models/sessions.ts';
import type { Client } from '../../support/api.ts';
import { aSend, type Ground, layGround } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { detailsOf } from '../../support/world.ts';
import { makeEmail } from './automation-of-account.ts';
import { keptOn as draftsOn } from './kept-forms.ts';
import { type Console, DESK, isInOrder, PHONE, SMALL, startConsole } from './support.ts';

const SLOW_MS = 60_000;

describe('the console, with changes that are not stored,', () => {
  let running: Console;
  let client: Client;
  let ground: Ground;
  let utr: string;
  before(async () => {
    running = await startConsole('browser-console-kept-drafts');
  });
  after(() => running?.stop());
  beforeEach(async () => {
    client = await running.api.account();
    ground = await layGround(client);
    const { body } = await client.post('/single/send/create', aSend(ground, { draft: 1 }));
    utr = body.utr;
  });

  const visit = (use: (page: Page) => Promise<void>) => running.visit(client, { viewport: DESK }, use);
  const open = async (page: Page) => {
    await page.goto(`${running.api.url}/console/campaigns/${utr}/edit`);
    return subjectOf(page);
  };
  const subjectOf = (page: Page) => page.getByRole('textbox', { name: 'Subject', exact: true });
  const subject = async (): Promise<string> => (await detailsOf(client, utr)).subject;
  const endSession = () => rows(Session).deleteMany({ user_id: client.user_id });
  const asked = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

  it('continues after the person has signed in again over the page', () =>
    visit(async (page) => {
      const field = await open(page);
      await field.fill('Before');
      await until(async () => (await subject()) === 'Before', 'the save');
      await endSession();
      await field.fill('After the end');
      const dialog = asked(page);
      await dialog.waitFor({ timeout: SLOW_MS });
      await isInOrder(page, 'signing in again');
      await page.keyboard.press('Escape');
      await dialog.getByLabel('Password', { exact: true }).fill('wrong horse');
      await page.keyboard.press('Enter');
      await dialog.getByText('This is not the password of your account.').waitFor({ timeout: SLOW_MS });
      expect(await subject()).to.equal('Before');
      await dialog.getByLabel('Password', { exact: true }).fill('correct horse');
      await dialog.getByRole('button', { name: 'Sign in' }).click();
      await dialog.waitFor({ state: 'detached', timeout: SLOW_MS });
      await until(async () => (await subject()) === 'After the end', 'the save', SLOW_MS);
      expect(await field.inputValue()).to.equal('After the end');
    }));

  /** The session ends, and someone signs in in another tab. */
  async function signInElsewhere(page: Page, email: string): Promise<void> {
    await (await open(page)).waitFor();
    // The preview would show the page to sign in, which no frame may.
    await page
      .frameLocator('iframe[title="Live preview"][aria-hidden=false]')
      .locator('body > *')
      .first()
      .waitFor();
    await endSession();
    // Something may have read already, so that the dialog is over the link.
    await page.getByRole('navigation').getByRole('link', { name: 'Images' }).first().dispatchEvent('click');
    await asked(page).waitFor({ timeout: SLOW_MS });
    const tab = await page.context().newPage();
    await tab.goto(`${running.api.url}/console/reports?period=year`);
    await tab.locator('input[name=email]').fill(email);
    await tab.locator('input[name=password]').fill('correct horse');
    await tab.getByRole('button').click();
    // The address keeps its query.
    await tab.waitForURL('**/console/reports?period=year');
    await tab.close();
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await asked(page).waitFor({ state: 'detached', timeout: SLOW_MS });
    await page.getByText('No images yet').waitFor({ timeout: SLOW_MS });
  }
  const personOf = (page: Page) => page.locator('meta[name=session]').getAttribute('content');

  it('reads what a page asks for once the person has signed in, in another tab, too', () =>
    visit(async (page) => {
      await signInElsewhere(page, await emailOf(client));
      expect(await personOf(page)).to.include(await emailOf(client));
    }));

  it('loads again as the page of another person, who has signed in in another tab', () =>
    visit(async (page) => {
      const other = await emailOf(await running.api.account());
      await signInElsewhere(page, other);
      expect(await personOf(page)).to.include(other);
    }));
  const emailOf = async ({ user_id }: Client): Promise<string> =>
    (await Account.findOne({ _id: user_id }))!.email;

  it('fills the preview of the mail once the person has signed in again', () =>
    visit(async (page) => {
      await page.goto(`${running.api.url}/console/campaigns/${utr}/edit`);
      const code = page.getByRole('textbox', { name: 'HTML' });
      const preview = page.frameLocator('iframe[title="Live preview"][aria-hidden=false]');
      await code.fill('<p>Before the end</p>');
      await preview.getByText('Before the end').waitFor({ timeout: SLOW_MS });
      const entries = await page.evaluate(() => history.length);
      await endSession();
      await code.fill('<p>After the end</p>');
      const dialog = asked(page);
      await dialog.getByLabel('Password', { exact: true }).fill('correct horse');
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached', timeout: SLOW_MS });
      await preview.getByText('After the end').waitFor({ timeout: SLOW_MS });
      expect(await page.evaluate(() => history.length)).to.equal(entries);
    }));

  async function signOut(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  }

  /** All within one moment, before the page saves by itself. */
  async function writeAndSignOut(
    page: Page,
    field: Locator,
    text: string,
    before: () => Promise<unknown> = async () => {},
  ): Promise<void> {
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await before();
    await field.evaluate((input: HTMLInputElement, value) => {
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;
      set.call(input, value);
      input.dispatchEvent(new Event('input', { bubbles: true }));
      const items = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
      items.find(({ textContent }) => textContent === 'Sign out')!.click();
    }, text);
  }

  it('stores what was just written before the person signs out', () =>
    visit(async (page) => {
      const field = await open(page);
      await field.waitFor();
      await writeAndSignOut(page, field, 'Written last');
      await page.waitForURL('**/account/sign-in', { timeout: SLOW_MS });
      expect(await subject()).to.equal('Written last');
    }));

  it('does not sign out while a change cannot be stored, and shows a note', () =>
    visit(async (first) => {
      const page = await first.context().newPage();
      const field = await open(page);
      await field.waitFor();
      await page.route('**/single/send/update', (route) => route.abort());
      await field.fill('Refused');
      await signOut(page);
      await refusal(page).waitFor({ timeout: SLOW_MS });
      await staySignedIn(page);
      expect(await field.inputValue()).to.equal('Refused');
      await page.unroute('**/single/send/update');
      await signOut(page);
      await page.waitForURL('**/account/sign-in', { timeout: SLOW_MS });
      expect(await subject()).to.equal('Refused');
      await page.close();
    }));

  /** Leaves a campaign by a link, with a subject that could not be stored. */
  async function leaveUnstored(page: Page, written: string): Promise<void> {
    const field = await open(page);
    await field.waitFor();
    await page.route('**/single/send/update', (route) => route.abort());
    await field.fill(written);
    await untilKept(page);
    await page.getByRole('navigation').getByRole('link', { name: 'Images' }).first().click();
    await page.getByText('No images yet').waitFor({ timeout: SLOW_MS });
  }
  async function isRefusedToSignOut(page: Page): Promise<void> {
    await signOut(page);
    await refusal(page).waitFor({ timeout: SLOW_MS });
    expect(await keptOn(page)).to.have.length(1);
  }
  const refusal = (page: Page) => page.getByRole('dialog', { name: 'You are still signed in' });
  async function staySignedIn(page: Page): Promise<void> {
    await refusal(page).getByRole('button', { name: 'Stay signed in' }).press('Enter');
    await refusal(page).waitFor({ state: 'detached' });
  }

  it('stores what a page that was left could not, before the person signs out', () =>
    visit(async (first) => {
      const page = await first.context().newPage();
      await leaveUnstored(page, 'Left behind');
      await isRefusedToSignOut(page);
      await staySignedIn(page);
      await page.unroute('**/single/send/update');
      await signOut(page);
      await page.waitForURL('**/account/sign-in', { timeout: SLOW_MS });
      expect(await subject()).to.equal('Left behind');
      await page.close();
    }));

  it('signs out without a change that cannot be stored, when the person discards it', () =>
    visit(async (first) => {
      const page = await first.context().newPage();
      const stored = await subject();
      await leaveUnstored(page, 'Never stored');
      await isRefusedToSignOut(page);
      await page.getByRole('button', { name: 'Discard them and sign out' }).click();
      await page.waitForURL('**/account/sign-in', { timeout: SLOW_MS });
      expect(await subject()).to.equal(stored);
      await page.close();
    }));

  it('names the pages with unsaved changes of an earlier visit before the person signs out, by keyboard, too', () =>
    visit(async (page) => {
      await keepUnsent(page);
      // The tab may have stored it as it closed.
      await change({});
      await page.goto(`${running.api.url}/console/segments/new`);
      await textOf(page, 'Name').fill('Half a thought');
      // The page that is open, before it keeps its draft by itself.
      await signOut(page);
      await refusal(page).waitFor({ timeout: SLOW_MS });
      expect(await keptOn(page)).to.have.length(2);
      await isInOrder(page, 'what is not saved');
      const links = refusal(page).getByRole('link');
      expect(await links.allInnerTexts()).to.have.members([
        (await detailsOf(client, utr)).single_send_name,
        'New segment',
      ]);
      expect(
        await page.evaluate(() => document.activeElement?.textContent),
        'the focus is on the way out',
      ).to.equal('Stay signed in');
      await links.filter({ hasNotText: 'New segment' }).press('Enter');
      await refusal(page).waitFor({ state: 'detached' });
      await offerOf(page).getByRole('button', { name: 'Restore them' }).click();
      await until(async () => (await subject()) === 'Mine', 'the save', SLOW_MS);
      await until(async () => (await keptOn(page)).length === 1, 'the end of the draft');
      await signOut(page);
      await refusal(page).getByText('New segment').waitFor({ timeout: SLOW_MS });
      await refusal(page).getByRole('button', { name: 'Discard them and sign out' }).press('Enter');
      await page.waitForURL('**/account/sign-in', { timeout: SLOW_MS });
      expect(await keptOn(page)).to.eql([]);
    }));

  it('does not sign out while it offers what a page that was left could not store', () =>
    visit(async (first) => {
      const page = await first.context().newPage();
      const stored = await subject();
      await leaveUnstored(page, 'Thought better of');
      await page.goBack();
      await offerOf(page).waitFor();
      await isRefusedToSignOut(page);
      await staySignedIn(page);
      await offerOf(page).getByRole('button', { name: 'Discard them' }).press('Enter');
      await offerOf(page).waitFor({ state: 'detached' });
      await signOut(page);
      await page.waitForURL('**/account/sign-in', { timeout: SLOW_MS });
      expect(await subject()).to.equal(stored);
      await page.close();
    }));

  it('says that it signs out, once, and stores what is written meanwhile', () =>
    visit(async (page) => {
      const field = await open(page);
      await field.waitFor();
      const [save, end] = [gate(), gate()];
      const ended: string[] = [];
      await page.route('**/single/send/update', (route) => save.open.then(() => route.continue()));
      await page.route('**/console/session', async (route) => {
        if (route.request().method() === 'DELETE') {
          ended.push(await subject());
          await end.open;
        }
        await route.continue();
      });
      await field.fill('First words');
      await signOut(page);
      await page.getByText('Saving, then signing out…').waitFor({ timeout: SLOW_MS });
      await field.fill('Last words');
      await signOut(page);
      save.lift();
      await until(async () => ended.length > 0, 'the end of the session', SLOW_MS);
      expect(await page.locator('main').getAttribute('inert')).to.equal('');
      end.lift();
      await page.waitForURL('**/account/sign-in', { timeout: SLOW_MS });
      expect(ended).to.eql(['Last words']);
    }));
  function gate() {
    let lift = (): void => {};
    const open = new Promise<void>((done) => {
      lift = done;
    });
    return { open, lift };
  }

  it('offers what was written offline after the tab was closed', () =>
    visit(async (first) => {
      // The browser notes what it cannot load, in a page whose notes count.
      const page = await first.context().newPage();
      const field = await open(page);
      await field.waitFor();
      const stored = await subject();
      await page.context().setOffline(true);
      await page.getByText('Drafts are saved once you are online again. Save other changes again').waitFor();
      await field.fill('Written in a tunnel');
      await page.getByText('Not saved', { exact: true }).waitFor({ timeout: SLOW_MS });
      await page.mouse.wheel(0, 5000);
      expect(await page.getByText('Not saved', { exact: true }).isVisible()).to.equal(true);
      const context = page.context();
      await page.evaluate(() => new Promise((done) => setTimeout(done, 600)));
      await page.close();
      // A page that was not loaded yet shows that, and opens once there is a network.
      const other = await context.newPage();
      await context.setOffline(false);
      await other.goto(`${running.api.url}/console`);
      await other.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
      await context.setOffline(true);
      const link = other.getByRole('navigation').getByRole('link', { name: 'Automations' }).first();
      await link.click();
      await other.getByRole('heading', { level: 1, name: 'This page could not be loaded' }).waitFor();
      await context.setOffline(false);
      await other.getByRole('heading', { level: 1, name: 'Automations' }).waitFor();
      await other.close();

      const next = await context.newPage();
      await open(next);
      const offer = next.getByRole('status').filter({ hasText: 'You have unsaved changes' });
      await offer.waitFor();
      await isInOrder(next, 'the offer');
      expect(await subject()).to.equal(stored);
      await offer.getByRole('button', { name: 'Restore them' }).click();
      await until(async () => (await subject()) === 'Written in a tunnel', 'the save', SLOW_MS);
      expect(await subjectOf(next).inputValue()).to.equal('Written in a tunnel');
      await open(next);
      await subjectOf(next).waitFor();
      expect(await offer.count()).to.equal(0);
      await next.close();
    }));

  /** The subject and the preview text were written and not stored. */
  async function keepUnsent(page: Page): Promise<void> {
    await running.home(page);
    const other = await page.context().newPage();
    await (await open(other)).waitFor();
    await other.route('**/console/api/**/update', (route) => route.abort());
    await subjectOf(other).fill('Mine');
    await untilKept(page);
    await other.close();
  }
  const change = (fields: object) =>
    client.post('/single/send/update', { ...aSend(ground, { draft: 1, ...fields }), utr });

  it('restores only what was changed over a campaign that a colleague has changed since', () =>
    visit(async (page) => {
      await keepUnsent(page);
      await change({ single_send_name: 'Renamed', preheader: 'By a colleague' });
      await open(page);
      await offerOf(page).getByRole('button', { name: 'Restore them' }).click();
      await until(async () => (await subject()) === 'Mine', 'the save', SLOW_MS);
      expect(await detailsOf(client, utr)).to.include({
        single_send_name: 'Renamed',
        preheader: 'By a colleague',
      });
    }));

  it('asks before a kept draft replaces what a colleague has written since', () =>
    visit(async (page) => {
      await keepUnsent(page);
      await change({ subject: 'Theirs' });
      await open(page);
      const offer = offerOf(page);
      await offer.getByText('The same content was also changed elsewhere since then.').waitFor();
      await isInOrder(page, 'the offer of an older draft');
      await offer.getByRole('button', { name: 'Restore them' }).press('Enter');
      const warning = page.getByRole('alert').filter({ hasText: 'This was changed elsewhere' });
      await warning.waitFor();
      expect(await subjectOf(page).inputValue()).to.equal('Mine');
      await page.evaluate(() => new Promise((done) => setTimeout(done, 1500)));
      expect(await subject()).to.equal('Theirs');
      await warning.getByRole('button', { name: 'Load the newer version' }).press('Enter');
      await warning.waitFor({ state: 'detached' });
      expect(await subjectOf(page).inputValue()).to.equal('Theirs');
      await until(async () => (await keptOn(page)).length === 0, 'the end of the draft');
    }));

  it('opens no review while it offers what was written before, also from a link', () =>
    visit(async (page) => {
      await keepUnsent(page);
      // The tab may have stored it as it closed.
      await change({});
      await page.goto(`${running.api.url}/console/campaigns/${utr}/edit?review=true`);
      await offerOf(page).waitFor();
      const review = page.getByRole('dialog', { name: 'Review and send' });
      expect(await review.count()).to.equal(0);
      expect(await page.getByRole('button', { name: 'Review and send' }).isDisabled()).to.equal(true);
      await offerOf(page).getByRole('button', { name: 'Restore them' }).press('Enter');
      await review.waitFor();
      await until(async () => (await subject()) === 'Mine', 'the save', SLOW_MS);
    }));

  it('offers it for emails of automations, which a button saves, and forgets what is discarded', () =>
    visit(async (page) => {
      const { automation, email } = await makeEmail(client, ground.sender_id);
      const address = `${running.api.url}/console/automations/${automation}/emails/${email}`;
      await page.goto(address);
      await subjectOf(page).fill('Half a thought');
      await page.evaluate(() => new Promise((done) => setTimeout(done, 600)));
      const context = page.context();
      await page.close();

      const next = await context.newPage();
      await next.goto(address);
      const offer = next.getByRole('status').filter({ hasText: 'You have unsaved changes' });
      await offer.getByRole('button', { name: 'Restore them' }).click();
      expect(await subjectOf(next).inputValue()).to.equal('Half a thought');
      await next.evaluate(() => new Promise((done) => setTimeout(done, 600)));
      await next.close();

      const last = await context.newPage();
      await last.goto(address);
      await offerOf(last).getByRole('button', { name: 'Discard them' }).click();
      expect(await subjectOf(last).inputValue()).to.not.equal('Half a thought');
      await last.goto(address);
      await subjectOf(last).waitFor();
      expect(await offerOf(last).count()).to.equal(0);
      await last.close();
    }));
  const offerOf = (page: Page) => page.getByRole('status').filter({ hasText: 'You have unsaved changes' });

  const ada = () => ({
    contact_type_id: ground.contact_type_id,
    email: 'ada@example.com',
    first_name: 'Ada',
    country: 101,
  });
  const addAda = async (): Promise<number> => (await client.post('/contacts/add', ada())).body.id;

  it('offers it for contacts and segments, and forgets it once it is saved', () =>
    visit(async (page) => {
      const id = await addAda();
      const forms = [
        { path: `/contacts/${id}`, field: 'Last name', save: 'Save' },
        { path: '/segments/new', field: 'Name', save: 'Save segment' },
      ];
      for (const { path, field, save } of forms) {
        const address = `${running.api.url}/console${path}`;
        const input = page.getByRole('textbox', { name: field, exact: true });
        await page.goto(address);
        await input.fill('Half a thought');
        await page.evaluate(() => new Promise((done) => setTimeout(done, 600)));
        await page.goto(`${running.api.url}/console`);
        await page.goto(address);
        await offerOf(page).getByRole('button', { name: 'Restore them' }).click();
        expect(await input.inputValue()).to.equal('Half a thought');
        if (path.startsWith('/segments')) await page.getByLabel('Value').fill('ada');
        await page.getByRole('button', { name: save, exact: true }).click();
        await page.getByText(/^(?:Saved|Segment Half a thought saved\.)$/).waitFor();
        await page.goto(address);
        await input.waitFor();
        await page.waitForLoadState('networkidle');
        expect(await offerOf(page).count(), path).to.equal(0);
      }
    }));

  const textOf = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
  const openContact = async (page: Page, id: number) => {
    await page.goto(`${running.api.url}/console/contacts/${id}`);
    return textOf(page, 'Last name');
  };
  const untilKept = (page: Page) => until(async () => (await keptOn(page)).length > 0, 'the draft');
  /** Names of the account's drafts on the device. */
  const keptOn = (page: Page, beginning = `${client.user_id}/`): Promise<string[]> =>
    draftsOn(page, beginning);

  it('keeps nothing of a form that is saved right after the last key', () =>
    visit(async (page) => {
      const id = await addAda();
      let isSlow = false;
      // The form stays for longer than a draft waits.
      await page.route('**/console/api/**', async (route) => {
        if (isSlow && route.request().method() === 'GET') await new Promise((done) => setTimeout(done, 1000));
        await route.continue();
      });
      const last = await openContact(page, id);
      await last.waitFor();
      await page.waitForLoadState('networkidle');
      isSlow = true;
      await last.fill('  Lovelace ');
      await last.press('Enter');
      await page.getByText('Saved', { exact: true }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await keptOn(page)).to.eql([]);

      isSlow = false;
      await page.goto(`${running.api.url}/console/segments/new`);
      await textOf(page, 'Name').fill('Adas');
      await page.waitForLoadState('networkidle');
      isSlow = true;
      const value = page.getByLabel('Value');
      await value.fill('ada');
      await value.press('Enter');
      await page.getByText('Segment Adas saved.').waitFor();
      await page.waitForURL(/\/segments\/\d+$/);
      expect(await keptOn(page)).to.eql([]);
      await page.unrouteAll({ behavior: 'wait' });
    }));

  it('restores only what was changed over a newer contact, and drops an offer once the form is saved', () =>
    visit(async (page) => {
      const id = await addAda();
      await (await openContact(page, id)).fill('Byron');
      await untilKept(page);
      await page.goto(`${running.api.url}/console`);
      await client.post('/contacts/update', { ...ada(), contact_id: id, first_name: 'Augusta' });
      const last = await openContact(page, id);
      await offerOf(page).getByRole('button', { name: 'Restore them' }).click();
      expect(await textOf(page, 'First name').inputValue()).to.equal('Augusta');
      expect(await last.inputValue()).to.equal('Byron');

      await untilKept(page);
      await openContact(page, id);
      await offerOf(page).waitFor();
      await last.fill('King');
      await last.press('Enter');
      await page.getByText('Saved', { exact: true }).waitFor();
      const { first_name, last_name } = (await client.get(`/contacts/details?contact_id=${id}`)).body.message
        .contact;
      expect([first_name, last_name]).to.eql(['Augusta', 'King']);
      await until(async () => (await keptOn(page)).length === 0, 'the end of the offer');
    }));

  it('warns that a restored contact replaces later changes until it is saved, and keeps newer input', () =>
    visit(async (page) => {
      const id = await addAda();
      await (await openContact(page, id)).fill('Byron');
      await untilKept(page);
      await page.goto(`${running.api.url}/console`);
      await client.post('/contacts/update', { ...ada(), contact_id: id, last_name: 'Theirs' });
      const last = await openContact(page, id);
      await offerOf(page).waitFor();
      await textOf(page, 'City').fill('London');
      await offerOf(page).getByRole('button', { name: 'Restore them' }).click();
      expect(await last.inputValue()).to.equal('Byron');
      expect(await textOf(page, 'City').inputValue()).to.equal('London');
      const warning = page.getByText('Saving these changes replaces what was changed elsewhere since then.');
      await warning.waitFor();
      await isInOrder(page, 'the warning of a restored draft');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await warning.waitFor({ state: 'detached' });
    }));

  it('makes the deletions that wait and keeps nothing when the person signs out and discards', () =>
    visit(async (page) => {
      const [id, other] = [
        await addAda(),
        (await client.post('/contacts/add', { ...ada(), email: 'bob@example.com' })).body.id,
      ];
      await page.goto(`${running.api.url}/console/contacts/${other}`);
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('link', { name: 'ada@example.com' }).click();
      const last = textOf(page, 'Last name');
      await last.fill('Byron');
      await untilKept(page);
      await signOut(page);
      await refusal(page).getByRole('button', { name: 'Discard them and sign out' }).click();
      await page.waitForURL('**/account/sign-in');
      const { contacts } = (await client.get('/contacts/list')).body.message;
      expect(contacts.map((one: { id: number }) => one.id)).to.deep.equal([id]);
      expect(await keptOn(page)).to.eql([]);
    }));

  it('keeps nothing of a person who is erased', () =>
    visit(async (page) => {
      await (await openContact(page, await addAda())).fill('Byron');
      await untilKept(page);
      await page.getByRole('button', { name: 'Erase for good' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(/^To confirm/).fill('ada@example.com');
      await dialog.getByRole('button', { name: 'Erase this person' }).press('Enter');
      await page.getByText('ada@example.com is being erased.').waitFor();
      await until(async () => (await keptOn(page)).length === 0, 'the end of the draft');
    }));

  /** A draft on the device, which is not written by a page of this test. */
  const keep = (page: Page, name: string, place: object) =>
    page.evaluate(
      async ([key, value]) => {
        const opening = indexedDB.open('console', 1);
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('drafts'));
        await new Promise((done) => opening.addEventListener('success', done));
        const writing = opening.result.transaction('drafts', 'readwrite');
        writing.objectStore('drafts').put(value, key);
        await new Promise((done) => writing.addEventListener('complete', done));
        opening.result.close();
      },
      [name, { at: Date.now(), draft: { subject: 'Mine' }, ...place }] as const,
    );

  it('leads to a page of the editor, which is a page of its own, and deletes no draft of another account', () =>
    visit(async (page) => {
      await running.home(page);
      const path = `/console/editor/campaigns/${utr}`;
      await keep(page, `${client.user_id}/${utr}`, { page: { path, title: 'A design' } });
      await keep(page, `${client.user_id}/contact/1`, {});
      const other = `${client.user_id + 1}/contact/1`;
      await keep(page, other, {});
      await signOut(page);
      await refusal(page).getByText('Unnamed page').waitFor({ timeout: SLOW_MS });
      await refusal(page).getByRole('link', { name: 'A design' }).click();
      await page.waitForURL(`**${path}`);
      await page.getByRole('toolbar').first().waitFor({ timeout: SLOW_MS });
      await running.home(page);
      await signOut(page);
      await refusal(page).getByRole('button', { name: 'Discard them and sign out' }).click();
      await page.waitForURL('**/account/sign-in', { timeout: SLOW_MS });
      expect(await keptOn(page)).to.eql([]);
      expect(await keptOn(page, '')).to.eql([other]);
    }));

  it('leads to the page from the menu of a phone, which closes, and breaks a long name', () =>
    running.visit(client, { viewport: SMALL }, async (page) => {
      await running.home(page);
      const path = `/console/campaigns/${utr}/edit`;
      await keep(page, `${client.user_id}/${utr}`, { page: { path, title: 'Kapitän'.repeat(30) } });
      await page.getByRole('button', { name: 'Menu' }).click();
      await signOut(page);
      const link = refusal(page).getByRole('link');
      await link.waitFor({ timeout: SLOW_MS });
      const menu = page.getByRole('dialog').getByRole('navigation');
      await menu.waitFor({ state: 'detached' });
      await page.evaluate(() => new Promise((done) => setTimeout(done, 600)));
      expect(await page.evaluate(() => document.activeElement?.textContent)).to.equal('Stay signed in');
      await isInOrder(page, 'a long name of what is not saved');
      const [list, dialog] = [await link.boundingBox(), await refusal(page).boundingBox()];
      expect(list!.x + list!.width).to.be.at.most(dialog!.x + dialog!.width);
      await link.click();
      await offerOf(page).getByRole('button', { name: 'Discard them' }).click();
      await page.getByRole('button', { name: 'Menu' }).click();
      await menu.waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Your account' }).click();
      await page.getByRole('menuitem', { name: 'Account settings' }).click();
      await page.waitForURL('**/console/settings/account');
      await menu.waitFor({ state: 'detached' });
    }));

  it('signs out without a draft of a campaign that is deleted, also elsewhere', () =>
    visit(async (first) => {
      const page = await first.context().newPage();
      await leaveUnstored(page, 'Of a deleted campaign');
      await page.unroute('**/single/send/update');
      await client.post('/single/send/delete', { utr });
      await signOut(page);
      await page.waitForURL('**/account/sign-in', { timeout: SLOW_MS });
      await page.close();
    }));

  it('forgets the drafts of records that are deleted, or no longer found', () =>
    visit(async (first) => {
      const page = await first.context().newPage();
      await running.home(page);
      const own = `${client.user_id}/`;
      for (const name of [
        utr,
        `schedule/${utr}`,
        'gone',
        'segment/9',
        'contact/9',
        'template-9',
        'design-gone',
      ])
        await keep(page, `${own}${name}`, {});
      for (const path of [
        'campaigns/gone/edit',
        'segments/9',
        'contacts/9',
        'editor/templates/9',
        'editor/emails/gone/gone',
      ]) {
        const before = (await keptOn(page)).length;
        await page.goto(`${running.api.url}/console/${path}`);
        await until(async () => (await keptOn(page)).length < before, `the end of the draft of ${path}`);
      }
      expect(await keptOn(page)).to.have.members([`${own}${utr}`, `${own}schedule/${utr}`]);
      await page.goto(`${running.api.url}/console/campaigns`);
      await page
        .getByRole('button', { name: /^Actions/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await signOut(page);
      await refusal(page).waitFor({ timeout: SLOW_MS });
      await staySignedIn(page);
      await until(async () => (await keptOn(page)).length === 0, 'the end of its draft', SLOW_MS);
      await page.close();
    }));

  it('forgets the time of a campaign that is no longer scheduled, and the reason to end a pause that has ended', () =>
    visit(async (page) => {
      await running.home(page);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const own = `${client.user_id}/`;
      for (const name of ['release', `schedule/${utr}`]) await keep(page, `${own}${name}`, {});
      await running.home(page);
      await until(async () => (await keptOn(page)).length === 1, 'the end of the reason', SLOW_MS);
      await page.goto(`${running.api.url}/console/campaigns/${utr}`);
      await until(async () => (await keptOn(page)).length === 0, 'the end of the time', SLOW_MS);
    }));

  it('deletes drafts of the emails of a deleted automation, and keeps those of one that was not deleted', () =>
    visit(async (first) => {
      const page = await first.context().newPage();
      await running.home(page);
      const { automation, email } = await makeEmail(client, ground.sender_id);
      const own = `${client.user_id}/`;
      const title = 'Hello';
      await keep(page, `${own}${utr}`, {});
      await keep(page, `${own}${email}`, {
        page: { path: `/console/automations/${automation}/emails/${email}`, title },
      });
      await keep(page, `${own}design-${email}`, {
        page: { path: `/console/editor/emails/${automation}/${email}`, title },
      });
      await page.route('**/single/send/delete**', (route) => route.abort());
      for (const list of ['Campaigns', 'Automations']) {
        await page.getByRole('navigation').getByRole('link', { name: list }).first().click();
        await page.getByRole('heading', { level: 1, name: list }).waitFor();
        await page
          .getByRole('button', { name: /^Actions/ })
          .first()
          .click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
      }
      await page.getByText('Something went wrong').waitFor({ timeout: SLOW_MS });
      await until(async () => (await keptOn(page)).length < 3, 'the end of the drafts', SLOW_MS);
      await until(async () => (await keptOn(page)).length < 2, 'the end of the design', SLOW_MS);
      expect(await keptOn(page)).to.eql([`${own}${utr}`]);
      await page.close();
    }));

  it('keeps drafts of an account while another account is signed in', () =>
    visit(async (first) => {
      const context = first.context();
      const [list, page] = [await context.newPage(), await context.newPage()];
      const contact = `${client.user_id}/contact/${await addAda()}`;
      await list.goto(`${running.api.url}/console/contacts`);
      await list.getByRole('link', { name: 'ada@example.com' }).waitFor();
      await keep(list, contact, {});
      const field = await open(page);
      await field.waitFor();
      await page.route('**/single/send/update', (route) => route.abort());
      await field.fill('Mine');
      await until(async () => (await keptOn(page)).length === 2, 'the draft');
      await context.clearCookies();
      await context.request.post(`${running.api.url}/account/sign-in`, {
        form: { email: await emailOf(await running.api.account()), password: 'correct horse' },
        headers: { 'User-Agent': await page.evaluate(() => navigator.userAgent) },
        maxRedirects: 0,
      });
      await page.unroute('**/single/send/update');
      const unknown = (tab: Page, path: string) =>
        tab.waitForResponse((answer) => answer.status() === 404 && answer.url().includes(path));
      await Promise.all([
        unknown(page, '/single/send/update'),
        page.getByRole('navigation').getByRole('link', { name: 'Images' }).first().click(),
      ]);
      await Promise.all([
        unknown(list, '/contacts/details'),
        list.getByRole('link', { name: 'ada@example.com' }).click(),
      ]);
      await page.evaluate(() => new Promise((done) => setTimeout(done, 1000)));
      expect(await keptOn(page)).to.have.members([contact, `${client.user_id}/${utr}`]);
      await list.close();
      await page.close();
    }));

  it('keeps the draft of a record for which a proxy answers 404', () =>
    visit(async (first) => {
      const page = await first.context().newPage();
      await running.home(page);
      const draft = `${client.user_id}/segment/9`;
      await keep(page, draft, {});
      await page.route('**/segment/details**', (route) =>
        route.fulfill({ status: 404, contentType: 'text/html', body: '<p>Not here</p>' }),
      );
      await page.goto(`${running.api.url}/console/segments/9`);
      await page.getByRole('alert').waitFor({ timeout: SLOW_MS });
      await page.evaluate(() => new Promise((done) => setTimeout(done, 600)));
      expect(await keptOn(page)).to.eql([draft]);
      await page.close();
    }));

  it('opens a draft of an email that was added after the page of another one was read', () =>
    visit(async (page) => {
      const { automation, email } = await makeEmail(client, ground.sender_id);
      const pathOf = (of: string): string => `/console/automations/${automation}/emails/${of}`;
      await page.goto(`${running.api.url}${pathOf(email)}`);
      await subjectOf(page).waitFor();
      const { body } = await client.post('/automations/schedule/create', {
        utr: automation,
        sender_id: ground.sender_id,
        subject: 'Added later',
        waiting_period: 1,
        waiting_type: 'days',
        template_id: 2,
        preview_img: 'newsletter.png',
      });
      await keep(page, `${client.user_id}/${body.utr}`, { page: { path: pathOf(body.utr), title: 'Later' } });
      await signOut(page);
      await refusal(page).getByRole('link', { name: 'Later' }).click();
      await offerOf(page).getByRole('button', { name: 'Restore them' }).click();
      expect(await subjectOf(page).inputValue()).to.equal('Mine');
    }));

  it('loads a page again by itself, twice at most, when its code could not be loaded', () =>
    visit(async (first) => {
      const page = await first.context().newPage();
      await running.home(page);
      const link = page.getByRole('navigation').getByRole('link', { name: 'Automations' }).first();
      const code = '**/assets/automations-*.js';
      const opened: string[] = [];
      page.on('domcontentloaded', (of) => opened.push(of.url()));
      await page.route(code, (route) => route.abort());
      await link.click();
      await until(() => Promise.resolve(opened.length === 2), 'both loads', SLOW_MS);
      const again = page.getByRole('button', { name: 'Try again' });
      await again.waitFor({ timeout: SLOW_MS });
      await page.evaluate(() => new Promise((done) => setTimeout(done, 600)));
      expect(opened).to.have.length(2);
      await page.unroute(code);
      await again.click();
      await page.getByRole('heading', { level: 1, name: 'Automations' }).waitFor({ timeout: SLOW_MS });
      await page.close();
    }));

  it('keeps no draft in another tab after the person has signed out, until they sign in again', () =>
    visit(async (page) => {
      const tab = await page.context().newPage();
      const last = await openContact(tab, await addAda());
      await last.fill('Byron');
      await untilKept(tab);
      await running.home(page);
      await signOut(page);
      await refusal(page).getByRole('button', { name: 'Discard them and sign out' }).click();
      await page.waitForURL('**/account/sign-in', { timeout: SLOW_MS });
      await last.fill('Lovelace');
      await tab.evaluate(() => new Promise((done) => setTimeout(done, 600)));
      expect(await keptOn(page)).to.eql([]);
      const isClosedUnasked = await tab.evaluate(() =>
        dispatchEvent(new Event('beforeunload', { cancelable: true })),
      );
      expect(isClosedUnasked, 'the browser asks before the tab closes').to.equal(false);
      await page.locator('input[name=email]').fill(await emailOf(client));
      await page.locator('input[name=password]').fill('correct horse');
      await page.getByRole('button').click();
      await page.waitForURL('**/console');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await untilKept(tab);
      await tab.close();
    }));

  /** Signs in again over the page, which asks about nothing before. */
  async function signInAgainFirst(page: Page): Promise<void> {
    const dialog = asked(page);
    await dialog.waitFor({ timeout: SLOW_MS });
    await page.evaluate(() => new Promise((done) => setTimeout(done, 600)));
    expect(await refusal(page).count()).to.equal(0);
    await dialog.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.keyboard.press('Enter');
  }

  it('asks about nothing before the person has signed in again, then stores and signs out', () =>
    visit(async (page) => {
      const field = await open(page);
      await field.waitFor();
      // A call of the page itself may ask to sign in at any time from then on.
      await writeAndSignOut(page, field, 'After the end', endSession);
      await signInAgainFirst(page);
      await page.waitForURL('**/account/sign-in', { timeout: SLOW_MS });
      expect(await subject()).to.equal('After the end');
    }));

  it('says that the person is still signed in only once they are, also of what a button saves', () =>
    visit(async (page) => {
      await (await openContact(page, await addAda())).fill('Byron');
      await untilKept(page);
      await endSession();
      await signOut(page);
      await signInAgainFirst(page);
      await refusal(page).waitFor({ timeout: SLOW_MS });
      await staySignedIn(page);
    }));

  it('asks before the session ends where nothing can be kept, and the browser does not ask again', () =>
    visit(async (first) => {
      const page = await first.context().newPage();
      await page.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }));
      const { automation, email } = await makeEmail(client, ground.sender_id);
      await page.goto(`${running.api.url}/console/automations/${automation}/emails/${email}`);
      const field = subjectOf(page);
      await field.fill('Half a thought');
      const questions: string[] = [];
      page.on('dialog', (question) => {
        questions.push(question.type());
        void question.accept();
      });
      await signOut(page);
      await refusal(page).waitFor({ timeout: SLOW_MS });
      await staySignedIn(page);
      await field.fill('A whole thought');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor({ timeout: SLOW_MS });
      await field.fill('Thought better of');
      await signOut(page);
      await refusal(page).getByRole('button', { name: 'Discard them and sign out' }).click();
      await page.waitForURL('**/account/sign-in', { timeout: SLOW_MS });
      expect(questions).to.eql([]);
      await page.close();
    }));

  it('deletes no draft while the session could not be ended', () =>
    visit(async (first) => {
      const page = await first.context().newPage();
      await (await openContact(page, await addAda())).fill('Byron');
      await untilKept(page);
      await page.route('**/console/session', (route) =>
        route.request().method() === 'DELETE' ? route.fulfill({ status: 503 }) : route.continue(),
      );
      const discard = refusal(page).getByRole('button', { name: 'Discard them and sign out' });
      await signOut(page);
      await discard.click();
      await page.getByText('The service reported an error.').waitFor({ timeout: SLOW_MS });
      expect(await keptOn(page)).to.have.length(1);
      await page.unroute('**/console/session');
      await signOut(page);
      await discard.click();
      await page.waitForURL('**/account/sign-in', { timeout: SLOW_MS });
      expect(await keptOn(page)).to.eql([]);
      await page.close();
    }));

  it('shows the state of saving on a phone wherever the person has scrolled', () =>
    running.visit(client, { viewport: PHONE }, async (page) => {
      await open(page);
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      const box = (await page.getByText('Saved', { exact: true }).boundingBox())!;
      expect(box.y).to.be.within(0, PHONE.height - 1);
    }));
});
