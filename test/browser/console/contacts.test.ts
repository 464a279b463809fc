import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { Automation } from '../../../common/models/automations.ts';
import { Enrollment } from '../../../common/models/enrollments.ts';
import type { Client } from '../../support/api.ts';
import { textsOf } from '../../support/browser.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { fillAccount } from './filled-account.ts';
import { type Console, DESK, isInOrder, PHONE, pickByKeys, startConsole } from './support.ts';

describe('the contacts page of the console', () => {
  let running: Console;
  let client: Client;
  let contact: number;
  let segment: number;
  before(async () => {
    running = await startConsole('browser-console-contacts');
    client = await running.api.account({ timezone: 'Europe/Berlin' });
    ({ contact, segment } = await fillAccount(client));
  });
  after(() => running?.stop());

  const addresses = async (): Promise<string[]> =>
    (await client.get('/contacts/list')).body.message.contacts.map(({ email }: { email: string }) => email);

  it('stays in order at each width, light and dark', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts`);
      await page.getByRole('link', { name: 'person-0@example.com' }).waitFor();
      await isInOrder(page, 'the list');
      await page.getByRole('button', { name: 'Add contact' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Add contact' }).waitFor();
      await page.waitForFunction(() =>
        document.getAnimations().every(({ playState }) => playState !== 'running'),
      );
      await isInOrder(page, 'the form');
      await page.goto(`${running.api.url}/console/contacts/${contact}`);
      await page.getByRole('heading', { name: 'person-4@example.com' }).waitFor();
      await page.getByText('Added', { exact: true }).waitFor();
      await isInOrder(page, 'one contact');
    }));

  it('shows contacts that have arrived while a list above them is not answered', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.route(/\/console\/api\/contacts\/bulk/, () => {});
      await page.goto(`${running.api.url}/console/contacts`);
      await page.getByRole('link', { name: 'person-0@example.com' }).waitFor();
    }));

  it('finds contacts by the beginning of a name or an address', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts`);
      const other = page.getByRole('link', { name: 'person-1@example.com' });
      await other.waitFor();
      await page.getByRole('searchbox').fill('lovel');
      await other.waitFor({ state: 'detached' });
      expect(await textsOf(page.getByRole('link', { name: /^person/ }))).to.deep.equal([
        'person-0@example.com',
      ]);
      await page.getByRole('searchbox').fill('nobody at all');
      await page.getByRole('heading', { name: 'No contacts found' }).waitFor();
    }));

  it('adds audiences and people by keyboard, and names what is wrong at its field', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts`);
      await page.getByLabel('Name of the audience').fill('Partners');
      await page.keyboard.press('Enter');
      await page.getByText('Audience Partners created.').waitFor();
      await page.getByRole('button', { name: 'Add contact' }).press('Enter');
      const form = page.getByRole('dialog');
      await form.getByLabel('Email address').fill('not an address');
      await page.keyboard.press('Enter');
      await form.locator('[aria-invalid=true]').first().waitFor();
      await form.getByLabel('Email address').fill('new@example.com');
      // The country is that of the account's time zone, and then the last one.
      const country = form.getByRole('combobox', { name: 'Country' });
      await until(async () => (await country.inputValue()) === 'Germany', 'the country of the zone');
      await pickByKeys(page, country, 'Austria', 'Austria');
      await form.getByRole('button', { name: 'Add contact' }).press('Enter');
      await page.getByRole('link', { name: 'new@example.com' }).waitFor();
      expect(await addresses()).to.include('new@example.com');
      await page.reload();
      await page.getByRole('link', { name: 'new@example.com' }).waitFor();
      await page.getByRole('button', { name: 'Add contact' }).press('Enter');
      await until(async () => (await country.inputValue()) === 'Austria', 'the last country');
    }));

  it('shows whether a contact gets mails, and downloads all data of the contact', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts/${contact}`);
      await page.getByText('Subscribed', { exact: true }).first().waitFor();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download all data' }).click(),
      ]);
      expect(file.suggestedFilename()).to.equal('person-4@example.com.json');
      const person = JSON.parse(readFileSync(await file.path(), 'utf8'));
      expect(person.contacts[0].first_name).to.equal('Katherine');
      await client.post('/global-unsubscribes/save', { email_address: 'person-3@example.com' });
      const [third] = (await client.get('/contacts/list?email=person-3@example.com')).body.message.contacts;
      await page.goto(`${running.api.url}/console/contacts/${third.id}`);
      const all = page.getByRole('listitem').filter({ hasText: 'All emails' });
      await all.getByText('Unsubscribed', { exact: true }).waitFor();
      expect(await page.getByText('Subscribed', { exact: true }).count()).to.equal(0);
    }));

  it('shows a person’s subscription types, and unsubscribes and resubscribes the person', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const { id } = (
        await client.post('/unsubscribes-groups/save', {
          group_name: 'Offers',
          description: 'x',
          is_display: 1,
        })
      ).body;
      await client.post('/unsubscribes-groups/manually-add', {
        unsubscribe_groups_id: id,
        email_address: 'person-4@example.com',
      });
      await page.goto(`${running.api.url}/console/contacts/${contact}`);
      const offers = page.getByRole('listitem').filter({ hasText: 'Offers' });
      const all = page.getByRole('listitem').filter({ hasText: 'All emails' });
      await offers.getByText('Unsubscribed', { exact: true }).waitFor();
      await all.getByText('Subscribed', { exact: true }).waitFor();
      await isInOrder(page, 'the subscriptions');
      await offers.getByRole('button', { name: 'Resubscribe: Offers' }).click();
      await offers.getByText('Subscribed', { exact: true }).waitFor();
      await all.getByRole('button', { name: 'Unsubscribe: All emails' }).click();
      await all.getByText('Unsubscribed', { exact: true }).waitFor();
      await offers.getByText('Subscribed', { exact: true }).waitFor({ state: 'detached' });
      const left = async () =>
        (await client.get('/global-unsubscribes?email=person-4@example.com')).body.message;
      expect((await left()).unSubscribers).to.have.length(1);
      await all.getByRole('button', { name: 'Resubscribe: All emails' }).click();
      await all.getByText('Subscribed', { exact: true }).waitFor();
      expect((await left()).unSubscribers).to.have.length(0);
    }));

  it('shows the segments, other audiences and automations of a person, and acts of machines on request', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const email = 'person-4@example.com';
      const exports = async (): Promise<number> =>
        (await client.get('/account/audit')).body.message.audit.filter(
          ({ act }: { act: string }) => act === 'contactExport',
        ).length;
      const exported = await exports();
      const { contactTypes } = (await client.get('/contacts-type')).body.message;
      const readers = contactTypes.find(({ name }: { name: string }) => name.startsWith('Readers'));
      const fields = { email, first_name: 'K', last_name: 'J', country: 101 };
      await client.post('/contacts/add', { contact_type_id: readers.id, ...fields });
      await client.post('/segment/email/store', { segment_id: segment, ...fields });
      const { utr } = (
        await client.post('/automations/create', { type: 'custom', automation_name: 'Welcome' })
      ).body.message;
      const { _id: automation_id } = (await rows(Automation).findOne({ utr }))!;
      await rows(Enrollment).insertOne({
        _id: 1,
        user_id: client.user_id,
        automation_id,
        contact_id: contact,
        segment_recipient_id: null,
        email,
        email_norm: email,
        state: 'waiting',
        reason: null,
        schedule_id: null,
        due_at: null,
        delivery_id: null,
        after: 0,
        since: new Date(),
        plan: 0,
        entered_at: new Date(),
      });
      await page.route('**/contacts/activity?*', async (route) => {
        const response = await route.fetch();
        const answer = await response.json();
        answer.message.activity.unshift({ ...answer.message.activity[0], kind: 'machine_opened' });
        await route.fulfill({ response, json: answer });
      });
      await page.goto(`${running.api.url}/console/contacts/${contact}`);
      const places = page.getByRole('region', { name: 'Segments, audiences and automations' });
      await places.getByRole('link', { name: 'Readers named Ada' }).waitFor();
      await places.getByRole('link', { name: 'Readers of the newsletter' }).waitFor();
      expect(await places.getByRole('link', { name: 'Customers' }).count()).to.equal(0);
      await places.getByRole('listitem').filter({ hasText: 'Welcome' }).getByText('In progress').waitFor();
      const machine = page.getByText('Opened by a bot or scanner');
      const shown = page.getByRole('switch', { name: 'Show opens and clicks by bots and scanners' });
      await shown.waitFor({ state: 'attached' });
      expect(await machine.count()).to.equal(0);
      expect(await exports()).to.equal(exported);
      await isInOrder(page, 'all of a person');
      await shown.check({ force: true });
      await machine.waitFor();
    }));

  it('changes a contact on its own page', () =>
    running.visit(client, { viewport: PHONE }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts/${contact}`);
      await page.getByLabel('Last name').fill('Goble');
      await page.getByLabel('favourite colour').fill('blue');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved').waitFor();
      const { body } = await client.get(`/contacts/details?contact_id=${contact}`);
      expect(body.message.contact).to.include({ last_name: 'Goble', country: '101' });
      expect(body.message.contact.custom_field.favourite_colour.field_value).to.equal('blue');
    }));

  it('deletes contacts after the time to undo it, or at once when the page is left', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts`);
      const row = page.getByRole('link', { name: 'person-0@example.com' });
      await page.getByLabel('Select person-0@example.com').check();
      await page.getByRole('button', { name: 'Delete' }).click();
      await row.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await row.waitFor();
      expect(await addresses()).to.include('person-0@example.com');
      await page.getByLabel('Select person-1@example.com').check();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.goto(`${running.api.url}/account?plain`);
      await until(async () => !(await addresses()).includes('person-1@example.com'));
      await page.goto(`${running.api.url}/console`);
    }));
});
