import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../../console/src/texts/texts.ts';
import type { Answer } from '../../support/api.ts';
import { DESK } from './support.ts';

/** Steps on a page before its picture. */
export type Steps = (page: Page, texts: Texts) => Promise<void>;

/** The name of an element in the language of a page. */
export type NameOf = (texts: Texts) => string;

export const inTurn =
  (...steps: readonly Steps[]): Steps =>
  async (page, texts) => {
    for (const step of steps) await step(page, texts);
  };

/** Waits until what a page asks for is shown. */
export const loaded = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root') === null);
};

/** Waits for a part of the page that steps open. */
export const opened = (page: Page, role: 'dialog' | 'menu'): Promise<void> =>
  page.getByRole(role).last().waitFor();

export const button = (at: Page | Locator, name: string, exact = true): Locator =>
  at.getByRole('button', { name, exact }).first();

/** Opens a dialog or a menu by a button. `within`: the heading of its section, where names of buttons end with that of a record. */
export const pressing =
  (nameOf: NameOf, within?: string): Steps =>
  async (page, texts) => {
    const at = within === undefined ? page : page.locator(`[aria-labelledby=${within}]`);
    await button(at, nameOf(texts), within === undefined).click();
    await page.getByRole('dialog').or(page.getByRole('menu')).last().waitFor();
  };

/** Opens a dialog by an entry of the open menu. */
export const pickingEntry =
  (nameOf: NameOf): Steps =>
  async (page, texts) => {
    await page.getByRole('menuitem', { name: nameOf(texts), exact: true }).click();
    await opened(page, 'dialog');
  };

/** Whether a page has what only a wide one has in view folded or left out. */
export const isNarrow = (page: Page): boolean => page.viewportSize()!.width < DESK.width;

export const openAccountMenu: Steps = async (page, texts) => {
  if (isNarrow(page)) await button(page, texts.menu).click();
  await page.locator(':is(.side, [role=dialog]) [aria-haspopup=menu]:visible').click();
  await opened(page, 'menu');
};

/**
 * Opens a page again with changed answers: of a state that only a mail server can cause, or that is over before a picture is made. `change`: gets the
 * milliseconds since then, too. `askedAs`: the address that is asked in place of the page's.
 */
export const answering =
  (
    calls: string | RegExp,
    change: (message: Answer['body'], ms: number) => void,
    askedAs = (url: string): string => url,
  ): Steps =>
  async (page) => {
    const startedAt = Date.now();
    await page.route(calls, async (route) => {
      const response = await route.fetch({ url: askedAs(route.request().url()) });
      const json = await response.json();
      change(json.message, Date.now() - startedAt);
      await route.fulfill({ response, json });
    });
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await loaded(page);
  };

/** Pages of one path, by their names. */
export const of = (path: string, ...names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, path]));
