import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Client } from '../../support/api.ts';
import { textsOf } from '../../support/browser.ts';
import { until } from '../../support/until.ts';
import { fillAccount } from './filled-account.ts';
import { type Console, DESK, isInOrder, PHONE, pickByKeys, startConsole } from './support.ts';

describe('the contacts page of the console', () => {
  let running: Console;
  let client: Client;
  let contact: number;
  before(async () => {
    running = await startConsole('browser-console-contacts');
    client = await running.api.account({ timezone: 'Europe/Berlin' });
    ({ contact } = await fillAccount(client));
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
      await pickByKeys(page, form.getByRole('combobox', { name: 'Country' }), 'Germany', 'Germany');
      await form.getByRole('button', { name: 'Add contact' }).press('Enter');
      await page.getByRole('link', { name: 'new@example.com' }).waitFor();
      expect(await addresses()).to.include('new@example.com');
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
