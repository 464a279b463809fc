import type { Page } from 'playwright-core';
import type { Client } from '../../support/api.ts';
import { upload } from '../../support/known-person.ts';
import { uploadMove } from '../../support/moves.ts';
import { until } from '../../support/until.ts';
import { checkedPost } from './filled-account.ts';
import { button, inTurn, isNarrow, of, opened, pickingEntry, pressing, type Steps } from './picture-steps.ts';

const tickFirst = (page: Page): Promise<void> => page.locator('tbody input[type=checkbox]').first().check();

const openBulkMenu = inTurn(
  tickFirst,
  pressing(({ contactTable }) => contactTable.change),
);

/** Shows the filters, which a narrow page folds. The finder is hidden until the lists above it are answered. */
const unfoldFilters: Steps = async (page, { contactsPage, contactTable }) => {
  await page.getByRole('searchbox', { name: contactsPage.search }).waitFor();
  if (isNarrow(page)) await button(page, contactTable.filters).click();
};

/** Open a dialog or another part of pages of contacts, audiences, segments, imports and settings, at each width. */
export const RECORD_PARTS: Readonly<Record<string, Steps>> = {
  'contact-add': pressing(({ contactsPage }) => contactsPage.add),
  'contact-erase': pressing(({ erasing }) => erasing.button),
  /** The first mail, which is of a campaign. */
  async 'contact-mail'(page, { sentMail }) {
    await page
      .getByRole('button', { name: sentMail.open('').trim() })
      .last()
      .click();
    await opened(page, 'dialog');
  },
  'contacts-tag': inTurn(
    openBulkMenu,
    pickingEntry(({ bulk }) => bulk.actions.tag_add),
  ),
  'contacts-all': pressing(({ bulk }) => bulk.all),
  'contacts-conditions': inTurn(unfoldFilters, async (page, { contactTable, segmentsPage }) => {
    for (const at of [1, 2]) {
      await button(page, contactTable.addFilter).click();
      await button(page, segmentsPage.removeCondition(at)).waitFor();
    }
  }),
  'audience-rename': pressing(({ audiencePage }) => audiencePage.rename),
  'audience-delete': pressing(({ remove }) => remove),
  'segment-person': pressing(({ segmentsPage }) => segmentsPage.addPerson),
  'field-add': pressing(({ fieldsPage }) => fieldsPage.add),
  'field-delete': pressing(({ fieldsPage }) => fieldsPage.remove, 'fields'),
  'sender-add': pressing(({ settingsPage }) => settingsPage.addSender),
  'sender-change': pressing(({ settingsPage }) => settingsPage.change, 'senders'),
  // The sender that campaigns use: one without uses is deleted without a question.
  async 'sender-delete'(page, { remove }) {
    const row = page.locator('[aria-labelledby=senders] li').filter({ hasText: 'hello@example.com' });
    await button(row, remove, false).click();
    await opened(page, 'dialog');
  },
  async 'domain-reports'(page, { domainReports }) {
    const domains = page.locator('[aria-labelledby=domains]');
    await button(domains, domainReports.title, false).click();
    await domains.locator('[aria-expanded=true]').nth(1).waitFor();
  },
  'type-add': pressing(({ groups }) => groups.add),
  'type-change': pressing(({ groups }) => groups.change, 'groups'),
  'notice-add': pressing(({ notices }) => notices.add),
  'key-change': pressing(({ keys }) => keys.change, 'keys'),
  'key-replace': pressing(({ keys }) => keys.replace, 'keys'),
  'key-revoke': pressing(({ keys }) => keys.revoke, 'keys'),
  /** The answer is none of the service: each picture would add a pair. */
  async 'key-made'(page, texts) {
    await page.route('**/console/access/keys/roll', (route) =>
      route.fulfill({
        json: {
          status: 'success',
          message: { public_key: `pk_${'a1'.repeat(16)}`, secret_key: `sk_${'b2'.repeat(24)}` },
        },
      }),
    );
    await pressing(({ keys }) => keys.replace, 'keys')(page, texts);
    await button(page.getByRole('dialog'), texts.keys.replaceYes).click();
    await page.getByRole('dialog').locator('code').first().waitFor();
  },
  'webhook-add': pressing(({ webhooks }) => webhooks.add),
  'webhook-change': pressing(({ webhooks }) => webhooks.change),
  'webhook-secret': pressing(({ webhooks }) => webhooks.rotate),
};

/** Steps on pages of contacts, audiences, segments, imports, settings and the operator. */
export const RECORD_STEPS: Readonly<Record<string, Steps>> = {
  ...RECORD_PARTS,
  'contacts-ticked': tickFirst,
  'contacts-menu': openBulkMenu,
  'contacts-filters': unfoldFilters,
  async 'contacts-columns'(page, texts) {
    // A narrow page has no columns to choose.
    if (!isNarrow(page)) await pressing(({ contactTable }) => contactTable.columns)(page, texts);
  },
  async 'suppressions-ticked'(page) {
    for (const section of ['suppressions', 'unsubscribers'])
      await page.locator(`[aria-labelledby=${section}] li input[type=checkbox]`).first().check();
  },
  'key-form': pressing(({ keys }) => keys.add, 'keys'),
  'second-factor': pressing(({ accountData }) => accountData.factor.setUp),
  'operator-new': pressing(({ operatorPage }) => operatorPage.newAccount),
  'operator-key': pressing(({ keys }) => keys.add),
  'operator-close': pressing(({ operatorPage }) => operatorPage.close, 'closing'),
  'operator-delete': pressing(({ operatorPage }) => operatorPage.deletion, 'closing'),
};

/** The operator's pages, of which some show the given account. */
export const operatorPages = (account: number): Readonly<Record<string, string>> => ({
  operator: '/operator',
  ...of('/operator/accounts', 'accounts', 'operator-new'),
  ...of(
    `/operator/accounts/${account}`,
    'operator-account',
    'operator-key',
    'operator-close',
    'operator-delete',
  ),
});

const CONTACTS = `E-Mail;Vorname;Nachname;Favourite_Colour;Schuhgröße
heidi@import.example;Heidi;Huber;blau;38
no address;Bob;Baumeister;rot;44
jean@import.example;Jean;Dupont;vert;43
`;
const SUBSCRIBED = `Email Address,First Name,Last Name,Plan,MEMBER_RATING,OPTIN_TIME,LEID,EUID
mary@move.example,Mary,Jackson,pro,2,2024-01-01 10:00:00,1,a
no address,Nobody,,free,2,2024-01-01 10:00:00,3,c
`;

type Paths = Readonly<Record<'contacts' | 'settings' | 'fields' | 'access' | 'account', string>>;
type Ids = Readonly<Record<'audience' | 'segment' | 'webhook' | 'imported' | 'move' | 'reader', number>>;

const recordPages = (
  paths: Paths,
  { audience, segment, webhook, imported, move, reader }: Ids,
): Readonly<Record<string, string>> => ({
  ...of(`/contacts/${reader}`, 'contact-reader', 'contact-erase', 'contact-mail'),
  ...of(
    paths.contacts,
    'contact-add',
    'contacts-ticked',
    'contacts-menu',
    'contacts-filters',
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
  ...of(paths.access, 'key-form', 'key-change', 'key-replace', 'key-revoke', 'key-made', 'webhook-add'),
  'second-factor': paths.account,
  ...of(`/settings/webhooks/${webhook}`, 'webhook-change', 'webhook-secret'),
});

/** Adds addresses that opted out, a notification recipient, and a person to a segment. */
async function addPeople(client: Client, segment: number): Promise<void> {
  const post = checkedPost(client);
  const [{ id: group }] = (await client.get('/unsubscribes-groups')).body.message.unsubscribesGroups;
  await post('/suppressions/save', { email_address: 'stop@example.org' });
  await post('/global-unsubscribes/save', { email_address: 'left@example.org' });
  await post('/unsubscribes-groups/manually-add', {
    unsubscribe_groups_id: group,
    email_address: 'person-3@example.com',
  });
  await post('/notification-recipient/save', { email_address: 'grace@example.org', email_owner: 'Grace' });
  await post('/segment/email/store', {
    segment_id: segment,
    email: 'guest@example.org',
    first_name: 'Grace',
    last_name: 'Guest',
  });
}

/** Gives a filled account imports, a move, keys, opt-outs and notification recipients; returns the pages and dialogs of all its records. */
export async function fillRecords(client: Client, paths: Paths): Promise<Record<string, string>> {
  const [{ id: audience }] = (await client.get('/contacts-type')).body.message.contactTypes;
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
  await checkedPost(client)(`/moves/apply?id=${move}`, {});
  await moveIs('applied');

  await addPeople(client, segment);
  const [{ id: reader }] = (await client.get('/contacts/list?email=person-1@example.com')).body.message
    .contacts;
  return recordPages(paths, { audience, segment, webhook, imported, move, reader });
}
