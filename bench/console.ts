import type { Browser, BrowserContext } from 'playwright-core';
import { createAccount } from '../common/accounts/accounts.ts';
import { createKeyPair } from '../common/accounts/key-pairs.ts';
import { ContactType } from '../common/models/contact-types.ts';
import { Contact } from '../common/models/contacts.ts';
import { rows } from '../test/support/rows.ts';
import { searchOn, signIn, type Visit, visit, watchPages } from './support/console-page.ts';
import { addressOf } from './support/contacts.ts';
import { median, report } from './support/figures.ts';
import { memoryOf } from './support/page-memory.ts';
import { seedAccount } from './support/seed.ts';
import { sendNewsletter } from './support/send-newsletter.ts';
import { measureConsole } from './support/served-console.ts';
import { type Stack } from './support/stack.ts';

/**
 * The console in a browser, as its person has it: `node --import tsx bench/console.ts [contacts] [campaigns] [mails] [seconds]`, by
 * default 1,000,000, 500, 5,000,000 (`npm run seed`) and 3,600. Each page is opened by its address, with the files of the console in the browser's cache, by
 * turns for a full and for a new account; then searches are typed; then two pages watch a campaign to all contacts for so many seconds.
 */
const [contacts = 1_000_000, campaigns = 500, mails = 5_000_000, seconds = 3600] = process.argv
  .slice(2)
  .map(Number);
/** Visits of each page. */
const ROUNDS = 5;
/** Times that each search is typed, with another text each time. */
const SEARCHES = 7;
/** Looks at the memory of a page. */
const LOOKS = 60;
/** Duration of the watched campaign, as a multiple of the time that it is watched. */
const LONGER = 1.2;

const FULL = 'bench@example.com';
const NEW = 'new@example.com';
await measureConsole(
  measure,
  async (stack) => {
    await fill(stack);
    stack.startWorker();
  },
  { SMTP_RATE: String(Math.max(1, Math.floor(contacts / (seconds * LONGER)))) },
);

/** Fills the account of the stack, and adds another one that has what it needs to begin. */
async function fill(stack: Stack): Promise<void> {
  await seedAccount(stack, { contacts, campaigns, deliveries: mails });
  const account = await createAccount({
    name: 'New',
    email: NEW,
    password: 'correct horse',
    timezone: 'UTC',
  });
  await createKeyPair(account!._id, 'new');
}

interface Pages {
  /** Of any account. */
  readonly all: Readonly<Record<string, string>>;
  /** Of the records of the full account. */
  readonly full: Readonly<Record<string, string>>;
}

async function pagesOf({ call, keys }: Stack): Promise<Pages> {
  const { overview } = (await call('/single-send/overview')).message as { overview: { utr: string }[] };
  const report = overview[0]!.utr;
  const draft = await call(`/single/send/duplicate?utr=${report}`, {});
  const { utr } = draft as unknown as { utr: string };
  const contact = await rows(Contact).findOne({ user_id: keys.user_id }, { projection: { _id: 1 } });
  return {
    all: {
      Home: '',
      Campaigns: '/campaigns',
      Automations: '/automations',
      Reports: '/reports',
      Contacts: '/contacts',
      Import: '/contacts/imports',
      Segments: '/segments',
      'New segment': '/segments/new',
      Images: '/media',
      Settings: '/settings',
      Access: '/settings/access',
      Activity: '/settings/activity',
    },
    full: {
      Report: `/campaigns/${report}`,
      'People of a campaign': `/campaigns/${report}/people`,
      'Writing a campaign': `/campaigns/${utr}/edit`,
      Contact: `/contacts/${contact!._id}`,
      'A year': '/reports?period=year',
    },
  };
}

function ms(what: string, value: number, atMost?: number): void {
  const goal = atMost === undefined ? {} : { goal: { atMost } };
  report({ what, value: Math.round(value), unit: 'ms', ...goal });
}

async function measure(stack: Stack, browser: Browser): Promise<void> {
  const origin = `${stack.origin}/console`;
  const pages = await pagesOf(stack);
  const visitorOf = async (email: string): Promise<BrowserContext> => {
    const visitor = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
    await watchPages(visitor);
    await signIn(visitor, stack.origin, email);
    return visitor;
  };
  const [full, fresh] = [await visitorOf(FULL), await visitorOf(NEW)];
  const open = async (visitor: BrowserContext, path: string, rounds = ROUNDS): Promise<Visit[]> => {
    const visits: Visit[] = [];
    while (visits.length < rounds) visits.push(await visit(visitor, `${origin}${path}`));
    return visits;
  };
  const usable = (visits: readonly Visit[]): number => median(visits.map((one) => one.usable));
  let [sumOfFull, sumOfNew] = [0, 0];
  for (const [name, path] of Object.entries({ ...pages.all, ...pages.full })) {
    const [first] = await open(full, path, 1);
    const visits = await open(full, path);
    const middle = (part: Exclude<keyof Visit, 'followed'>): number => median(visits.map((one) => one[part]));
    ms(`${name}: first paint`, middle('firstPaint'));
    ms(`${name}: largest paint`, middle('largestPaint'));
    ms(`${name}: blocked`, middle('blocked'));
    ms(`${name}: usable`, usable(visits), 1000);
    ms(`${name}: usable, the first time`, first!.usable);
    const followed = visits.flatMap((one) => one.followed ?? []);
    if (followed.length > 0) ms(`${name}: its audience is counted`, median(followed), 1500);
    if (!(name in pages.all)) continue;
    sumOfFull += usable(visits);
    sumOfNew += usable(await open(fresh, path));
  }
  report({
    what: `all pages of ${contacts.toLocaleString('en')} contacts and ${mails.toLocaleString('en')} mails, compared with those of a new account`,
    value: Math.round((sumOfFull / sumOfNew) * 100) / 100,
    unit: '×',
    goal: { atMost: 1.5 },
  });
  await search(full, origin, pages);
  await watch(stack, full, origin);
}

/** Types searches, a text that is found by few, by many and by none. */
async function search(visitor: BrowserContext, origin: string, { full }: Pages): Promise<void> {
  const last = contacts - 1;
  for (const [what, path, call, textAt] of [
    ['contacts by address', '/contacts', '/contacts/list', (at: number) => addressOf(last - at)],
    ['contacts by a beginning', '/contacts', '/contacts/list', (at: number) => `person.${at + 1}`],
    ['contacts by name', '/contacts', '/contacts/list', (at: number) => `last${last - at}`],
    ['contacts that there are not', '/contacts', '/contacts/list', (at: number) => `nobody ${at}`],
    ['campaigns', '/campaigns', '/single-send/overview', (at: number) => `news ${at + 1}`],
    [
      'people of a campaign',
      full['People of a campaign']!,
      '/single-send/deliveries',
      (at: number) => `person.${at + 1}`,
    ],
  ] as const) {
    const page = await visitor.newPage();
    await page.goto(`${origin}${path}`);
    await page.getByRole('searchbox').waitFor();
    const took: number[] = [];
    for (let at = 0; at < SEARCHES; at += 1) took.push(await searchOn(page, call, textAt(at)));
    await page.close();
    ms(`search: ${what}`, median(took), 200);
    ms(`search: ${what}, the longest`, Math.max(...took));
  }
}

/** Watches a running campaign on its report and on Home, and measures the memory of both pages. */
async function watch({ call, keys }: Stack, visitor: BrowserContext, origin: string): Promise<void> {
  const type = await rows(ContactType).findOne({ user_id: keys.user_id }, { sort: { _id: -1 } });
  const { utr } = await sendNewsletter(call, { entry: `contacts_${type!._id}` });
  const stateOf = async (): Promise<number> => {
    const { overview } = (await call(`/single-send/overview?utr=${utr}`)).message as {
      overview: { status: number }[];
    };
    return overview[0]!.status;
  };
  const tabs = await Promise.all(
    [`/campaigns/${utr}`, ''].map(async (path) => {
      const page = await visitor.newPage();
      await page.goto(`${origin}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      return page;
    }),
  );
  const every = (seconds * 1000) / LOOKS;
  const looks = await Promise.all(tabs.map((page) => memoryOf(page, seconds * 1000, every)));
  if ((await stateOf()) !== 2) throw new Error('the campaign did not run as long as it was watched');
  for (const [at, name] of ['report', 'Home'].entries()) {
    const held = looks[at]!;
    // Not the very first, in which the page still loads parts of itself.
    const tenth = Math.max(1, Math.floor(held.length / 10));
    const [begin, end] = [held.slice(1, 1 + tenth), held.slice(-tenth)];
    const of = (part: typeof held, key: 'heap' | 'nodes'): number => median(part.map((one) => one[key]));
    const during = `${name} while a campaign runs for ${seconds} s`;
    report(
      { what: `${during}: heap`, value: Math.round(of(end, 'heap') / 1e5) / 10, unit: 'MB' },
      {
        what: `${during}: heap at the end, compared with the beginning`,
        value: Math.round((of(end, 'heap') / of(begin, 'heap')) * 100) / 100,
        unit: '×',
        goal: { atMost: 1.1 },
      },
      {
        what: `${during}: nodes at the end, compared with the beginning`,
        value: Math.round((of(end, 'nodes') / of(begin, 'nodes')) * 100) / 100,
        unit: '×',
        goal: { atMost: 1.1 },
      },
    );
    await tabs[at]!.close();
  }
}
