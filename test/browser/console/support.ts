import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { BrowserContextOptions, ConsoleMessage, Cookie, Locator, Page, Request } from 'playwright-core';
import { Account } from '../../../common/models/accounts.ts';
import { buildConsole } from '../../../local/console.mjs';
import { ROOT } from '../../../local/servers.mjs';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { cutTexts, faultsInEachLook, overflow } from '../../support/browser.ts';
import { englishOnly } from '../../support/console-texts.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { until } from '../../support/until.ts';
import { keptPages } from './kept-pages.ts';

export const DESK = { width: 1280, height: 800 } as const;
export const PHONE = { width: 390, height: 844 } as const;
/** The narrowest phones. */
export const SMALL = { width: 360, height: 740 } as const;

/** Pages that need no record. */
export const PAGES = {
  home: '',
  campaigns: '/campaigns',
  calendar: '/calendar',
  messages: '/messages',
  reports: '/reports',
  compare: '/reports/compare',
  automations: '/automations',
  contacts: '/contacts',
  imports: '/contacts/imports',
  moves: '/contacts/moves',
  segments: '/segments',
  'new-segment': '/segments/new',
  templates: '/templates',
  media: '/media',
  settings: '/settings',
  fields: '/settings/fields',
  brand: '/settings/brand',
  access: '/settings/access',
  account: '/settings/account',
  activity: '/settings/activity',
};

/** A console that runs: the API with the built files, and a browser. */
export interface Console {
  readonly api: Api;
  /**
   * Signs an account in, where its session of an earlier visit is over, and uses a page, which is still empty; fails on errors in the browser's log and on
   * requests to other hosts.
   */
  visit(client: Client, options: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void>;
  /** Opens Home. */
  home(page: Page): Promise<void>;
  stop(): Promise<void>;
}

const SETTINGS = { RATE_SIGN_INS: '1000' } as const;

/** `start`: what starts the API, where a mail server is needed, too. */
export async function startConsole(name: string, start: typeof startApi = startApi): Promise<Console> {
  const api = await start(name, SETTINGS);
  return consoleOf(api, () => api.stop());
}

/** A console with a worker, whose jobs the test calls. */
export async function startConsoleAndWorker(name: string): Promise<{ running: Console; engine: Engine }> {
  const engine = await startEngine(name, SETTINGS);
  return { engine, running: await consoleOf(engine.api, () => engine.stop()) };
}

async function consoleOf(api: Api, stop: () => Promise<void>): Promise<Console> {
  await buildConsole(ROOT);
  const pages = keptPages(api.url);
  // Checking a password takes a quarter of a second of a processor, by intent. Two visits at once have a session each.
  const sessions = new Map<number, Cookie[]>();
  return {
    api,
    async visit(client, given, use) {
      const options = { locale: 'en-GB', ...given };
      const page = await pages.take(options);
      const wrong: string[] = [];
      const ends = watch(page, api.url, wrong);
      try {
        const session = sessions.get(client.user_id);
        sessions.delete(client.user_id);
        if (session) await page.context().addCookies(session);
        await signIn(api, page, client);
        await use(page);
        sessions.set(client.user_id, await page.context().cookies());
      } catch (error) {
        await page.context().close();
        throw error;
      }
      // The last writes of a page, at its end, may fail, too.
      await pages.giveBack(options, page);
      ends();
      expect(wrong).to.deep.equal([]);
    },
    async home(page) {
      await page.goto(`${api.url}/console`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
    async stop() {
      await pages.close();
      await stop();
    },
  };
}

/** Notes errors in a browser's log, and requests to other hosts than `url`, until the returned function is called. */
function watch(page: Page, url: string, wrong: string[]): () => void {
  const listeners = {
    console(message: ConsoleMessage) {
      // The browser notes an input that the service refuses, which the form shows, and an ended session, for which a dialog asks; a preview that is asked
      // for then gets the sign-in page, which no frame shows.
      if (/status of (?:422|401)|violates .*"frame-ancestors 'none'"/.test(message.text())) return;
      if (['error', 'warning'].includes(message.type()))
        wrong.push(`${message.text()} ${message.location().url}`);
    },
    pageerror: (error: Error) => void wrong.push(error.message),
    request(request: Request) {
      if (!request.url().startsWith(`${url}/`) && !/^(?:data|blob):/.test(request.url()))
        wrong.push(`a request to ${request.url()}`);
    },
  };
  page.on('console', listeners.console).on('pageerror', listeners.pageerror).on('request', listeners.request);
  return () =>
    void page
      .off('console', listeners.console)
      .off('pageerror', listeners.pageerror)
      .off('request', listeners.request);
}

/** Signs the browser of a page in, unless its session is open. The form itself is tested in `account.test.ts`. */
async function signIn({ url }: Api, page: Page, { user_id }: Client): Promise<void> {
  const { request } = page.context();
  const opened = await request.get(`${url}/console`, { maxRedirects: 0 });
  if (opened.status() === 200) return;
  const { email } = (await Account.findOne({ _id: user_id }))!;
  const answer = await request.post(`${url}/account/sign-in`, {
    form: { email, password: 'correct horse' },
    headers: { 'User-Agent': await page.evaluate(() => navigator.userAgent) },
    maxRedirects: 0,
  });
  expect(answer.status()).to.equal(303);
}

/** More stops than any page or list has. */
const STOPS = 300;
/** A list that is still open after this many milliseconds has not taken the key. */
const CLOSED_MS = 2000;

/** Moves the focus to an element, as a person without a mouse does. `key`: that goes back, for an element that is before. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  // A choice among several is hidden behind its label.
  await target.waitFor({ state: 'attached' });
  for (let stop = 0; stop < STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error('The element cannot be reached with the Tab key.');
}

/** Presses a key on an element that the Tab key reaches. */
export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Chooses an entry of the menu of a button by keys. */
export async function chooseByKeys(page: Page, button: Locator, name: string): Promise<void> {
  await pressOn(page, button);
  const entry = page.getByRole('menuitem', { name, exact: true });
  await entry.waitFor();
  for (let stop = 0; stop < STOPS; stop += 1) {
    if (await entry.evaluate((element) => element === document.activeElement))
      return page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`${name} cannot be chosen by keys.`);
}

/** Waits until the focus is on an element: after an answer, and when what had it is gone. */
export const hasFocus = (target: Locator): Promise<boolean> =>
  until(() => target.evaluate((element) => element === document.activeElement), 'the focus');

/** Types in place of what a field has. */
export async function typeByKeys(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

/** Chooses an entry of a list by keys, after a search for it if the list has one, and waits until the list is closed. */
export async function pickByKeys(
  page: Page,
  list: Locator,
  name: string | RegExp,
  search?: string,
): Promise<void> {
  await list.focus();
  if (search === undefined) await page.keyboard.press('ArrowDown');
  else await list.fill(search);
  const option = page.getByRole('option', { name, exact: true });
  await option.waitFor();
  // On a busy machine a list shows an entry as chosen and takes no Enter for it, until an arrow key chooses it again.
  for (let stop = 0; await option.isVisible(); stop += 1) {
    if (stop === STOPS) throw new Error(`${name} cannot be chosen by keys.`);
    if ((await option.and(page.locator('[data-combobox-selected]')).count()) > 0) {
      await page.keyboard.press('Enter');
      await option
        .waitFor({ state: 'hidden', timeout: CLOSED_MS })
        .catch(() => page.keyboard.press('ArrowDown'));
    } else await page.keyboard.press('ArrowDown');
  }
}

/**
 * Waits until nothing loads, then checks that the page does not scroll sideways at any width, and has no accessibility faults at the width and in the scheme
 * of the day (`EVERY_LOOK`: at each width in both schemes). It stays at the width that it had; one that is narrower than a phone takes its place, and no
 * text may be cut there.
 */
export async function isInOrder(page: Page, where: string): Promise<void> {
  const own = page.viewportSize()!;
  await page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root') === null);
  const isSmall = own.width < PHONE.width;
  const faults = await faultsInEachLook(page, [isSmall ? own : PHONE, DESK]);
  expect(faults, `${where}: ${faults.join('\n')}`).to.deep.equal([]);
  await page.setViewportSize(own);
  await page.emulateMedia({ colorScheme: 'light' });
  if (isSmall) expect(await cutTexts(page), `${where}: texts that are cut`).to.deep.equal([]);
}

/** Lines of text on the page. */
const linesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => document.body.innerText.split('\n').map((line) => line.trim()));

/** Reads the lines of a page that are English, and another language has other words for. */
export async function leftEnglish(language: 'de' | 'fr'): Promise<(page: Page) => Promise<string[]>> {
  const english = await englishOnly(language);
  return async (page) => (await linesOf(page)).filter((line) => english.has(line));
}

const leftOfGerman = await leftEnglish('de');

/** As `isInOrder`, and in German alone. */
export async function isInGermanOrder(page: Page, where: string): Promise<void> {
  await isInOrder(page, where);
  expect(await leftOfGerman(page), `${where}: in English`).to.deep.equal([]);
}

/** Opens a page of the console in German on the narrowest phone, for a walk by keyboard alone. */
export const walkFrom = (
  { api, visit }: Pick<Console, 'api' | 'visit'>,
  client: Client,
  path: string,
  use: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> =>
  visit(client, { viewport: SMALL, locale: 'de-DE', ...options }, async (page) => {
    await page.goto(`${api.url}/console${path}`);
    await use(page);
  });

/** Checks a step of a walk: an element has the focus, and nothing is cut, wider than the page, or English. */
export async function stepIsInOrder(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement !== document.body);
  expect([await overflow(page), await cutTexts(page), await leftOfGerman(page)].flat()).to.deep.equal([]);
}

/** Leaving a page makes deletions at once that could be undone. */
export const leave = (page: Page) => page.goto(`${new URL(page.url()).origin}/healthz`);

/** Downloads a file by keys; returns its name and its first line. */
export async function downloadByKeys(page: Page, button: Locator): Promise<readonly [string, string]> {
  const loading = page.waitForEvent('download');
  await pressOn(page, button);
  const file = await loading;
  return [file.suggestedFilename(), readFileSync(await file.path(), 'utf8').split(/\r?\n/)[0]!];
}

/** Types a date into a date field. Its day and month are equal: a locale has an order of its own. */
export async function typeDateByKeys(page: Page, field: Locator, digits: string): Promise<void> {
  await tabTo(page, field);
  // The field may have its month or year in focus.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(digits);
}

interface KeyQuestion {
  readonly opener: Locator;
  /** The key that opens the question. */
  readonly key?: string;
  readonly title: string;
  readonly no: string;
  readonly yes: string;
  /** Reads the values that stay as they are until the question is confirmed. */
  readonly stored: () => Promise<unknown>;
}

/** Opens a question, and leaves it by its way out and by Escape: the way out has the focus, other keys do nothing, and nothing changes. */
export async function leaveByKeys(
  page: Page,
  { opener, key = 'Enter', title, no, stored }: Omit<KeyQuestion, 'yes'>,
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title, exact: true });
  const before = await stored();
  for (const away of ['Enter', 'Escape']) {
    await pressOn(page, opener, key);
    await hasFocus(dialog.getByRole('button', { name: no, exact: true }));
    await stepIsInOrder(page);
    for (const other of ['j', 'y', 'Delete', 'ArrowRight']) await page.keyboard.press(other);
    await hasFocus(dialog.getByRole('button', { name: no, exact: true }));
    await page.keyboard.press(away);
    await dialog.waitFor({ state: 'detached' });
    await hasFocus(opener);
  }
  expect(await stored(), title).to.deep.equal(before);
}

/** Leaves a question, as `leaveByKeys` does, and then confirms it. */
export async function confirmByKeys(page: Page, question: KeyQuestion): Promise<void> {
  await leaveByKeys(page, question);
  const { opener, key = 'Enter', title, yes } = question;
  const dialog = page.getByRole('dialog', { name: title, exact: true });
  await pressOn(page, opener, key);
  await pressOn(page, dialog.getByRole('button', { name: yes, exact: true }));
  await dialog.waitFor({ state: 'detached' });
}

/** Fills the form of a sender, by keys alone. */
export async function fillSender(page: Page, form: Locator): Promise<void> {
  await form.getByLabel('Name').fill('Ada');
  await form.getByLabel('Address', { exact: true }).fill('ada@sender.example');
  await form.getByLabel('Street and number').fill('1 Main Street');
  await pickByKeys(page, form.getByRole('combobox', { name: 'Country' }), 'Germany', 'Germany');
}
