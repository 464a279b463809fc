import type { Browser, BrowserContext, Cookie, Page } from 'playwright-core';
import { signIn, watchPages } from './support/console-page.ts';
import { feltMs, noteActs } from './support/felt-time.ts';
import { median, report } from './support/figures.ts';
import { type FirstVisit, firstVisit } from './support/first-visit.ts';
import { seedAccount } from './support/seed.ts';
import { measureConsole } from './support/served-console.ts';
import { SLOW, slowTab } from './support/slow-computer.ts';
import { OWNER, type Stack } from './support/stack.ts';

/**
 * The speed of the console as a person feels it: `node --import tsx bench/felt-speed.ts [contacts] [campaigns] [mails]`, by default 100,005, 60 and 60,000.
 * The files of a first visit; the first paint of a page whose calls are not answered; and the time of a tick, a letter and a change of page on a slow computer.
 */
const [contacts = 100_005, campaigns = 60, mails = 60_000] = process.argv.slice(2).map(Number);
const VISITS = 3;
const ACTS = 5;
const ROWS = 500;
// The policy of the console allows no expressions of a test.
const VIEW = { viewport: { width: 1280, height: 800 }, locale: 'en-GB', bypassCSP: true } as const;

/** The most requests, and kB as they are transferred. */
const PAGES: Readonly<Record<string, { path: string; requests: number; kb: number }>> = {
  Home: { path: '', requests: 15, kb: 220 },
  Contacts: { path: '/contacts', requests: 18, kb: 260 },
  Campaigns: { path: '/campaigns', requests: 15, kb: 240 },
  Reports: { path: '/reports', requests: 15, kb: 240 },
};
/** Milliseconds: half of what they were at first, or what a person takes for at once. */
const GOALS = {
  painted: 2500,
  tick: 100,
  all: 100,
  allSlow: 3250,
  typing: 80,
  palette: 365,
  page: 210,
} as const;

await measureConsole(measure, (stack) => seedAccount(stack, { contacts, campaigns, deliveries: mails }));

function ms(what: string, values: readonly number[], atMost: number): void {
  report({ what, value: Math.round(median(values)), unit: 'ms', goal: { atMost } });
}

async function measure({ origin }: Stack, browser: Browser): Promise<void> {
  const url = `${origin}/console`;
  const cookies = await sessionOf(browser, origin);
  const visitorOf = async (): Promise<BrowserContext> => {
    const visitor = await browser.newContext(VIEW);
    await visitor.addCookies([...cookies]);
    await watchPages(visitor);
    await noteActs(visitor);
    return visitor;
  };
  for (const [name, { path, requests, kb }] of Object.entries(PAGES)) {
    const visits: FirstVisit[] = [];
    while (visits.length < VISITS) {
      const visitor = await visitorOf();
      visits.push(await firstVisit(visitor, `${url}${path}`));
      await visitor.close();
    }
    const of = (part: keyof FirstVisit): number => median(visits.map((one) => one[part]));
    const first = `${name}: first visit`;
    report(
      { what: `${first}, requests`, value: of('requests'), unit: '', goal: { atMost: requests } },
      {
        what: `${first}, transferred`,
        value: Math.round(of('bytes') / 1000),
        unit: 'kB',
        goal: { atMost: kb },
      },
      {
        what: `${first}, layout shift`,
        value: Number(of('shift').toFixed(3)),
        unit: '',
        goal: { atMost: 0 },
      },
    );
  }
  await paintWithoutAnswers(url, visitorOf);
  const visitor = await visitorOf();
  const plain = await visitor.newPage();
  await actOn(plain, url, '', GOALS.all);
  await plain.close();
  const { page } = await slowTab(visitor);
  await actOn(page, url, `, ${SLOW}`, GOALS.allSlow);
  await visitor.close();
}

async function sessionOf(browser: Browser, origin: string): Promise<readonly Cookie[]> {
  const visitor = await browser.newContext(VIEW);
  await signIn(visitor, origin, OWNER.email);
  const cookies = await visitor.cookies();
  await visitor.close();
  return cookies;
}

/** Home on a slow computer, at a first visit, while no call is answered. */
async function paintWithoutAnswers(url: string, visitorOf: () => Promise<BrowserContext>): Promise<void> {
  const [painted, titled]: [number[], number[]] = [[], []];
  while (painted.length < VISITS) {
    const visitor = await visitorOf();
    const { page } = await slowTab(visitor);
    await page.route(/\/console\/(?:api|session)/, () => {});
    await page.goto(url, { waitUntil: 'commit' });
    const at = await page.waitForFunction(() => document.querySelector('h1') && performance.now(), null, {
      polling: 'raf',
    });
    titled.push((await at.jsonValue()) as number);
    painted.push(
      await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]!.startTime),
    );
    await visitor.close();
  }
  ms(`Home: first paint while no call is answered, ${SLOW}`, painted, GOALS.painted);
  report({
    what: `Home: title and outline while no call is answered, ${SLOW}`,
    value: Math.round(median(titled)),
    unit: 'ms',
  });
}

function table(page: Page) {
  return page.getByRole('region', { name: 'Contacts' }).getByRole('table');
}

/** Acts of a person on a table of many contacts, then elsewhere. `how`: the computer, for the names of the figures. */
async function actOn(page: Page, url: string, how: string, all: number): Promise<void> {
  await page.goto(`${url}/contacts`);
  const people = table(page);
  await people.waitFor();
  while (Number(await people.getAttribute('aria-rowcount')) <= ROWS) {
    const before = await people.getAttribute('aria-rowcount');
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.waitForFunction(
      (rows) => document.querySelector('table[aria-rowcount]')!.getAttribute('aria-rowcount') !== rows,
      before,
    );
  }
  await page.evaluate(() => scrollTo(0, 0));
  const isSaid = (text: string): string =>
    `[...document.querySelectorAll('[role=status]')].some((one) => one.textContent.replaceAll('\\u00a0', ' ').includes('${text}'))`;
  const ticks: number[] = [];
  while (ticks.length < ACTS) {
    const row = people.getByRole('checkbox').nth(1 + ticks.length);
    const count = ticks.length + 1;
    ticks.push(
      await feltMs(page, () => row.click(), isSaid(`${count} contact${count === 1 ? '' : 's'} selected`)),
    );
  }
  ms(`ticking one of ${ROWS} rows${how}`, ticks, GOALS.tick);
  const every = people.getByRole('checkbox').first();
  ms(
    `ticking all of ${ROWS} rows${how}`,
    [await feltMs(page, () => every.click(), isSaid(`${ROWS} contacts selected`))],
    all,
  );
  const typed: number[] = [];
  const search = page.getByRole('searchbox');
  await search.focus();
  for (const letter of 'perso') {
    const isTyped = `document.querySelector('input[type=search]').value.length === ${typed.length + 1}`;
    typed.push(await feltMs(page, () => page.keyboard.press(letter), isTyped));
  }
  ms(`typing a letter above ${ROWS} rows${how}`, typed, GOALS.typing);
  await changePages(page, how);
}

async function changePages(page: Page, how: string): Promise<void> {
  const titled = (title: string): string => `document.querySelector('h1')?.textContent === '${title}'`;
  const go = (name: string) => () =>
    page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  const took: number[] = [];
  for (const name of ['Campaigns', 'Segments', 'Campaigns', 'Segments', 'Campaigns']) {
    took.push(await feltMs(page, go(name), titled(name)));
    await page.waitForLoadState('networkidle');
  }
  ms(`opening a page for the first time${how}`, took.slice(0, 2), GOALS.page);
  ms(`changing to a page that was open before${how}`, took.slice(2), GOALS.page);
  const opened = await feltMs(
    page,
    () => page.keyboard.press('Control+k'),
    `document.querySelector('[role=dialog] input') !== null`,
  );
  ms(`opening the palette${how}`, [opened], GOALS.palette);
}
