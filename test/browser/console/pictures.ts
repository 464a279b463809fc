import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import mongoose from 'mongoose';
import type { Page, Request, Route } from 'playwright-core';
import { WEBHOOK_EVENTS } from '../../../api/openapi/webhook-events.ts';
import { markCounts } from '../../../common/changes/contact-counts.ts';
import type { EventType } from '../../../common/domain/event-types.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { CustomField } from '../../../common/models/custom-fields.ts';
import { WebhookAttempt } from '../../../common/models/webhook-attempts.ts';
import { Webhook } from '../../../common/models/webhooks.ts';
import { Counter } from '../../../common/store/counters.ts';
import { reserveIds } from '../../../common/store/ids.ts';
import { ROOT } from '../../../local/servers.mjs';
import type { Client } from '../../support/api.ts';
import { cutTexts, faultsInEachLook } from '../../support/browser.ts';
import { consoleTexts } from '../../support/console-texts.ts';
import { storeContacts } from '../../support/contacts.ts';
import { aWebhookCall } from '../../support/factories.ts';
import { pngOf } from '../../support/images.ts';
import { haveNoSecondFactor, haveSecondFactor } from '../../support/operators.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { visitAs } from '../../support/visitors.ts';
import { MAIL_PAGES, type MailPage, mailLinks } from '../mail-links.ts';
import { addAutomation } from './automation-of-account.ts';
import { addCampaigns } from './campaigns-of-account.ts';
import { checkedPost } from './filled-account.ts';
import { loaded, openAccountMenu, type Steps } from './picture-steps.ts';
import { addMails, DOORS, FIRST_DOORS, MAIL_STEPS } from './pictures-of-mails.ts';
import { fillRecords, operatorPages, RECORD_STEPS } from './pictures-of-records.ts';
import { type SendingConsole, startSendingConsole } from './sending-console.ts';
import { DESK, leftEnglish, PAGES, SMALL } from './support.ts';

/**
 * `npm run console:screenshots`: a picture of every page, empty, with one contact, filled, with 100,000 contacts and with long names, while it
 * loads and when reading fails, in every look, into an ignored folder. A shorter run: `PICTURES=brand,imports` has these pages, `LOOKS=dark-de,360`
 * the looks whose names contain one of these, `ACCOUNTS=filled,long` those of these accounts. `CHECKS=1`: axe checks each, too.
 */
const OUT = join(ROOT, 'data/console');
const ONLY = process.env['PICTURES']?.split(',');
/** Whether what is in a picture is also checked by axe, for texts that are cut, and for English ones. */
const CHECKS = Boolean(process.env['CHECKS']);
const ONLY_ACCOUNTS = process.env['ACCOUNTS']?.split(',');
const isAsked = (account: string): boolean => ONLY_ACCOUNTS?.includes(account) ?? true;
const ONLY_LOOKS = process.env['LOOKS']?.split(',');

const SIZES = [SMALL, DESK] as const;
const LOOKS = ['en-GB', 'de-DE', 'fr-FR']
  .flatMap((locale) =>
    SIZES.flatMap((viewport) =>
      (['light', 'dark'] as const).map((colorScheme) => ({
        viewport,
        colorScheme,
        locale,
        name: `${viewport.width}-${colorScheme}-${locale.slice(0, 2)}`,
      })),
    ),
  )
  .filter(({ name }) => ONLY_LOOKS?.some((part) => name.includes(part)) ?? true);

type Look = (typeof LOOKS)[number];

const ENGLISH_IN = { de: await leftEnglish('de'), fr: await leftEnglish('fr') } as const;

async function faultsOf(page: Page, { colorScheme, locale, viewport }: Look): Promise<string[]> {
  const language = locale.slice(0, 2);
  const english = language === 'de' || language === 'fr' ? await ENGLISH_IN[language](page) : [];
  const cut = await cutTexts(page);
  const found = await faultsInEachLook(page, [viewport]);
  await page.emulateMedia({ colorScheme });
  return [...found, ...cut.map((text) => `cut: ${text}`), ...english.map((text) => `English: ${text}`)];
}

const CALLS = '**/console/api/**';
/** Answers of 422 are no errors in the browser's log. */
const refuse = (route: Route): Promise<void> =>
  route.fulfill({ status: 422, json: { status: 'failed', errors: 'Not now', code: 'unprocessable' } });
/** How the calls of a page are answered. */
const STATES = {
  shown: async () => {},
  // Never answered.
  loading: (page: Page) => page.route(CALLS, () => {}),
  failed: (page: Page) => page.route(CALLS, refuse),
} as const;
type State = keyof typeof STATES;

/** Milliseconds without a call after which a page has asked for all that it shows. */
const CALM_MS = 500;
const SETTLED_MS = 30_000;

/** Notes the calls of a page itself. `networkidle` waits for the frames that show mails, too, and did not always come. */
function callsOf(page: Page) {
  const underWay = new Set<Request>();
  let changedAt = Date.now();
  const isOwn = (request: Request): boolean =>
    !request.isNavigationRequest() && request.frame() === page.mainFrame();
  const began = (request: Request): void => {
    if (!isOwn(request)) return;
    underWay.add(request);
    changedAt = Date.now();
  };
  const ended = (request: Request): void => {
    if (underWay.delete(request)) changedAt = Date.now();
  };
  page.on('request', began).on('requestfinished', ended).on('requestfailed', ended);
  return {
    areOver: (): boolean => underWay.size === 0 && Date.now() - changedAt > CALM_MS,
    stop: () => page.off('request', began).off('requestfinished', ended).off('requestfailed', ended),
  };
}

const MANY = 100_000;
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitän '.repeat(6).slice(0, 250);

const FILE = {
  name: 'unsubscribed people.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'E-Mail;Vorname;Status;Kundennr\nada@gmial.com;Ada;active;K1\nabuse@example.org;Abe;VIP;K2\nzoe@mailinator.com;Zoë;unsubscribed;K3\n',
  ),
};

/** Fields with texts that people choose, by collection. */
const LONG_NAMES: Readonly<Record<string, readonly string[]>> = {
  automations: ['automation_name'],
  automation_schedules: ['subject'],
  contact_types: ['name'],
  contacts: ['first_name', 'last_name', 'city'],
  keys: ['name'],
  mailings: ['subject', 'from_name', 'group_name'],
  media: ['name'],
  messages: ['subject'],
  own_templates: ['template_name'],
  segments: ['segment_name'],
  senders: ['from_name', 'nickname'],
  single_sends: ['single_send_name', 'subject'],
  unsubscribe_groups: ['group_name', 'description'],
};

let unsavedNames = 0;

/** Steps on a page before its picture, by the page's name. */
const STEPS: Readonly<Record<string, Steps>> = {
  ...RECORD_STEPS,
  ...MAIL_STEPS,
  async 'import-preview'(page) {
    await page.locator('input[type=file]').setInputFiles(FILE);
    await page.locator('[aria-labelledby=trial] dt').first().waitFor();
    for (const tick of await page.locator('[aria-labelledby=trial] input[type=checkbox]').all())
      await tick.check();
  },
  async 'move-plan'(page) {
    await page.locator('input[type=file]').setInputFiles(FILE);
    await page.locator('[aria-labelledby=files] button').nth(1).click();
    await page.locator('[aria-labelledby=start] button').waitFor();
  },
  async editor(page) {
    await page.getByRole('toolbar').first().waitFor();
  },
  async webhook(page) {
    await page.locator('main summary').first().waitFor();
    for (const summary of await page.locator('main summary').all()) await summary.click();
    await page.locator('main pre').nth(3).waitFor();
  },
  /** Signing out with a change that cannot be stored. */
  async unsaved(page, texts) {
    await page.route('**/single/send/update', refuse);
    // The end of the visit stores it, so it differs each time.
    unsavedNames += 1;
    await page.locator('main input').first().fill(`Summer ${unsavedNames}`);
    await openAccountMenu(page, texts);
    await page.getByRole('menuitem').last().click();
    // The button that stays signed in, which has the focus.
    await page.locator('[role=dialog] [data-autofocus]').waitFor();
  },
};

interface Sitter {
  readonly name: string;
  readonly client: Client;
  readonly pages: Readonly<Record<string, string>>;
}

describe('the console', () => {
  let running: SendingConsole;
  let sitters: Sitter[];
  const faults: string[] = [];
  /** Written as they are found: a run takes long. */
  const note = (...found: readonly string[]): void => {
    faults.push(...found);
    for (const fault of found) appendFileSync(join(OUT, 'faults.txt'), `${fault}\n`);
  };
  let operator: Client;
  before(async () => {
    mkdirSync(OUT, { recursive: true });
    running = await startSendingConsole('browser-pictures', {
      OPERATORS: '1',
      BOUNCE_DOMAIN: 'bounces.example',
    });
    for (const look of LOOKS) await poseAtDoors(FIRST_DOORS, look);
    // The first account of a store has the number 1.
    await Counter.deleteMany({});
    operator = await running.api.account();
    if (operator.user_id !== 1) throw new Error(`The operator is account ${operator.user_id}.`);
    const account = (): Promise<Client> => running.api.account({ timezone: 'Europe/Berlin' });
    const [empty, one, filled, many, long] = [
      await account(),
      await account(),
      await account(),
      await account(),
      await account(),
    ];
    await addPerson(one, 'Readers', 'Ada');
    const typeId = await addPerson(many, 'Readers', 'Ada');
    // They take a minute, and two pages show them.
    if (isAsked('many') && (!ONLY || ONLY.includes('contacts') || ONLY.includes('home')))
      await fillUp(many, typeId);
    const ofFilled = await fill(filled);
    const ofLong = isAsked('long') ? await fill(long) : {};
    await lengthen(long.user_id);
    sitters = [
      { name: 'empty', client: empty, pages: PAGES },
      { name: 'one', client: one, pages: { contacts: PAGES.contacts, home: PAGES.home } },
      { name: 'filled', client: filled, pages: { ...PAGES, ...ofFilled } },
      { name: 'many', client: many, pages: { contacts: PAGES.contacts, home: PAGES.home } },
      { name: 'long', client: long, pages: { ...PAGES, ...ofLong } },
      { name: 'filled', client: operator, pages: operatorPages(filled.user_id) },
    ].filter(({ name }) => isAsked(name));
  });
  after(() => running?.stop());

  /** Gives an account some of everything; returns the pages of these records. */
  async function fill(client: Client): Promise<Record<string, string>> {
    const { contact, segment, sent, draft } = await addCampaigns(client, running);
    const { automation, email, webhook } = await addAutomation(client);
    await addCalls(client.user_id, webhook);
    await addOthers(client);
    const ofRecords = await fillRecords(client, PAGES);
    const [{ id: audience }] = (await client.get('/contacts-type')).body.message.contactTypes;
    const [{ id: group }] = (await client.get('/unsubscribes-groups')).body.message.unsubscribesGroups;
    return {
      contact: `/contacts/${contact}`,
      audience: `/contacts/audiences/${audience}`,
      'audience-about': `/contacts/audiences/${audience}?view=about`,
      'import-preview': PAGES.imports,
      'move-plan': PAGES.moves,
      segment: `/segments/${segment}`,
      report: `/campaigns/${sent}`,
      people: `/campaigns/${sent}/people`,
      compose: `/campaigns/${draft}/edit`,
      editor: `/editor/campaigns/${draft}`,
      automation: `/automations/${automation}`,
      email: `/automations/${automation}/emails/${email}`,
      'email-report': `/automations/${automation}/emails/${email}/report`,
      person: `/automations/${automation}/person?email=person-1@example.com`,
      type: `/settings/types/${group}`,
      webhook: `/settings/webhooks/${webhook}`,
      unsaved: `/campaigns/${draft}/edit`,
      ...ofRecords,
      ...(await addMails(client, { sent, draft, automation, email })),
    };
  }

  /** Replaces the names in an account by long ones. No rule of the API keeps them from being as long. */
  async function lengthen(user_id: number): Promise<void> {
    const key = LONG.replaceAll(/\W+/g, '_');
    for (const [collection, fields] of Object.entries(LONG_NAMES)) {
      const named = fields.map((field) => [field, { $concat: [LONG, { $toString: '$_id' }] }]);
      await mongoose.connection
        .db!.collection(collection)
        .updateMany({ user_id }, [{ $set: Object.fromEntries(named) }]);
    }
    await rows(CustomField).updateMany({ user_id }, { $set: { field_name: key } });
    await rows(Contact).updateMany({ user_id }, { $set: { custom_field: { [key]: LONG } } });
    await rows(Webhook).updateMany(
      { user_id },
      { $set: { url: `https://shop.example/${'hook/'.repeat(40)}` } },
    );
  }

  /** Adds as many contacts to an audience as a large account has. */
  async function fillUp({ user_id }: Client, typeId: number): Promise<void> {
    await storeContacts({ userId: user_id, typeId, name: 'many', count: MANY }, (at) => ({
      first_name: `Ada ${at}`,
    }));
    // These did not come through a call, which notes what is to be counted.
    const [newest] = await rows(Contact).find({ user_id: user_id }).sort({ _id: -1 }).limit(1).toArray();
    await markCounts(
      user_id,
      typeId,
      Array.from({ length: MANY + 1 }, (_, at) => newest!._id - at),
    );
  }

  /** An audience with one person; returns its id. */
  async function addPerson(client: Client, audience: string, name: string): Promise<number> {
    const { id } = (await client.post('/contacts-type/add', { name: audience })).body;
    const person = { contact_type_id: id, country: 101, email: 'ada@example.com', first_name: name };
    await client.post('/contacts/add', { ...person, last_name: name });
    await client.post('/custom-fields/save', { field_name: name.replace(/\W+/g, '_'), field_type: 'text' });
    return id;
  }

  /** An image, a template and a message. */
  async function addOthers(client: Client): Promise<void> {
    const image = new FormData();
    image.append('file', new File([new Uint8Array(pngOf(600, 300))], 'Flowers.png'));
    const { senders } = (await client.get('/senders')).body.message;
    const post = checkedPost(client);
    await post('/media/upload', image);
    await post('/templates/save', {
      template_name: 'Monthly letter',
      template_json: JSON.stringify({
        mjml: '<mjml><mj-body><mj-section><mj-column><mj-text>What is new this month</mj-text></mj-column></mj-section></mj-body></mjml>',
      }),
    });
    await post('/messages/send', {
      email: 'ada@example.com',
      sender_id: senders[0].id,
      subject: 'Your order',
      template_html: '<p>It is on its way.</p>',
    });
  }

  /** Calls of a webhook: one that was taken, and a batch that was not. */
  async function addCalls(user_id: number, webhook_id: number): Promise<void> {
    const event = (type: EventType) => ({
      type,
      timestamp: '2026-11-25T08:00:00.000000Z',
      ...WEBHOOK_EVENTS[type].example,
    });
    const first = await reserveIds('webhook_attempts', 2);
    const [taken, refused] = [event('delivery.bounced'), event('contact.added')];
    await rows(WebhookAttempt).insertMany([
      aWebhookCall({ _id: first, user_id, webhook_id }, { body: JSON.stringify(taken), answer: '' }),
      aWebhookCall(
        { _id: first + 1, user_id, webhook_id },
        {
          message_id: 'batch-0f3e5c1d9a7b4e2f8c6d1a0b9e8f7d6c',
          types: ['contact.added', 'contact.unsubscribed'],
          events: 120,
          status: 503,
          failure: 'It answered 503',
          body: JSON.stringify({ type: 'batch', timestamp: taken.timestamp, data: [refused] }),
          answer: '{"error":"database is locked"}',
        },
      ),
    ]);
  }

  async function take(page: Page, file: string, look: Look, fullPage = false): Promise<void> {
    await page.screenshot({ path: join(OUT, `${file}.png`), fullPage });
    if (CHECKS) note(...(await faultsOf(page, look)).map((fault) => `${file}: ${fault}`));
  }

  async function pose(
    page: Page,
    path: string,
    called: string,
    file: string,
    state: State,
    look: Look,
  ): Promise<void> {
    const calls = callsOf(page);
    await page.goto(`${running.api.url}/console${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (state === 'shown') await STEPS[called]?.(page, await consoleTexts(look.locale.slice(0, 2)));
    const settled = async (): Promise<void> => {
      if (state === 'loading') return;
      await loaded(page);
      await until(calls.areOver, `the calls of ${file}`, SETTLED_MS);
      // A part that came into view shows that it waits only once it asks.
      await loaded(page);
      await page.waitForFunction(() =>
        [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
      );
    };
    await settled();
    // A picture larger than the viewport would lack the content of frames.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ ...look.viewport, height });
    // A part that is read when it comes into view, which the browser notes with a frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    await settled();
    await take(page, file, look);
    calls.stop();
  }

  /** Pictures of the pages that need no session. */
  async function poseAtDoors(doors: typeof DOORS, look: Look): Promise<void> {
    const asked = Object.entries(doors).filter(([called]) => !ONLY || ONLY.includes(called));
    if (asked.length === 0) return;
    await visitAs(look, async (page) => {
      for (const [called, { path, steps }] of asked) {
        await page.goto(`${running.api.url}${path}`);
        await steps?.(page);
        await page.waitForLoadState();
        await take(page, `${called}-${look.name}`, look, true);
      }
    });
  }

  /** While a page loads and when reading fails, it looks nearly the same in each language and each scheme. */
  const statesIn = (look: Look, sitter: string): readonly State[] =>
    sitter === 'filled' && /light-en|dark-de/.test(look.name) ? ['shown', 'loading', 'failed'] : ['shown'];

  const isLater = (pages: Sitter['pages'], called: string): boolean =>
    Object.values(pages).indexOf(pages[called]!) < Object.keys(pages).indexOf(called);

  for (const look of LOOKS)
    it(`poses for pictures, ${look.name}`, async () => {
      await haveNoSecondFactor(operator.user_id);
      await poseAtDoors(DOORS, look);
      for (const { name, client, pages } of sitters)
        await running.visit(client, look, async (page) => {
          // No call of the page is under way meanwhile.
          await page.goto('about:blank');
          if (client === operator) await haveSecondFactor(client.user_id);
          for (const [called, path] of Object.entries(pages)) {
            if (ONLY && !ONLY.includes(called)) continue;
            for (const state of statesIn(look, name)) {
              // Until the steps on it, it is the page of the same path.
              if (state !== 'shown' && isLater(pages, called)) continue;
              await STATES[state](page);
              const named = state === 'shown' ? [called, name] : [called, name, state];
              const file = [...named, look.name].join('-');
              // Others are made all the same.
              await pose(page, path, called, file, state, look).catch((error: Error) => {
                note(`${file}: ${error.message}`);
              });
              await page.setViewportSize(look.viewport);
              await page.unrouteAll({ behavior: 'ignoreErrors' });
            }
          }
        });
      expect(faults.splice(0)).to.deep.equal([]);
    }).timeout(1_800_000);

  /** The page after the button of a page that a mail leads to. */
  const MAIL_PAGES_AFTER: readonly MailPage[] = ['to unsubscribe', 'of preferences', 'to verify a sender'];

  for (const look of LOOKS)
    it(`poses for pictures of pages that mails lead to, ${look.name}`, async () => {
      const links = mailLinks(running.api, await running.api.account());
      await visitAs(look, async (page) => {
        for (const what of MAIL_PAGES) {
          const called = `mail-${what.replaceAll(' ', '-')}`;
          if (ONLY && !ONLY.includes(called)) continue;
          await page.goto(await links.of(what));
          await take(page, `${called}-shown-${look.name}`, look, true);
          if (!MAIL_PAGES_AFTER.includes(what)) continue;
          await page.locator('main button').last().click();
          await page.waitForLoadState();
          await take(page, `${called}-after-${look.name}`, look, true);
        }
      });
      expect(faults.splice(0)).to.deep.equal([]);
    }).timeout(300_000);
});
