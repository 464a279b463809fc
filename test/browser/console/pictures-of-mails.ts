import type { Page } from 'playwright-core';
import type { SingleSendOverview } from '../../../client/src/index.ts';
import { mailingOfSend } from '../../../common/domain/mailing-keys.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import type { Texts } from '../../../console/src/texts/texts.ts';
import type { Client } from '../../support/api.ts';
import { leaveInDoubt } from '../../support/doubts.ts';
import { rows } from '../../support/rows.ts';
import { completed } from '../../support/world.ts';
import { makeEmail } from './automation-of-account.ts';
import { checkedPost } from './filled-account.ts';
import {
  answering,
  button,
  inTurn,
  loaded,
  type NameOf,
  of,
  openAccountMenu,
  opened,
  pickingEntry,
  pressing,
  type Steps,
} from './picture-steps.ts';
import { PAGES } from './support.ts';

const openMenu: Steps = async (page) => {
  await page.locator('main [aria-haspopup=menu]:visible').last().click();
  await opened(page, 'menu');
};

/** Chooses an entry of a control that has a name. */
const choosing =
  (nameOf: NameOf, entryOf: NameOf): Steps =>
  (page, texts) =>
    page
      .getByRole('radiogroup', { name: nameOf(texts) })
      .getByText(entryOf(texts), { exact: true })
      .click();

type CampaignFields = Partial<SingleSendOverview>;

/** Waits until the speed of a campaign is shown, whatever its number. */
const measured: Steps = (page, { campaignsPage }) =>
  page
    .locator('main')
    .getByText(campaignsPage.progress.rate(1).replace(/^\W*\d+\W+/, ''))
    .first()
    .waitFor();

/** A page that is not seen asks for no progress, so that its calls come to an end. */
const leaveUnseen: Steps = (page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    dispatchEvent(new Event('visibilitychange'));
    document.dispatchEvent(new Event('visibilitychange'));
  });

/** Calls for campaigns of any state, and of those that are running. */
const OVERVIEWS = /\/single-send\/overview(?!.*state=(?!running))/;

/** Shows the campaigns of an account as if they were in another state. `shown`: waits for it. */
const campaignsAs = (fieldsOf: (ms: number) => CampaignFields, shown: Steps = loaded): Steps =>
  inTurn(
    answering(
      OVERVIEWS,
      ({ overview }, ms) => {
        for (const one of overview) Object.assign(one, fieldsOf(ms));
      },
      (url) => url.replace('state=running', 'state=completed'),
    ),
    shown,
    leaveUnseen,
  );

const LIMITED = {
  domain: 'mailbox.example',
  rows: 1240,
  until: '2026-12-01T09:30:00.000000Z',
  reply: '421 4.7.28 Our system has detected an unusual rate of mail from your address.',
};
const RUNNING = { status: 2, sent_at: '2026-11-30 08:00:00', cancelled: false } as const;

/** One that is under way, at 40 mails a second. */
const running = (ms: number): CampaignFields => ({
  ...RUNNING,
  audience: {
    members: 250_000,
    duplicates: 40,
    excluded: 0,
    unsubscribed: 50,
    bounced: 10,
    recipients: 249_900,
  },
  pending: 200_000 - Math.round(ms / 25),
});
const paused = (): CampaignFields => ({
  ...running(0),
  pending: 120_000,
  paused_reason: 'too_many_bounces',
});

const writing: Steps = async (page) => {
  const mail = page.frameLocator('iframe[data-panel]');
  await mail.getByText('Dear').first().dblclick();
};

const compose = (texts: Texts) => texts.campaignsPage.compose;

export const MAIL_STEPS: Readonly<Record<string, Steps>> = {
  'home-menu': openAccountMenu,
  async palette(page) {
    await page.keyboard.press('ControlOrMeta+k');
    await opened(page, 'dialog');
    await page.keyboard.type('ne');
  },
  async keys(page) {
    await page.keyboard.press('?');
    await opened(page, 'dialog');
  },
  async 'signed-out'(page) {
    await loaded(page);
    await page.route('**/console/api/**', (route) =>
      route.fulfill({ status: 401, json: { status: 'failed', errors: 'No session' } }),
    );
    // The page asks again by itself.
    await opened(page, 'dialog');
  },
  'account-paused': inTurn(
    answering('**/account/reputation*', ({ reputation }) => {
      Object.assign(reputation, {
        paused_reason: 'account_complaints',
        may_release: true,
        warnings: [{ code: 'account_complaints' }],
      });
    }),
    (page) => page.locator('#account-pause').waitFor(),
  ),
  'home-running': campaignsAs(running, measured),
  'campaign-start': pressing(({ campaignsPage }) => campaignsPage.add),
  'campaign-menu': openMenu,
  'campaigns-running': campaignsAs(running, measured),
  'campaigns-none-found': async (page) => {
    await page.locator('main input[type=search], main input').first().fill('zzz');
  },
  review: pressing((texts) => compose(texts).review),
  'review-later': inTurn(
    pressing((texts) => compose(texts).review),
    (page, texts) => page.getByLabel(compose(texts).sendLater).check(),
  ),
  'review-missing': pressing((texts) => compose(texts).review),
  async personalise(page) {
    await page.locator('main [aria-haspopup=menu]:visible').first().click();
    await opened(page, 'menu');
  },
  'compose-checked': async (page, texts) => {
    await button(page, compose(texts).checkNow).click();
    await button(page, compose(texts).checkAgain).waitFor({ timeout: 60_000 });
    await button(page, compose(texts).show).click();
  },
  'compose-templates': choosing(
    (texts) => compose(texts).kind,
    (texts) => compose(texts).kinds.template,
  ),
  'compose-replace': inTurn(
    choosing(
      (texts) => compose(texts).kind,
      (texts) => compose(texts).kinds.template,
    ),
    async (page, texts) => {
      await page
        .getByRole('button', { name: new RegExp(`^${compose(texts).replacing.use}`) })
        .last()
        .click();
      await opened(page, 'dialog');
    },
  ),
  'compose-design': choosing(
    (texts) => compose(texts).kind,
    (texts) => compose(texts).kinds.design,
  ),
  versions: pressing((texts) => compose(texts).versions.open),
  'versions-none': pressing((texts) => compose(texts).versions.open),
  'insert-image': pressing(({ mediaPage }) => mediaPage.insert),
  'change-time': pressing(({ campaignsPage }) => campaignsPage.control.changeTime),
  'send-now': pressing((texts) => compose(texts).sendNow),
  'campaign-running': campaignsAs(running, measured),
  'campaign-cancel': inTurn(
    campaignsAs(running, measured),
    pressing(({ campaignsPage }) => campaignsPage.control.cancel),
  ),
  'campaign-paused': campaignsAs(paused),
  'campaign-resume': inTurn(
    campaignsAs(paused),
    pressing(({ campaignsPage }) => campaignsPage.control.resume),
  ),
  'campaign-held': campaignsAs(() => ({ status: 0, hold_reason: 'sender_unverified', sent_at: null })),
  'campaign-cancelled': campaignsAs(() => ({ cancelled: true })),
  'campaign-parked': campaignsAs((ms) => ({ ...running(ms), parked: [LIMITED] as never }), measured),
  'campaign-untracked': campaignsAs(() => ({ tracking: 0 })),
  'campaign-starting': campaignsAs(() => ({ status: 1, starts_in: 12, schedule_type: 0, sent_at: null })),
  share: pressing(({ reportShares }) => reportShares.share),
  'share-made': inTurn(
    pressing(({ reportShares }) => reportShares.share),
    async (page, { reportShares }) => {
      await button(page, reportShares.make).click();
      await page.getByText(reportShares.made).waitFor();
    },
  ),
  'people-none': async (page) => {
    await page.locator('main input').first().fill('zzz');
  },
  'doubts-ask': pressing(({ campaignsPage }) => campaignsPage.doubts.resend),
  message: async (page) => {
    await page.locator('main li button').first().click();
    await opened(page, 'dialog');
  },
  'automation-new': pressing(({ automationsPage }) => automationsPage.add),
  'automation-change': pressing(({ automationsPage }) => automationsPage.form.change),
  'automation-on': pressing(({ automationsPage }) => automationsPage.goLive),
  'automation-menu': openMenu,
  'email-add': pressing(({ automationsPage }) => automationsPage.series.addEmail),
  wait: async (page) => {
    await page
      .locator('main li')
      .filter({ has: page.locator('[data-waiting]') })
      .last()
      .getByRole('button')
      .click();
    await opened(page, 'dialog');
  },
  'template-new': pressing(({ templatesPage }) => templatesPage.add),
  'template-menu': openMenu,
  'template-rename': inTurn(
    openMenu,
    pickingEntry(({ templatesPage }) => templatesPage.rename),
  ),
  'editor-part': async (page) => {
    await page.frameLocator('iframe[data-panel]').getByText('Dear').first().click();
  },
  'editor-text': writing,
  'editor-style': inTurn(
    writing,
    pressing(({ editor }) => editor.style),
  ),
  'editor-colour': inTurn(
    writing,
    pressing(({ editor }) => editor.colour),
  ),
  'editor-link': inTurn(
    writing,
    pressing(({ editor }) => editor.link),
  ),
  'editor-preview': async (page, { editor }) => {
    await button(page, editor.preview).click();
    await page.locator('[role=dialog] iframe').waitFor({ timeout: 60_000 });
  },
  'editor-phone': inTurn(
    choosing(
      ({ editor }) => editor.width,
      ({ editor }) => editor.devices.phone,
    ),
    choosing(
      ({ editor }) => editor.scheme,
      ({ editor }) => editor.schemes.dark,
    ),
  ),
  'editor-row': async (page, { editor }) => {
    await page.frameLocator('iframe[data-panel]').getByText('Dear').first().click();
    for (let level = 0; level < 2; level += 1) await button(page, editor.outer).click();
    await button(page, editor.saveBlock).click();
    await opened(page, 'dialog');
  },
  'editor-image': async (page, { editor }) => {
    await page
      .getByRole('region', { name: editor.blocks })
      .getByRole('button', { name: editor.blockNames.image, exact: true })
      .click();
    await page.frameLocator('iframe[data-panel]').locator('img').last().dblclick();
    await opened(page, 'dialog');
  },
  'account-close': pressing(({ closing }) => closing.close),
  'account-zone': async (page, { accountData }) => {
    await page.getByLabel(accountData.zone).selectOption('Asia/Kolkata');
    await page.locator('[aria-labelledby=account] button[type=submit]').click();
    await opened(page, 'dialog');
  },
  'account-refused': async (page) => {
    // A hidden field before them names the account to password managers.
    const fields = page.locator('[aria-labelledby=password] input[type=password]');
    await fields.first().fill('wrong');
    await fields.last().fill('short');
    await page.locator('[aria-labelledby=password] button[type=submit]').click();
    await page.locator('[aria-invalid=true]').first().waitFor();
  },
  offline: async (page) => {
    await page.context().setOffline(true);
    await page.locator('.offline').waitFor();
    await page.context().setOffline(false);
    await page.evaluate(() => dispatchEvent(new Event('offline')));
  },
};

const DESIGN = `<mjml><mj-body><mj-section><mj-column><mj-text>Dear ((first_name|friend)), spring is here.</mj-text>
<mj-button href="https://example.com">Read more</mj-button></mj-column></mj-section></mj-body></mjml>`;

/** The `utr` of campaigns and emails. */
type Utrs<Name extends string> = Readonly<Record<Name, string>>;

type Filled = Utrs<'sent' | 'draft' | 'automation' | 'email'>;

/** Adds a draft that is ready and has an earlier version, a scheduled campaign, one with a design, and one with emails in doubt. */
async function addStates(
  client: Client,
  sender_id: number,
  audience: number,
): Promise<Utrs<'ready' | 'scheduled' | 'design' | 'doubted'>> {
  const [group] = (await client.get('/unsubscribes-groups')).body.message.unsubscribesGroups;
  const post = checkedPost(client);
  const basics = {
    template_id: 1,
    template_html: '<p>Hello ((first_name|you)), <a href="http://localhost/">look</a>.</p>',
    sender_id,
    unsubscribe_group_id: group.id,
    subject: 'Summer sale, ((first_name|reader))',
    preheader: 'Until Sunday',
    recipient_id: [`contacts_${audience}`],
    schedule_type: 0,
  };
  const send = async (single_send_name: string, fields: object): Promise<string> =>
    (await post('/single/send/create', { ...basics, single_send_name, ...fields })).utr;
  const unfinished = { single_send_name: 'Summer sale, last days', draft: 1 };
  const ready = await send(unfinished.single_send_name, unfinished);
  const designed = { template_html: '', template_json: JSON.stringify({ mjml: DESIGN }) };
  await post('/single/send/update', { ...basics, ...unfinished, utr: ready, ...designed });
  await post('/single/send/update', { ...basics, ...unfinished, utr: ready });
  const scheduled = await send('Autumn news', {
    schedule_type: 1,
    schedule_date: '2027-09-01',
    schedule_time: '09:30:00',
  });
  const design = await send('Winter news', { draft: 1, ...designed });
  const { id: vacant } = await post('/contacts-type/add', { name: 'Waiting list' });
  const doubted = await send('With doubts', { recipient_id: [`contacts_${vacant}`] });
  await completed(client, doubted);
  const stored = (await rows(SingleSend).findOne({ utr: doubted }))!;
  await leaveInDoubt(mailingOfSend(stored._id), stored.user_id, 3);
  return { ready, scheduled, design, doubted };
}

function mailPages({
  sent,
  draft,
  automation,
  email,
  ready,
  scheduled,
  design,
  doubted,
  series,
  first,
  unwritten,
}: Utrs<
  keyof Filled | 'ready' | 'scheduled' | 'design' | 'doubted' | 'series' | 'first' | 'unwritten'
>): Readonly<Record<string, string>> {
  const report = `/campaigns/${sent}`;
  const editing = `/campaigns/${ready}/edit`;
  const planned = `/campaigns/${scheduled}`;
  const designing = `/editor/campaigns/${design}`;
  const drafted = `/automations/${series}`;
  return {
    ...of(
      editing,
      'compose-ready',
      'review',
      'review-later',
      'personalise',
      'compose-checked',
      'compose-templates',
      'compose-replace',
      'compose-design',
      'versions',
      'insert-image',
    ),
    ...of(planned, 'scheduled', 'signed-out', 'change-time', 'send-now'),
    ...of(`/campaigns/${doubted}`, 'doubts', 'doubts-ask'),
    ...of(drafted, 'automation-draft', 'automation-on', 'email-add'),
    'automation-empty': `/automations/${unwritten}`,
    'email-people': `/automations/${automation}/emails/${email}/people`,
    ...of(
      designing,
      'editor-design',
      'editor-part',
      'editor-text',
      'editor-style',
      'editor-colour',
      'editor-link',
      'editor-preview',
      'editor-phone',
      'editor-row',
      'editor-image',
    ),
    'editor-email': `/editor/emails/${series}/${first}`,
    'campaign-lost': '/campaigns/nothing',
    'automation-lost': '/automations/nothing',
    'page-lost': '/nothing',
    'person-lost': `/automations/${automation}/person?email=stranger@example.com`,
    'compare-two': `/reports/compare?utrs=${encodeURIComponent(JSON.stringify([sent, doubted]))}`,
    ...of(PAGES.home, 'home-menu', 'palette', 'offline', 'account-paused', 'home-running'),
    ...of(
      PAGES.campaigns,
      'keys',
      'campaign-start',
      'campaign-menu',
      'campaigns-running',
      'campaigns-none-found',
    ),
    ...of(`/campaigns/${draft}/edit`, 'review-missing', 'versions-none'),
    ...of(
      report,
      'campaign-running',
      'campaign-cancel',
      'campaign-paused',
      'campaign-resume',
      'campaign-held',
      'campaign-cancelled',
      'campaign-parked',
      'campaign-untracked',
      'campaign-starting',
      'share',
      'share-made',
    ),
    'people-none': `${report}/people`,
    message: PAGES.messages,
    ...of(PAGES.automations, 'automation-new', 'automation-menu'),
    ...of(`/automations/${automation}`, 'automation-change', 'wait'),
    ...of(PAGES.templates, 'template-new', 'template-menu', 'template-rename'),
    ...of(PAGES.account, 'account-close', 'account-zone', 'account-refused'),
  };
}

/** Adds campaigns and automations in more states to a filled account; returns the pages that {@link MAIL_STEPS} open, and others. */
export async function addMails(client: Client, filled: Filled): Promise<Readonly<Record<string, string>>> {
  const [sender] = (await client.get('/senders')).body.message.senders;
  const [audience] = (await client.get('/contacts-type')).body.message.contactTypes;
  const post = checkedPost(client);
  const states = await addStates(client, sender.id, audience.id);
  const { automation: series, email: first } = await makeEmail(client, sender.id, 'What is new');
  await post('/automations/update', { utr: series, automation_for: `contacts_${audience.id}` });
  const { message } = await post('/automations/create', { type: 'custom', automation_name: 'Birthday' });
  return mailPages({ ...filled, ...states, series, first, unwritten: message.utr });
}

/** Steps of a person without a session, from the page of the path. */
interface Door {
  readonly path: string;
  readonly steps?: (page: Page) => Promise<void>;
}

const sending = (page: Page): Promise<void> =>
  page.locator('main button[type=submit], main button').last().click();

/** The pages before a service has an account. */
export const FIRST_DOORS: Readonly<Record<string, Door>> = {
  'first-offer': { path: '/account/sign-in' },
  'first-account': { path: '/account/first' },
  'first-refused': { path: '/account/first', steps: sending },
};

/** The pages of a person who is not signed in. */
export const DOORS: Readonly<Record<string, Door>> = {
  'sign-in': { path: '/account/sign-in' },
  'sign-in-refused': { path: '/account/sign-in', steps: sending },
  reset: { path: '/account/reset' },
  'reset-sent': {
    path: '/account/reset',
    async steps(page) {
      await page.locator('input[type=email], input[name=email]').fill('ada@example.com');
      await sending(page);
    },
  },
  'reset-expired': { path: '/account/reset/nothing' },
};
