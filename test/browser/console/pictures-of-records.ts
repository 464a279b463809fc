import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../../console/src/texts/texts.ts';
import type { Client } from '../../support/api.ts';
import { consoleTexts } from '../../support/console-texts.ts';
import { upload } from '../../support/known-person.ts';
import { uploadMove } from '../../support/moves.ts';
import { until } from '../../support/until.ts';

/** Steps on a page before its picture, by the page's name. */
export type PictureActs = Readonly<Record<string, (page: Page) => Promise<void>>>;

const textsOf = async (page: Page): Promise<Texts> =>
  consoleTexts(await page.evaluate(() => document.documentElement.lang));

/** The first button with this text in its name, which may also name a record. */
const buttonIn = (within: Locator, name: string, exact = false): Locator =>
  within.getByRole('button', { name: name.trim(), exact }).first();

type Within = 'main' | `[aria-labelledby=${string}]`;

/** Opens a dialog by a button of the page or of a section. */
const opens =
  (name: (texts: Texts) => string, within: Within = 'main') =>
  async (page: Page): Promise<void> => {
    await buttonIn(page.locator(within), name(await textsOf(page))).click();
    await page.getByRole('dialog').waitFor();
  };

const tickFirst = (page: Page): Promise<void> => page.locator('tbody input[type=checkbox]').first().check();

async function openBulkMenu(page: Page): Promise<void> {
  await tickFirst(page);
  await buttonIn(page.locator('main'), (await textsOf(page)).contactTable.change, true).click();
  await page.getByRole('menuitem').first().waitFor();
}

/** Opens the filters of a narrow page, where they are folded. */
async function unfoldFilters(page: Page): Promise<void> {
  const fold = buttonIn(page.locator('main'), (await textsOf(page)).contactTable.filters, true);
  if (await fold.isVisible()) await fold.click();
}

/** Of contacts, audiences, segments, imports, settings and the operator. */
export const RECORD_ACTS: PictureActs = {
  'contact-add': opens(({ contactsPage }) => contactsPage.add),
  'contact-erase': opens(({ erasing }) => erasing.button),
  /** The first mail, which is of a campaign. */
  async 'contact-mail'(page) {
    const { sentMail } = await textsOf(page);
    await page
      .getByRole('button', { name: sentMail.open('').trim() })
      .last()
      .click();
    await page.getByRole('dialog').waitFor();
  },
  'contacts-menu': openBulkMenu,
  async 'contacts-tag'(page) {
    await openBulkMenu(page);
    await page.getByRole('menuitem').nth(4).click();
    await page.getByRole('dialog').waitFor();
  },
  'contacts-all': opens(({ bulk }) => bulk.all),
  async 'contacts-columns'(page) {
    const button = buttonIn(page.locator('main'), (await textsOf(page)).contactTable.columns);
    // A narrow page has no columns to choose.
    if (await button.isVisible()) await button.click();
  },
  async 'contacts-conditions'(page) {
    await unfoldFilters(page);
    const add = buttonIn(page.locator('main'), (await textsOf(page)).contactTable.addFilter);
    await add.click();
    await add.click();
  },
  'audience-rename': opens(({ audiencePage }) => audiencePage.rename),
  'audience-delete': opens(({ remove }) => remove),
  'segment-person': opens(({ segmentsPage }) => segmentsPage.addPerson),
  'field-add': opens(({ fieldsPage }) => fieldsPage.add),
  'field-delete': opens(({ fieldsPage }) => fieldsPage.remove, '[aria-labelledby=fields]'),
  'sender-add': opens(({ settingsPage }) => settingsPage.addSender),
  'sender-change': opens(({ settingsPage }) => settingsPage.change, '[aria-labelledby=senders]'),
  // The sender that campaigns use: one without uses is deleted without a question.
  'sender-delete': async (page) => {
    const rows = page.locator('[aria-labelledby=senders] li').filter({ hasText: 'hello@example.com' });
    await buttonIn(rows, (await textsOf(page)).remove).click();
    await page.getByRole('dialog').waitFor();
  },
  async 'domain-reports'(page) {
    const domains = page.locator('[aria-labelledby=domains]');
    await buttonIn(domains, (await textsOf(page)).domainReports.title).click();
    await domains.locator('[aria-expanded=true]').nth(1).waitFor();
  },
  'type-add': opens(({ groups }) => groups.add),
  'type-change': opens(({ groups }) => groups.change, '[aria-labelledby=groups]'),
  'notice-add': opens(({ notices }) => notices.add),
  async 'suppressions-ticked'(page) {
    for (const section of ['suppressions', 'unsubscribers'])
      await page.locator(`[aria-labelledby=${section}] li input[type=checkbox]`).first().check();
  },
  'key-change': opens(({ keys }) => keys.change, '[aria-labelledby=keys]'),
  'key-replace': opens(({ keys }) => keys.replace, '[aria-labelledby=keys]'),
  'key-revoke': opens(({ keys }) => keys.revoke, '[aria-labelledby=keys]'),
  /** The answer is none of the service: each picture would add a pair. */
  async 'key-made'(page) {
    const { keys } = await textsOf(page);
    await page.route('**/console/access/keys/roll', (route) =>
      route.fulfill({
        json: {
          status: 'success',
          message: { public_key: `pk_${'a1'.repeat(16)}`, secret_key: `sk_${'b2'.repeat(24)}` },
        },
      }),
    );
    await opens(() => keys.replace, '[aria-labelledby=keys]')(page);
    await buttonIn(page.getByRole('dialog'), keys.replaceYes).click();
    await page.getByRole('dialog').locator('code').first().waitFor();
  },
  'webhook-add': opens(({ webhooks }) => webhooks.add),
  'webhook-change': opens(({ webhooks }) => webhooks.change),
  'webhook-secret': opens(({ webhooks }) => webhooks.rotate),
  'operator-new': opens(({ operatorPage }) => operatorPage.newAccount),
  'operator-key': opens(({ keys }) => keys.add),
  'operator-close': opens(({ operatorPage }) => operatorPage.close, '[aria-labelledby=closing]'),
  'operator-delete': opens(({ operatorPage }) => operatorPage.deletion, '[aria-labelledby=closing]'),
};

const CONTACTS = `E-Mail;Vorname;Nachname;Favourite_Colour;Schuhgröße
heidi@import.example;Heidi;Huber;blau;38
no address;Bob;Baumeister;rot;44
jean@import.example;Jean;Dupont;vert;43
`;
const SUBSCRIBED = `Email Address,First Name,Last Name,Plan,MEMBER_RATING,OPTIN_TIME,LEID,EUID
mary@move.example,Mary,Jackson,pro,2,2024-01-01 10:00:00,1,a
no address,Nobody,,free,2,2024-01-01 10:00:00,3,c
`;

/** Gives a filled account imports, a move, keys, opt-outs and notification recipients; returns the pages and dialogs of all its records. */
export async function fillRecords(
  client: Client,
  paths: Readonly<Record<'contacts' | 'settings' | 'fields' | 'access', string>>,
): Promise<Record<string, string>> {
  const made = async (path: string, fields: Record<string, unknown>): Promise<number> => {
    const { status, body } = await client.post(path, fields);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    return body.id;
  };
  const [{ id: audience }] = (await client.get('/contacts-type')).body.message.contactTypes;
  const [{ id: group }] = (await client.get('/unsubscribes-groups')).body.message.unsubscribesGroups;
  const [{ id: segment }] = (await client.get('/segment/list')).body.message.segments;
  const [{ id: webhook }] = (await client.get('/webhooks')).body.message.webhooks;

  const imported = await upload(client, audience, CONTACTS, 'Messe München.csv');
  const stateOf = async (path: string, key: string): Promise<string> =>
    (await client.get(path)).body.message[key].state;
  await until(
    async () => (await stateOf(`/contacts/imports/details?id=${imported}`, 'import')) === 'completed',
    'the import',
  );

  const { id: move } = (await uploadMove(client, { 'subscribed_email_audience_export_1.csv': SUBSCRIBED }))
    .body;
  const moveIs = (state: string) =>
    until(
      async () => (await stateOf(`/moves/details?id=${move}`, 'move')) === state,
      `a move that is ${state}`,
    );
  await moveIs('planned');
  await made(`/moves/apply?id=${move}`, {});
  await moveIs('applied');

  await made('/suppressions/save', { email_address: 'stop@example.org' });
  await made('/global-unsubscribes/save', { email_address: 'left@example.org' });
  await made('/unsubscribes-groups/manually-add', {
    unsubscribe_groups_id: group,
    email_address: 'person-3@example.com',
  });
  await made('/notification-recipient/save', { email_address: 'grace@example.org', email_owner: 'Grace' });
  await made('/segment/email/store', {
    segment_id: segment,
    email: 'guest@example.org',
    first_name: 'Grace',
    last_name: 'Guest',
  });
  const [{ id: reader }] = (await client.get('/contacts/list?email=person-1@example.com')).body.message
    .contacts;

  const of = (path: string, ...names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, path]));
  return {
    ...of(`/contacts/${reader}`, 'contact-reader', 'contact-erase', 'contact-mail'),
    ...of(
      paths.contacts,
      'contact-add',
      'contacts-menu',
      'contacts-tag',
      'contacts-all',
      'contacts-columns',
      'contacts-conditions',
    ),
    'contacts-not-found': `${paths.contacts}?q=unknown`,
    ...of(`/contacts/audiences/${audience}`, 'audience-rename', 'audience-delete'),
    ...of(`/segments/${segment}`, 'segment-person'),
    import: `/contacts/imports/${imported}`,
    move: `/contacts/moves/${move}`,
    ...of(paths.fields, 'field-add', 'field-delete'),
    ...of(
      paths.settings,
      'sender-add',
      'sender-change',
      'sender-delete',
      'domain-reports',
      'type-add',
      'type-change',
      'notice-add',
      'suppressions-ticked',
    ),
    ...of(paths.access, 'key-change', 'key-replace', 'key-revoke', 'key-made', 'webhook-add'),
    ...of(`/settings/webhooks/${webhook}`, 'webhook-change', 'webhook-secret'),
  };
}
