import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { Account } from '../../../common/models/accounts.ts';
import type { Client } from '../../support/api.ts';
import { aSend, type Ground } from '../../support/factories.ts';
import { pngOf } from '../../support/images.ts';
import { until } from '../../support/until.ts';
import { makeEmail } from './automation-of-account.ts';

/** Records that the forms change, by the word for their number in `path`. */
type FormRecords = Readonly<Record<string, string | number>>;

export interface FormRow {
  /** Below `console/src/`. */
  readonly file: string;
  /** `:word` stands for the number of a record. */
  readonly path: string;
  /** Opens the dialog. Absent: the form is part of the page. */
  readonly button?: string | RegExp;
  /** Of the menu that the button opens. */
  readonly entry?: string;
  readonly field: string;
  /** The written text; by default some words. */
  readonly text?: string;
  readonly isOfOperator?: boolean;
}

/** Each form that keeps its draft on the device until a button saves it. */
export const FORMS: readonly FormRow[] = [
  { file: 'pages/contacts/add-contact.tsx', path: '/contacts', button: 'Add contact', field: 'First name' },
  { file: 'pages/contacts/contact-form.tsx', path: '/contacts/:contact', field: 'Last name' },
  {
    file: 'pages/contacts/audience.tsx',
    path: '/contacts/audiences/:audience',
    button: 'Rename',
    field: 'Name of the audience',
  },
  { file: 'app/add-line.tsx', path: '/contacts', field: 'Name of the audience' },
  { file: 'app/add-line.tsx', path: '/settings', field: 'Domain' },
  { file: 'app/add-line.tsx', path: '/settings', field: 'Address to unsubscribe' },
  { file: 'app/add-line.tsx', path: '/settings', field: 'Address to suppress' },
  { file: 'app/add-line.tsx', path: '/settings/types/:type', field: 'Address to unsubscribe' },
  { file: 'pages/segments/segment-form.tsx', path: '/segments/new', field: 'Name' },
  { file: 'pages/segments/segment-form.tsx', path: '/segments/:segment', field: 'Name' },
  {
    file: 'pages/segments/add-person.tsx',
    path: '/segments/:segment',
    button: 'Add a person',
    field: 'First name',
  },
  {
    file: 'pages/settings/sender-form.tsx',
    path: '/settings',
    button: 'Add sender',
    field: 'Second address line',
  },
  {
    file: 'pages/settings/sender-form.tsx',
    path: '/settings',
    button: 'Change: Ada Sender',
    field: 'Postal code',
  },
  {
    file: 'pages/settings/groups.tsx',
    path: '/settings',
    button: 'New subscription type',
    field: 'Description',
  },
  { file: 'pages/settings/groups.tsx', path: '/settings', button: 'Change: News', field: 'Description' },
  {
    file: 'pages/settings/notification-recipients.tsx',
    path: '/settings',
    button: 'Add recipient',
    field: 'Name',
  },
  { file: 'pages/settings/fields.tsx', path: '/settings/fields', button: 'New field', field: 'Name' },
  { file: 'pages/settings/brand.tsx', path: '/settings/brand', field: 'Name of the brand' },
  {
    file: 'pages/settings/webhook-form.tsx',
    path: '/settings/access',
    button: 'Add webhook',
    field: 'Address',
  },
  {
    file: 'pages/settings/webhook-form.tsx',
    path: '/settings/webhooks/:webhook',
    button: 'Change address and events',
    field: 'Address',
  },
  {
    file: 'pages/settings/key-form.tsx',
    path: '/settings/access',
    button: 'Create a pair of keys',
    field: 'Name',
  },
  { file: 'pages/settings/account-details.tsx', path: '/settings/account', field: 'Name' },
  {
    file: 'pages/automations/new-automation.tsx',
    path: '/automations',
    button: 'New automation',
    field: 'Name',
  },
  {
    file: 'pages/automations/change-automation.tsx',
    path: '/automations/:automation',
    button: 'Change',
    field: 'Name',
  },
  {
    file: 'pages/automations/add-email.tsx',
    path: '/automations/:automation',
    button: 'Add email',
    field: 'Subject',
  },
  {
    file: 'pages/automations/change-wait.tsx',
    path: '/automations/:automation',
    button: /change the wait before/,
    field: 'How many',
    text: '9',
  },
  {
    file: 'pages/media/rename-image.tsx',
    path: '/media',
    button: 'More for summer',
    entry: 'Rename',
    field: 'Name',
  },
  { file: 'pages/templates/name-template.tsx', path: '/templates', button: 'New template', field: 'Name' },
  {
    file: 'pages/templates/name-template.tsx',
    path: '/templates',
    button: 'Actions for Ours',
    entry: 'Rename',
    field: 'Name',
  },
  {
    file: 'pages/campaigns/scheduled.tsx',
    path: '/campaigns/:scheduled',
    button: 'Change the time',
    field: 'Time',
    text: '11:30',
  },
  { file: 'pages/home/account-pause.tsx', path: '', field: 'What did you change?' },
  {
    file: 'pages/operator/account-standing.tsx',
    path: '/operator/accounts/:account',
    field: 'Reason',
    isOfOperator: true,
  },
  {
    file: 'pages/operator/account-quotas.tsx',
    path: '/operator/accounts/:account',
    field: 'Contacts',
    text: '500',
    isOfOperator: true,
  },
  {
    file: 'pages/settings/key-form.tsx',
    path: '/operator/accounts/:account',
    button: 'Create a pair of keys',
    field: 'Name',
    isOfOperator: true,
  },
  {
    file: 'pages/operator/new-account.tsx',
    path: '/operator/accounts',
    button: 'New account',
    field: 'Name',
    isOfOperator: true,
  },
];

/** Posts what a test depends on. */
export async function posted(client: Client, path: string, input: Parameters<Client['post']>[1]) {
  const { status, body } = await client.post(path, input);
  expect(status, `${path}: ${JSON.stringify(body)}`).to.equal(200);
  return body;
}

/** Makes a record of each kind that the forms change, in a paused account. */
export async function recordsOfForms(client: Client, ground: Ground): Promise<FormRecords> {
  const { contact_type_id } = ground;
  const contact = { contact_type_id, email: 'ada@example.com', first_name: 'Ada', country: 101 };
  const rule = { select_field: ['email'], select_operator: ['contains'], value: ['ada'], query_type: 'and' };
  const later = { schedule_type: 1, schedule_date: '2099-01-01', schedule_time: '10:00:00' };
  const mjml = '<mjml><mj-body><mj-section></mj-section></mj-body></mjml>';
  const image = new FormData();
  image.append('file', new Blob([new Uint8Array(pngOf(60, 40))], { type: 'image/png' }), 'summer.png');
  // Until the process that renders has started, it is refused.
  await until(async () => (await client.post('/media/upload', image)).status === 200, 'the image', 60_000);
  await client.post('/templates/save', { template_name: 'Ours', template_json: JSON.stringify({ mjml }) });
  const made = (path: string, input: Readonly<Record<string, unknown>>) => posted(client, path, input);
  const records = {
    audience: contact_type_id,
    type: ground.unsubscribe_group_id,
    contact: (await made('/contacts/add', contact)).id,
    segment: (await made('/segment/store', { segment_name: 'Adas', contact_type_id, ...rule })).id,
    scheduled: (await made('/single/send/create', aSend(ground, later))).utr,
    automation: (await makeEmail(client, ground.sender_id)).automation,
    webhook: (await made('/webhooks/save', { url: 'https://shop.example/hook', events: ['contact.added'] }))
      .id,
  };
  const brake = { reason: 'account_complaints' as const, detail: '4 of 1200', at: new Date() };
  await Account.updateOne({ _id: client.user_id }, { $set: { brake }, $unset: { released_itself: '' } });
  return records;
}

export const pathOf = ({ path }: FormRow, records: FormRecords): string =>
  path.replace(/:(\w+)/, (_, word: string) => String(records[word]));

/** Opens the dialog of a form on its page. Returns the dialog, or the form of the page. */
export async function openForm(page: Page, row: FormRow): Promise<Locator> {
  if (row.button === undefined) {
    const form = page.locator('main form').filter({ has: page.getByLabel(row.field, { exact: true }) });
    await form.first().waitFor();
    return form.first();
  }
  const opener = page.getByRole('button', { name: row.button, exact: true }).first();
  await opener.click();
  if (row.entry !== undefined) await page.getByRole('menuitem', { name: row.entry }).click();
  return page.getByRole('dialog');
}

export const textOf = ({ text = 'Half a thought' }: FormRow): string => text;
export const fieldOf = (form: Locator, { field }: FormRow): Locator =>
  form.getByLabel(field, { exact: true }).first();

export const write = (form: Locator, row: FormRow): Promise<void> => fieldOf(form, row).fill(textOf(row));

/** The account’s drafts on the device of a page by their names, which begin with the number of the account. */
export const draftsOn = (page: Page, beginning: string): Promise<Readonly<Record<string, unknown>>> =>
  page.evaluate(async (start) => {
    const database = await new Promise<IDBDatabase>((done, fail) => {
      const asked = indexedDB.open('console', 1);
      asked.addEventListener('upgradeneeded', () => asked.result.createObjectStore('drafts'));
      asked.addEventListener('success', () => done(asked.result));
      asked.addEventListener('error', () => fail(asked.error));
    });
    const store = database.transaction('drafts').objectStore('drafts');
    const answerOf = <Answer>(asked: IDBRequest<Answer>) =>
      new Promise<Answer>((done, fail) => {
        asked.addEventListener('success', () => done(asked.result));
        asked.addEventListener('error', () => fail(asked.error));
      });
    const [names, drafts] = await Promise.all([answerOf(store.getAllKeys()), answerOf(store.getAll())]);
    database.close();
    return Object.fromEntries(
      names
        .map(String)
        .map((name, at) => [name, drafts[at]] as const)
        .filter(([name]) => name.startsWith(start)),
    );
  }, beginning);

export const keptOn = async (page: Page, beginning: string): Promise<string[]> =>
  Object.keys(await draftsOn(page, beginning));
