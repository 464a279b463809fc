import { expect } from 'chai';
import type { Client } from '../../support/api.ts';
import type { Engine } from '../../support/engine.ts';
import { until } from '../../support/until.ts';
import { fillAccount } from './filled-account.ts';
import {
  type Console,
  DESK,
  isInOrder,
  PHONE,
  pickByKeys,
  SMALL,
  startConsoleAndWorker,
  tabTo,
} from './support.ts';

describe('the segments page of the console', () => {
  let running: Console;
  let client: Client;
  let engine: Engine;
  let customers: number;
  let segment: number;
  before(async () => {
    ({ running, engine } = await startConsoleAndWorker('browser-console-segments'));
    client = await running.api.account({ timezone: 'Europe/Berlin' });
    ({ segment, customers } = await fillAccount(client));
    await engine.run('refresh-segments', { contactTypeId: customers });
  });
  after(() => running?.stop());

  const stored = async () => (await client.get('/segment/list')).body.message.segments;
  const people = async (): Promise<string[]> =>
    (await client.get(`/segment/email/list?segment_id=${segment}`)).body.message.contactEmails.map(
      ({ email }: { email: string }) => email,
    );

  it('stays in order at each width, light and dark', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/segments`);
      await page.getByRole('link', { name: 'Readers named Ada' }).click();
      await page.getByRole('heading', { name: 'Readers named Ada', level: 1 }).waitFor();
      await page.getByText('1 contact', { exact: true }).waitFor();
      await isInOrder(page, 'a segment');
      await page.getByRole('link', { name: 'All segments' }).click();
      await page.getByRole('heading', { name: 'Segments', level: 1 }).waitFor();
      await isInOrder(page, 'the list');
      await page.getByRole('link', { name: 'New segment' }).click();
      await page.getByText('Complete the conditions').waitFor();
      await isInOrder(page, 'a new segment');
    }));

  it('shows a count and examples that follow while a person types', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/segments/new`);
      await page.getByLabel('Name', { exact: true }).fill('Two of them');
      const first = page.getByRole('group', { name: 'Condition 1' });
      const examples = page.getByRole('region', { name: 'Matching contacts' });
      await first.getByLabel('Value').fill('person');
      await examples.getByText('5 contacts').waitFor();
      await first.getByLabel('Value').fill('person-1');
      await examples.getByText('1 contact', { exact: true }).waitFor();
      await examples.getByText('Grace Hopper').waitFor();
      await page.getByRole('button', { name: 'Add condition' }).click();
      await page.getByText('any condition matches').click();
      const second = page.getByRole('group', { name: 'Condition 2' });
      // A value is asked for when the person wants to save, and not before.
      await page.getByRole('button', { name: 'Save segment' }).click();
      await second.getByText('Enter a value.').waitFor();
      expect(await stored()).to.have.length(1);
      await second.getByRole('combobox', { name: 'Field' }).fill('First name');
      await page.getByRole('option', { name: 'First name' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await second.getByLabel('Value').fill('Ada');
      await examples.getByText('2 contacts').waitFor();
      await page.getByRole('button', { name: 'Save segment' }).click();
      await page.getByRole('heading', { name: 'Two of them', level: 1 }).waitFor();
      const [, made] = await stored();
      expect(made).to.deep.include({
        segment_name: 'Two of them',
        select_field: ['email', 'first_name'],
        select_operator: ['contains', 'contains'],
        value: ['person-1', 'Ada'],
        query_type: 'or',
      });
      // Its people come without a reload.
      const inside = page.getByRole('region', { name: 'People in the segment' });
      await inside.getByText('Updating…').waitFor();
      expect(await inside.getByText('The segment has no people.').count()).to.equal(0);
      await engine.run('refresh-segments', { contactTypeId: customers });
      await inside.getByText('person-1@example.com').waitFor();
      expect(await inside.getByRole('listitem').count()).to.equal(2);
    }));

  it('shows one failure when fields and audiences cannot be read, and reads both again', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const parts = /\/(?:contacts-type|custom-fields)(?:\?|$)/;
      await page.route(parts, (route) =>
        route.fulfill({ status: 422, json: { status: 'failed', errors: 'Not now', code: 'unprocessable' } }),
      );
      await page.goto(`${running.api.url}/console/segments/new`);
      const again = page.getByRole('button', { name: 'Try again' });
      await again.waitFor();
      expect(await page.getByRole('alert').count()).to.equal(1);
      await page.unroute(parts);
      await again.click();
      await page.getByRole('group', { name: 'Condition 1' }).waitFor();
    }));

  it('offers the input that fits a field and its comparison', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/segments/new`);
      const condition = page.getByRole('group', { name: 'Condition 1' });
      const examples = page.getByRole('region', { name: 'Matching contacts' });
      const choose = async (label: string, option: string) => {
        await condition.getByRole('combobox', { name: label }).click();
        await page.getByRole('option', { name: option, exact: true }).click();
      };
      await choose('Field', 'Added on');
      expect(await condition.getByLabel('Value').getAttribute('type')).to.equal('date');
      await condition.getByLabel('Value').fill('2020-01-01');
      await examples.getByText('No contact matches the rule now.').waitFor();
      await choose('Comparison', 'is after');
      await examples.getByText('5 contacts').waitFor();
      await condition.getByLabel('With a time of day').check();
      expect(await condition.getByLabel('Value').inputValue()).to.equal('2020-01-01T00:00');
      await choose('Comparison', 'is between');
      expect(await condition.getByLabel('From').inputValue()).to.equal('2020-01-01T00:00');
      await condition.getByLabel('To').fill('2020-02-01');
      await examples.getByText('No contact matches the rule now.').waitFor();
      await choose('Comparison', 'in the last … days');
      await condition.getByLabel('Days').fill('3');
      await examples.getByText('5 contacts').waitFor();
      await choose('Field', 'Country');
      await choose('Comparison', 'is');
      await condition.getByRole('combobox', { name: 'Value' }).fill('Germany');
      await page.getByRole('option', { name: 'Germany', exact: true }).click();
      await examples.getByText('No contact matches the rule now.').waitFor();
      await choose('Comparison', 'is blank');
      await condition.getByRole('combobox', { name: 'Value' }).waitFor({ state: 'detached' });
    }));

  it('is made by keyboard alone, at 360 px and in German', () =>
    running.visit(client, { viewport: SMALL, locale: 'de-DE' }, async (page) => {
      await page.goto(`${running.api.url}/console/segments/new`);
      await tabTo(page, page.getByLabel('Name', { exact: true }));
      await page.keyboard.type('Per Taste');
      const condition = page.getByRole('group', { name: 'Bedingung 1' });
      const field = condition.getByRole('combobox', { name: 'Feld' });
      await tabTo(page, field);
      await pickByKeys(page, field, 'Vorname', 'Vorn');
      const comparison = condition.getByRole('combobox', { name: 'Vergleich' });
      await tabTo(page, comparison);
      await pickByKeys(page, comparison, 'ist');
      // Without a value first.
      const save = page.getByRole('button', { name: 'Segment speichern' });
      await tabTo(page, save);
      await page.keyboard.press('Enter');
      await condition.getByText('Geben Sie einen Wert ein.').waitFor();
      await tabTo(page, condition.getByLabel('Wert'));
      await page.keyboard.type('Grace');
      await page
        .getByRole('region', { name: 'Passende Kontakte' })
        .getByText('1 Kontakt', { exact: true })
        .waitFor();
      await isInOrder(page, 'a new segment in German');
      await tabTo(page, save);
      await page.keyboard.press('Enter');
      await page.getByText('Segment Per Taste gespeichert.').waitFor();
      // Its page is read again for a while.
      await running.home(page);
      const made = (await stored()).find(
        ({ segment_name }: { segment_name: string }) => segment_name === 'Per Taste',
      );
      await client.delete(`/segment/delete?segment_id=${made.id}`);
    }));

  it('excludes people, and includes people by hand', () =>
    running.visit(client, { viewport: PHONE }, async (page) => {
      await page.goto(`${running.api.url}/console/segments/${segment}`);
      const list = page.getByRole('region', { name: 'People in the segment' });
      const matched = list.getByRole('listitem').filter({ hasText: 'person-0@example.com' });
      await matched.getByRole('button', { name: 'Exclude' }).click();
      await matched.waitFor({ state: 'detached' });
      await page.goto(`${running.api.url}/account?plain`);
      await until(async () => (await people()).length === 0);
      await page.goto(`${running.api.url}/console/segments/${segment}`);
      await page.getByRole('button', { name: 'Add a person' }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Email address').fill('by-hand@example.com');
      await form.getByLabel('First name').fill('Mary');
      await form.getByLabel('Last name').fill('Somerville');
      await form.getByRole('button', { name: 'Add a person' }).click();
      const row = page.getByRole('listitem').filter({ hasText: 'by-hand@example.com' });
      await row.getByText('Added manually').waitFor();
      expect(await people()).to.deep.equal(['by-hand@example.com']);
      await row.getByRole('button', { name: 'Remove' }).click();
      await row.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await row.waitFor();
    }));

  it('renames a segment, and deletes it with a way back', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/segments/${segment}`);
      await page.getByLabel('Name', { exact: true }).fill('Renamed');
      await page.getByRole('button', { name: 'Save segment' }).click();
      await page.getByRole('heading', { name: 'Renamed', level: 1 }).waitFor();
      expect((await stored())[0]).to.deep.include({ segment_name: 'Renamed', value: ['A', 'green'] });
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { name: 'Segments', level: 1 }).waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('heading', { name: 'Renamed', level: 1 }).waitFor();
      await page.getByRole('link', { name: 'All segments' }).click();
      await page.getByRole('button', { name: 'Delete: Renamed' }).press('Enter');
      await page.getByRole('link', { name: 'Renamed' }).waitFor({ state: 'detached' });
      // Of the row after it, or before.
      await page.locator('tbody a:focus').waitFor();
      await page.goto(`${running.api.url}/account?plain`);
      await until(async () => !(await stored()).some((one: { id: number }) => one.id === segment));
      await page.goto(`${running.api.url}/console`);
    }));
});
