import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { mailingOfEmail } from '../../../common/domain/mailing-keys.ts';
import { AutomationSchedule } from '../../../common/models/automation-schedules.ts';
import { Automation } from '../../../common/models/automations.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import type { Client } from '../../support/api.ts';
import { createSeries } from '../../support/automations.ts';
import { textsOf } from '../../support/browser.ts';
import { leaveInDoubt } from '../../support/doubts.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { fillAccount } from './filled-account.ts';
import { pathIn, READER } from './mailbox.ts';
import { type SendingConsole, startSendingConsole } from './sending-console.ts';
import { DESK, isInOrder, PHONE, tabTo } from './support.ts';

const HTML =
  '<h1>Welcome, ((first_name|you))</h1><p>See <a href="https://example.com/start">how to start</a>.</p>';

/** Milliseconds in which the picture shows what happened, as promised. */
const PROMISED_MS = 2000;

describe('the automations page of the console', () => {
  let running: SendingConsole;
  let client: Client;
  let customers: number;
  before(async () => {
    running = await startSendingConsole('browser-console-automations');
    client = await running.api.account({ timezone: 'Europe/Berlin' });
    ({ customers } = await fillAccount(client));
  });
  after(() => running?.stop());

  const to = (page: Page, path = '') => page.goto(`${running.api.url}/console/automations${path}`);
  /** The value of a figure of an email in the picture. */
  const figure = (page: Page, subject: string, name: string) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: subject, exact: true }) })
      .getByRole('link', { name: new RegExp(`^${name}`) });
  const join = (email: string) =>
    client.post('/contacts/add', { contact_type_id: customers, country: 101, email, first_name: 'Mary' });
  const addEmail = async (page: Page, subject: string): Promise<void> => {
    await page.getByRole('button', { name: 'Add email' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Subject' }).fill(subject);
    await dialog.getByRole('button', { name: 'Add email' }).click();
    // A field is shown by its fallback.
    const shown = subject.replace(/\(\(\w+\|(\w+)\)\)/, '$1');
    await page.getByRole('heading', { level: 1, name: shown }).waitFor();
    await page.getByRole('textbox', { name: 'HTML' }).fill(HTML);
    await page.getByText('Not saved yet').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  };

  it('says what to do while no automation exists', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console`);
      await page.getByRole('link', { name: 'Automations', exact: true }).click();
      await page.getByRole('heading', { name: 'No automations yet' }).waitFor();
      await isInOrder(page, 'no automations');
    }));

  it('makes an automation, sets it live, follows it, pauses it, and deletes it with a way back', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await to(page);
      await page.getByRole('button', { name: 'New automation' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Welcome');
      await dialog.getByRole('combobox', { name: 'Audience' }).click();
      await page.getByRole('option', { name: /^Customers/ }).click();
      await isInOrder(page, 'a new automation');
      await dialog.getByRole('button', { name: 'Create automation' }).click();
      await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
      await page.getByText('No emails yet.').waitFor();
      expect(await page.getByRole('button', { name: 'Turn on' }).isDisabled()).to.equal(true);

      await page.getByRole('button', { name: 'Change', exact: true }).click();
      await dialog.getByRole('textbox', { name: 'Name' }).fill('');
      await dialog.getByRole('radio', { name: /^Also people already/ }).check();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText('Give the automation a name.').waitFor();
      await isInOrder(page, 'an automation that is changed');
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Welcome');
      await dialog.getByRole('radio', { name: /^People who join/ }).check();
      await dialog.getByRole('switch').check();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Automation saved.').waitFor();
      const changed = await rows(Automation).findOne({ user_id: client.user_id });
      expect(changed).to.include({ automation_name: 'Welcome', automation_type: 1, exit_criteria: 1 });

      await addEmail(page, 'Hello ((first_name|you))');
      await isInOrder(page, 'an email');
      await page.getByRole('link', { name: 'Back to the automation' }).click();
      await addEmail(page, 'A day later');
      await page.getByRole('link', { name: 'Back to the automation' }).click();
      await page.getByRole('button', { name: /^1 day later/ }).click();
      await page.getByRole('textbox', { name: 'How many' }).fill('3');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: /^3 days later/ }).waitFor();

      await page.getByRole('button', { name: 'Turn on' }).click();
      await dialog.getByText('No one gets an email at once.').waitFor();
      await isInOrder(page, 'an automation that is turned on');
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      expect((await rows(Automation).findOne({ user_id: client.user_id }))!.status).to.equal(0);
      await page.getByRole('button', { name: 'Turn on' }).click();
      await dialog.getByRole('button', { name: 'Turn on' }).click();
      await page.getByText('Live', { exact: true }).waitFor();
      await join('mary@example.com');
      await until(() => running.mail.to('mary@example.com').length === 1, 'the first email');
      await figure(page, 'Hello you', 'Delivered\\s*1').waitFor();
      const { html, subject } = await running.mail.read(running.mail.to('mary@example.com')[0]!);
      expect(html).to.contain('Welcome, Mary');
      expect(subject).to.equal('Hello Mary');
      await page.getByText('1 person waits here').waitFor();

      await fetch(`${running.api.url}${pathIn(html!, '/o/')}`, { headers: READER });
      await figure(page, 'Hello you', 'Opened\\s*1').waitFor({ timeout: PROMISED_MS });
      await isInOrder(page, 'a live automation');

      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByText('Paused', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Resume' }).click();
      await page.getByText('Live', { exact: true }).waitFor();

      await page.getByRole('button', { name: 'Change', exact: true }).click();
      await dialog.getByText('You cannot change the audience after').waitFor();
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Welcome all');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Welcome all' }).waitFor();
      await page.getByRole('button', { name: 'Change', exact: true }).click();
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Welcome');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Welcome', exact: true }).waitFor();

      const actions = page.getByRole('button', { name: 'Actions for Welcome' });
      await actions.click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByText('Welcome deleted.').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
      const stored = await rows(Automation).findOne({ automation_name: 'Welcome' });
      expect(stored).to.include({ status: 1, deleted_at: null });
    }));

  it('shows live automations on Home, with what stops them', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await running.home(page);
      const live = page.getByRole('region', { name: 'Live automations' });
      await live.getByText('1 person in progress').waitFor();
      const one = await rows(Automation).findOneAndUpdate(
        { automation_name: 'Welcome' },
        { $set: { hold_reason: 'failed' } },
      );
      await page.reload();
      await live.getByText('A step failed repeatedly').waitFor();
      await isInOrder(page, 'Home with an automation that is held');
      await live.getByRole('link', { name: 'Open' }).click();
      await page.getByRole('heading', { name: 'A step failed repeatedly' }).waitFor();
      await page.getByRole('button', { name: 'Resume' }).click();
      await page.getByText('Live', { exact: true }).waitFor();
      expect((await rows(Automation).findOne({ _id: one!._id }))!.hold_reason).to.equal(null);
    }));

  it('says that new people wait for room', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const since = new Date('2026-05-04T08:00:00Z');
      const walk = { at: new Date('2036-01-01'), after: 0, full: { since, times: 1 } };
      const { utr } = (await rows(Automation).findOneAndUpdate(
        { automation_name: 'Welcome' },
        { $set: { walk } },
      ))!;
      await to(page, `/${utr}`);
      const full = page.getByRole('region', { name: 'New people cannot enter' });
      await full.getByText('People who have joined since').waitFor();
      await isInOrder(page, 'an automation without room');
      await rows(Automation).updateOne({ utr }, { $set: { walk: null } });
    }));

  it('asks to decide on mails of an email that are in doubt', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const { _id } = (await rows(Automation).findOne({ automation_name: 'Welcome' }))!;
      const [email] = await rows(AutomationSchedule).find({ automation_id: _id }).sort({ _id: 1 }).toArray();
      await leaveInDoubt(mailingOfEmail(email!._id), client.user_id, 2);
      const { utr } = (await rows(Automation).findOne({ _id }))!;
      await to(page, `/${utr}/emails/${email!.utr}/report`);
      const doubts = page.getByRole('region', { name: 'Delivery unknown' });
      const first = doubts.getByRole('group', { name: /^doubt/ }).first();
      await first.getByRole('button', { name: 'Mark as delivered' }).waitFor();
      await isInOrder(page, 'an email with mails in doubt');
      await first.getByRole('button', { name: 'Mark as delivered' }).click();
      const asked = page.getByRole('dialog', { name: 'Mark 1 email as delivered?' });
      await asked.getByRole('button', { name: 'Mark as delivered' }).click();
      const all = doubts.getByRole('group', { name: 'All 1' });
      await all.getByRole('button', { name: 'Mark as delivered' }).click();
      await asked.getByRole('button', { name: 'Mark as delivered' }).click();
      await doubts.waitFor({ state: 'detached' });
      const mailing = mailingOfEmail(email!._id);
      expect(await rows(Delivery).countDocuments({ mailing, state: 'in_doubt' })).to.equal(0);
    }));

  it('says how many people begin the series at once before it is turned on', () =>
    running.visit(client, { viewport: PHONE }, async (page) => {
      const [{ id: sender_id }] = (await client.get('/senders')).body.message.senders;
      const [{ id: group }] = (await client.get('/unsubscribes-groups')).body.message.unsubscribesGroups;
      const ground = { client, contact_type_id: customers, unsubscribe_group_id: group, sender_id };
      const series = await createSeries(ground, { type: 'custom', automation_name: 'For all' });
      await series.email();
      const { contactTypes: types } = (await client.get('/contacts-type')).body.message;
      const people = types.find(({ id }: { id: number }) => id === customers).contacts_count;
      await to(page, `/${series.utr}`);
      await page.getByRole('button', { name: 'Turn on' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(`${people} people in its audience begin the series now`).waitFor();
      await dialog.getByRole('button', { name: `Turn on for ${people} people` }).waitFor();
      await dialog.getByRole('button', { name: 'Not yet' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect((await rows(Automation).findOne({ utr: series.utr }))!.status).to.equal(0);
    }));

  it('opens records and begins acts from the palette', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const go = async (typed: string, name: RegExp, title: string | RegExp): Promise<void> => {
        await running.home(page);
        await page.keyboard.press('Control+k');
        await page.getByRole('textbox', { name: 'Where to?' }).fill(typed);
        await page.getByRole('button', { name }).waitFor();
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { level: 1, name: title }).waitFor();
      };
      await go('welc', /^Welcome/, 'Welcome');
      await go('mary@', /^mary@example.com/, 'mary@example.com');
      await go('customers', /^Customers/, 'Customers');
      await go('new camp', /^New campaign/, 'Campaigns');
      const dialog = page.getByRole('dialog', { name: 'New campaign' });
      await dialog.getByRole('button', { name: 'Empty campaign' }).waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await go('new camp', /^New campaign/, 'Campaigns');
      await tabTo(page, dialog.getByRole('button', { name: 'Empty campaign' }));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: /^Campaign of/ }).waitFor();
    }));

  it('works on a phone, also in German', () =>
    running.visit(client, { viewport: PHONE, locale: 'de-DE' }, async (page) => {
      await to(page);
      await page.getByRole('link', { name: 'Welcome' }).click();
      await page.getByText('1 Person wartet hier').waitFor();
      await isInOrder(page, 'an automation in German');
      await to(page);
      await isInOrder(page, 'the list in German');
    }));

  it('keeps unsaved text of an email until it is saved', () =>
    running.visit(client, { viewport: PHONE }, async (page) => {
      await to(page);
      await page.getByRole('link', { name: 'Welcome' }).click();
      await page.getByRole('link', { name: 'A day later', exact: true }).click();
      await page.getByText('emails sent after you save have the new version').waitFor();
      await page.getByRole('textbox', { name: 'Subject' }).fill('Three days later');
      await page.getByRole('link', { name: 'Back to the automation' }).click();
      await page.getByRole('link', { name: 'A day later', exact: true }).click();
      await page.getByText('Not saved yet').waitFor();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Back to the automation' }).click();
      await page.getByRole('link', { name: 'Three days later', exact: true }).waitFor();
      await page.getByRole('button', { name: 'Delete: Three days later' }).click();
      await page.getByRole('link', { name: 'Three days later', exact: true }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('link', { name: 'Three days later', exact: true }).waitFor();
    }));

  it('shows the report of an email, its people, and the way of one of them', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await to(page);
      await page.getByRole('link', { name: 'Welcome' }).click();
      await page.getByRole('link', { name: 'Report: Hello you' }).click();
      await page.getByRole('link', { name: /^Opened\s*1/ }).waitFor();
      await page.getByRole('rowheader', { name: 'https://example.com/start' }).waitFor();
      const mail = page.getByRole('region', { name: 'The email with its clicks' });
      await mail.getByText('Hello you', { exact: true }).waitFor();
      await mail.getByText('No link has been clicked yet.').waitFor();
      const { html } = await running.mail.read(running.mail.to('mary@example.com')[0]!);
      await fetch(`${running.api.url}${pathIn(html!, '/c/')}`, { headers: READER, redirect: 'manual' });
      await mail.getByText('Each link shows its share').waitFor();
      const link = page.frameLocator('iframe[title="The email with its clicks"][aria-hidden=false]');
      await link.getByText('100%').waitFor();
      await isInOrder(page, 'the report of an email');
      await page.getByRole('link', { name: /^Opened\s*1/ }).click();
      await page.getByRole('link', { name: 'mary@example.com' }).waitFor();
      await isInOrder(page, 'the people of an email');
      await page.getByRole('link', { name: 'mary@example.com' }).click();
      await page.getByRole('heading', { level: 1, name: 'Progress of mary@example.com' }).waitFor();
      const way = page.getByRole('list', { name: 'Progress of mary@example.com' });
      await way.getByText(/^Delivered/).waitFor();
      await way.getByText(/^Opened .* 1\stime in total/).waitFor();
      await way.getByText(/^Due /).waitFor();
      await way.getByText('In progress', { exact: true }).waitFor();
      await isInOrder(page, 'the way of a person');
      await page.getByRole('link', { name: 'Open the contact' }).waitFor();
    }));

  it('finds a person by the beginning of a name', () =>
    running.visit(client, { viewport: PHONE, locale: 'de-DE' }, async (page) => {
      await to(page);
      await page.getByRole('link', { name: 'Welcome' }).click();
      const find = page.getByRole('combobox', { name: 'Eine Person finden' });
      // A field off the screen has no list.
      await find.click();
      await find.fill('Mar');
      const options = page.getByRole('option');
      await until(async () => (await textsOf(options)).join() === 'mary@example.com', 'her alone');
      await find.press('ArrowDown');
      await find.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Fortschritt von mary@example.com' }).waitFor();
      await isInOrder(page, 'the way of a person in German');
    }));

  it('shows an email as a contact gets it, and checks it, before it is saved', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await to(page);
      await page.getByRole('link', { name: 'Welcome' }).click();
      await page.getByRole('link', { name: 'Hello you', exact: true }).click();
      const look = page.getByRole('region', { name: 'Preview and test' });
      await look.getByText('Hello you', { exact: true }).waitFor();
      await look.getByRole('combobox', { name: 'Preview as' }).fill('mary');
      await page.getByRole('option', { name: 'mary@example.com' }).click();
      await look.getByText('Hello Mary', { exact: true }).waitFor();
      await page.getByRole('textbox', { name: 'Subject' }).fill('Good day, ((firstname))');
      await look.getByText('Good day,', { exact: true }).waitFor();
      const mail = look.frameLocator('iframe[title="Email preview"][aria-hidden=false]');
      await mail.getByRole('heading', { name: 'Welcome, Mary' }).waitFor();

      const check = page.getByRole('region', { name: 'Check', exact: true });
      await check.getByRole('button', { name: 'Check now' }).click();
      await check.getByText('((firstname)) is not one of your fields').waitFor();
      await isInOrder(page, 'an email that is shown and checked');
      const stored = await rows(AutomationSchedule).findOne({ subject: 'Hello ((first_name|you))' });
      expect(stored, 'nothing is saved').to.include({ user_id: client.user_id });

      await look.getByRole('textbox', { name: 'Send a test to' }).fill('mary-test@example.com');
      await look.getByRole('button', { name: 'Send test' }).click();
      await until(() => running.mail.to('mary-test@example.com').length === 1, 'the test');
      const { subject, html } = await running.mail.read(running.mail.to('mary-test@example.com')[0]!);
      expect(subject).to.match(/^\[Test\] Good day,/);
      expect(html).to.contain('Welcome, Mary');
    }));

  it('sends a test of an email', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await to(page);
      await page.getByRole('link', { name: 'Welcome' }).click();
      await page.getByRole('link', { name: 'Hello you', exact: true }).click();
      await page.getByRole('textbox', { name: 'Send a test to' }).fill('me@example.com');
      await page.getByRole('button', { name: 'Send test' }).click();
      await until(() => running.mail.to('me@example.com').length === 1, 'the test');
    }));
});
