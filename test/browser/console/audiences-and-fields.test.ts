import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { SEND_STATUS, SingleSend, type SingleSendDocument } from '../../../common/models/single-sends.ts';
import { nextIds } from '../../../common/store/ids.ts';
import type { Client } from '../../support/api.ts';
import { anAccount, aSend } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { fillAccount } from './filled-account.ts';
import { type Console, DESK, isInOrder, PHONE, pickByKeys, startConsole, tabTo } from './support.ts';

describe('the console, with audiences and fields,', () => {
  let running: Console;
  let client: Client;
  let contact: number;
  before(async () => {
    running = await startConsole('browser-console-audiences');
    client = await running.api.account();
    ({ contact } = await fillAccount(client));
  });
  after(() => running?.stop());

  const goto = (page: Page, path: string) => page.goto(`${running.api.url}/console${path}`);
  const stored = async () =>
    (await client.get(`/contacts/details?contact_id=${contact}`)).body.message.contact;

  it('makes a field, fills it, and deletes it with a way back', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await goto(page, '/settings/fields');
      await page.getByRole('button', { name: 'New field' }).click();
      const form = page.getByRole('dialog');
      // The dialog opens on its first field.
      await page.keyboard.type('((');
      await page.keyboard.press('Enter');
      await form.locator('[aria-invalid=true]').waitFor();
      await form.getByLabel('Name').fill('Größe (cm)');
      await form.getByText('In emails: ((groesse_cm))').waitFor();
      await form.getByRole('combobox', { name: 'Type' }).click();
      await page.getByRole('option', { name: 'Number' }).click();
      await isInOrder(page, 'the form of a field');
      await form.getByRole('button', { name: 'New field' }).click();
      const row = page.getByRole('listitem').filter({ hasText: 'groesse cm' });
      await row.getByText('Number · In emails: ((groesse_cm))').waitFor();
      await isInOrder(page, 'the fields');

      await goto(page, `/contacts/${contact}`);
      await page.getByLabel('groesse cm').fill('very tall');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('[aria-invalid=true]').waitFor();
      await page.getByLabel('groesse cm').fill('181.5');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved').waitFor();
      expect((await stored()).custom_field.groesse_cm.field_value).to.equal('181.5');

      await goto(page, '/settings/fields');
      await row.getByText('Not used').waitFor();
      const remove = async () => {
        await row.getByRole('button', { name: 'Delete' }).click();
        await form.getByRole('button', { name: 'Delete the field' }).click();
      };
      await remove();
      await page.getByRole('button', { name: 'Undo' }).click();
      await remove();
      await row.waitFor({ state: 'detached' });
      await goto(page, '/contacts');
      const fields = async () => JSON.stringify((await client.get('/custom-fields')).body.message);
      await until(async () => !(await fields()).includes('groesse_cm'));
    }));

  it('shows where a field is used, also before it is deleted', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await client.post('/custom-fields/save', { field_name: 'hat_size', field_type: 'text' });
      const mjml =
        '<mjml><mj-body><mj-section><mj-column><mj-text>Size ((hat_size|M))</mj-text></mj-column></mj-section></mj-body></mjml>';
      await client.post('/templates/save', {
        template_name: 'Hats',
        template_json: JSON.stringify({ mjml }),
      });
      await goto(page, '/settings/fields');
      // The segment of the account has a rule about it.
      const colour = page.getByRole('listitem').filter({ hasText: '((favourite_colour))' });
      await colour.getByText('Used in 1 place').click();
      await colour.getByRole('link', { name: 'Readers named Ada, who like green' }).waitFor();
      await colour.getByRole('button', { name: 'Delete' }).click();
      const asked = page.getByRole('dialog');
      await asked.getByText('1 segment uses the field, so it cannot be deleted.').waitFor();
      expect(await asked.getByRole('button', { name: 'Delete the field' }).isDisabled()).to.equal(true);
      await isInOrder(page, 'a field that a segment uses');
      await page.keyboard.press('Escape');
      await asked.waitFor({ state: 'detached' });
      await page.locator('button:focus[aria-label="Delete: favourite colour"]').waitFor();

      const hat = page.getByRole('listitem').filter({ hasText: '((hat_size))' });
      await hat.getByRole('button', { name: 'Delete' }).press('Enter');
      await asked.getByRole('link', { name: 'Hats' }).waitFor();
      // Enter keeps it.
      await page.keyboard.press('Enter');
      await asked.waitFor({ state: 'detached' });
      await hat.getByRole('button', { name: 'Delete' }).press('Enter');
      await tabTo(page, asked.getByRole('button', { name: 'Delete the field' }));
      await page.keyboard.press('Enter');
      await page.getByText('Field hat size and its values deleted.').waitFor();
      await hat.waitFor({ state: 'detached' });
    }));

  it('deletes a field only after it has read again what uses it', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await client.post('/custom-fields/save', { field_name: 'shoe_size', field_type: 'text' });
      await goto(page, '/settings/fields');
      const row = page.getByRole('listitem').filter({ hasText: '((shoe_size))' });
      await row.getByText('Not used').waitFor();
      const mjml =
        '<mjml><mj-body><mj-section><mj-column><mj-text>((shoe_size))</mj-text></mj-column></mj-section></mj-body></mjml>';
      await client.post('/templates/save', {
        template_name: 'Shoes',
        template_json: JSON.stringify({ mjml }),
      });
      await page.route('**/custom-fields/uses*', (route) => route.fulfill({ status: 422, json: {} }));
      await row.getByRole('button', { name: 'Delete' }).click();
      const asked = page.getByRole('dialog');
      await asked.getByRole('alert').waitFor();
      const yes = asked.getByRole('button', { name: 'Delete the field' });
      expect(await yes.isDisabled()).to.equal(true);
      await page.unroute('**/custom-fields/uses*');
      await asked.getByRole('button', { name: 'Try again' }).click();
      await asked.getByRole('link', { name: 'Shoes' }).waitFor();
      await until(() => yes.isEnabled(), 'the field to be deletable');
    }));

  it('says that more records use a field than it names', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await client.post('/custom-fields/save', { field_name: 'glove_size', field_type: 'text' });
      await page.route('**/custom-fields/uses*', async (route) => {
        const answer = await route.fetch();
        const body = await answer.json();
        for (const one of body.message.uses)
          if (one.field_name === 'glove_size')
            Object.assign(one, { more: true, templates: [{ id: 1, name: 'Gloves' }] });
        await route.fulfill({ response: answer, json: body });
      });
      await goto(page, '/settings/fields');
      const row = page.getByRole('listitem').filter({ hasText: '((glove_size))' });
      await row.getByText('Used in at least 1 place').waitFor();
      await row.getByRole('button', { name: 'Delete' }).click();
      const asked = page.getByRole('dialog');
      await asked.getByText('At least 1 place uses the field.').waitFor();
      await asked.getByText('The field is used in more places, which are not shown here.').waitFor();
    }));

  it('shows and changes every field of a contact', () =>
    running.visit(client, { viewport: PHONE }, async (page) => {
      const values = {
        'Other email address': 'home@example.org',
        'Address, line 1': 'Dorset Street 1',
        'Address, line 2': 'Second floor',
        'Postal code': '10115',
        City: 'Berlin',
        'Province or region': 'Mitte',
        State: 'Berlin',
      };
      await goto(page, `/contacts/${contact}`);
      for (const [label, value] of Object.entries(values))
        await page.getByLabel(label, { exact: true }).fill(value);
      await pickByKeys(page, page.getByRole('combobox', { name: 'Country' }), 'Germany', 'Germany');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved').waitFor();
      const { body } = await client.get('/contacts/list?email=person-4@example.com');
      expect(body.message.contacts[0]).to.include({
        alt_email: 'home@example.org',
        address_line1: 'Dorset Street 1',
        address_line2: 'Second floor',
        postal_code: '10115',
        city: 'Berlin',
        state_province_region: 'Mitte',
        state: 'Berlin',
        country: 'Germany',
      });
      await goto(page, `/contacts/${contact}`);
      for (const [label, value] of Object.entries(values))
        await until(
          async () => (await page.getByLabel(label, { exact: true }).inputValue()) === value,
          label,
        );
      await page.getByLabel('City', { exact: true }).fill('');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved').waitFor();
      expect((await stored()).city).to.equal('');
      await isInOrder(page, 'a contact');
    }));

  it('finds a person by the full name, as the list shows it', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await goto(page, '/contacts');
      const name = await page.getByRole('row').nth(1).getByRole('cell').nth(2).innerText();
      expect(name).to.match(/^\S+ \S+/);
      await page.getByRole('searchbox').fill(name);
      await page.getByRole('link', { name: 'person-1@example.com' }).waitFor({ state: 'detached' });
      await page.getByRole('cell', { name }).first().waitFor();
    }));

  it('opens an audience, renames it, and deletes it once its name is typed', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const { id } = (await client.post('/contacts-type/add', { name: 'Partners' })).body;
      await client.post('/contacts/add', { email: 'only@example.com', contact_type_id: id, country: 1 });
      await goto(page, '/contacts');
      await page.getByRole('link', { name: 'Partners' }).click();
      await page.getByRole('link', { name: 'only@example.com' }).waitFor();
      expect(await page.getByRole('link', { name: /^person/ }).count()).to.equal(0);
      await isInOrder(page, 'an audience');
      await page.getByRole('button', { name: 'Rename' }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Name of the audience').fill('P');
      await page.keyboard.press('Enter');
      await form.locator('[aria-invalid=true]').waitFor();
      await form.getByLabel('Name of the audience').fill('Friends');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Friends', level: 1 }).waitFor();

      await page.getByRole('button', { name: 'Delete' }).click();
      await form.getByText('1 contact is deleted with it.').waitFor();
      const yes = form.getByRole('button', { name: 'Delete the audience' });
      await page.keyboard.type('Partners');
      await page.keyboard.press('Enter');
      expect(await yes.isDisabled()).to.equal(true);
      await isInOrder(page, 'the question');
      await form.getByRole('textbox').fill('Friends');
      await yes.click();
      await page.waitForURL('**/console/contacts');
      await page.getByText('Audience Friends deleted.').waitFor();
      await page.getByRole('link', { name: 'Friends' }).waitFor({ state: 'detached' });
      await goto(page, `/contacts/audiences/${id}`);
      await page.getByRole('heading', { name: 'Audience not found' }).waitFor();
    }));

  it('shows how an audience grew and what uses it, and names that before it is deleted', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const made = async (path: string, fields: object) => (await client.post(path, { ...fields })).body;
      const { id } = await made('/contacts-type/add', { name: 'Guests' });
      const person = { contact_type_id: id, country: 1 };
      for (const name of ['eve', 'fay', 'gil'])
        await made('/contacts/add', { ...person, email: `${name}@example.com` });
      await addUses(id);

      await goto(page, `/contacts/audiences/${id}`);
      await page.getByRole('link', { name: 'eve@example.com' }).waitFor();
      const views = page.getByRole('radiogroup', { name: 'View' });
      await views.getByRole('radio', { name: 'Contacts' }).focus();
      await page.keyboard.press('ArrowRight');
      const growth = page.getByRole('region', { name: 'Growth of contacts' });
      await growth.getByText('+3 in the last 12 weeks').waitFor();
      await growth.getByText('Show as a table').click();
      // The last week.
      expect(await growth.getByRole('row').last().getByRole('cell').allInnerTexts()).to.include.members([
        '3',
        '0',
      ]);
      await growth.getByRole('slider').press('ArrowLeft');
      expect(await growth.getByRole('slider').getAttribute('aria-valuetext')).to.match(/, Joined 3, Left 0$/);
      const sources = page.getByRole('region', { name: 'Where contacts come from' });
      await sources.getByRole('link', { name: 'guests.csv' }).waitFor();
      const uses = page.getByRole('region', { name: 'Used by' });
      for (const name of ['Eves', 'Welcome to guests', 'News for guests', 'News for Eves'])
        await uses.getByRole('link', { name, exact: true }).waitFor();
      expect(await uses.getByRole('listitem').count()).to.equal(4);
      await isInOrder(page, 'growth and use');
      // The address keeps the view.
      await page.reload();
      await growth.getByRole('link', { name: '3 contacts added in the last 12 weeks' }).click();
      await page.getByRole('link', { name: 'gil@example.com' }).waitFor();

      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      const form = page.getByRole('dialog');
      await form.getByText('4 places use the audience:').waitFor();
      await form.getByText('Segment · becomes empty').waitFor();
      await isInOrder(page, 'the question about an audience that is used');
      await form.getByRole('button', { name: 'Keep it' }).click();
      await form.waitFor({ state: 'detached' });
    }));

  it('finds an old campaign of an audience behind a hundred newer ones, and a paused one', async () => {
    const ground = await anAccount(running.api);
    const id = ground.contact_type_id;
    await ground.client.post('/single/send/create', aSend(ground, { draft: 1, recipient_id: [] }));
    const first = (await rows(SingleSend).findOne({ user_id: ground.client.user_id }))!;
    await running.visit(ground.client, { viewport: DESK }, async (page) => {
      const at = await nextIds('single_sends', 102);
      const draft: Partial<SingleSendDocument> = { status: SEND_STATUS.initiate, hold_reason: 'draft' };
      const own: Pick<SingleSendDocument, 'recipient_id'> = { recipient_id: [{ table: 'contacts_', id }] };
      const ofAudience: Partial<SingleSendDocument>[] = [
        { ...draft, ...own, single_send_name: 'Old draft' },
        {
          ...own,
          single_send_name: 'Paused one',
          status: SEND_STATUS.running,
          hold_reason: null,
          paused: true,
        },
      ];
      await rows(SingleSend).insertMany(
        Array.from({ length: 102 }, (_, nth) => ({
          ...first,
          ...(ofAudience[nth] ?? draft),
          _id: at + nth,
          utr: `${first.utr}-${nth}`,
        })),
      );
      await goto(page, `/contacts/audiences/${id}?view=about`);
      const uses = page.getByRole('region', { name: 'Used by' });
      for (const name of ['Old draft', 'Paused one']) await uses.getByRole('link', { name }).waitFor();
      await page.getByText('The number of contacts did not change in the last 12 weeks.').waitFor();

      await page.route('**/console/api/contacts/imports*', (route) =>
        route.fulfill({ status: 422, json: {} }),
      );
      await page.reload();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      const form = page.getByRole('dialog');
      await form.getByRole('alert').waitFor();
      await form.getByRole('textbox').fill('Customers');
      const yes = form.getByRole('button', { name: 'Delete the audience' });
      expect(await yes.isDisabled()).to.equal(true);
      await page.unroute('**/console/api/contacts/imports*');
      await form.getByRole('button', { name: 'Try again' }).click();
      await form.getByText('Campaign · does not reach more people of the audience').waitFor();
      await until(() => yes.isEnabled(), 'the audience to be deletable');
    });
  });

  /** A segment, an automation, two campaigns and a file. */
  async function addUses(id: number): Promise<void> {
    const answered = async (path: string, fields: object | FormData) => {
      const answer = await client.post(path, fields instanceof FormData ? fields : { ...fields });
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
      return answer.body;
    };
    const { id: segment } = await answered('/segment/store', {
      segment_name: 'Eves',
      contact_type_id: id,
      select_field: ['email'],
      select_operator: ['starts with'],
      value: ['eve'],
    });
    const { id: group } = await answered('/unsubscribes-groups/save', {
      group_name: 'News',
      description: 'News',
      is_display: 1,
    });
    await answered('/automations/create', {
      type: 'welcome',
      automation_for: `contacts_${id}`,
      automation_name: 'Welcome to guests',
      unsubscribe_group_id: group,
      exit_criteria: 0,
    });
    const [{ id: sender_id }] = (await client.get('/senders')).body.message.senders;
    const send = { draft: 1, template_id: 1, sender_id, unsubscribe_group_id: group, schedule_type: 0 };
    for (const [single_send_name, entry] of [
      ['News for guests', `contacts_${id}`],
      ['News for Eves', `segments_${segment}`],
    ])
      await answered('/single/send/create', { ...send, single_send_name, recipient_id: [entry] });
    const file = new FormData();
    file.append('contact_type_id', String(id));
    file.append('file', new File(['email\nhal@example.com\n'], 'guests.csv', { type: 'text/csv' }));
    await answered('/contacts/upload-csv', file);
  }
});
