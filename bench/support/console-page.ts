import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';

/** Milliseconds of one visit of a page. */
export interface Visit {
  /** Until anything is seen. */
  readonly firstPaint: number;
  /** Until the largest part is seen. */
  readonly largestPaint: number;
  /** In which tasks of more than 50 ms kept the page from answering the person, beyond these 50. */
  readonly blocked: number;
  /** Until the heading is shown, no placeholder is left, all calls are answered, and what they brought is shown. */
  readonly usable: number;
  /** Until the part that loads later is shown, too; null if the page has none. */
  readonly followed: number | null;
}

/** What `watch-page.js` notes in a page. */
interface Watched {
  readonly watched: { readonly usable: number | null; readonly following: number };
}

const WATCH = readFileSync(new URL('watch-page.js', import.meta.url), 'utf8');
/** Milliseconds after which a page that is not usable is given up. */
const GIVEN_UP_MS = 60_000;

/** Has each page of a visitor note when it could be used. */
export const watchPages = (visitor: BrowserContext): Promise<unknown> => visitor.addInitScript(WATCH);

/** Opens a page as a person does who has an address of it, in a tab of its own. */
export async function visit(visitor: BrowserContext, url: string): Promise<Visit> {
  const page = await visitor.newPage();
  try {
    await page.goto(url);
    const isOver = (): boolean => {
      const { usable, following } = (globalThis as unknown as Watched).watched;
      return usable !== null && following === 0;
    };
    await page.waitForFunction(isOver, null, { timeout: GIVEN_UP_MS });
    return await page.evaluate<Visit>(`({
      firstPaint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
      largestPaint: watched.largest,
      blocked: watched.blocked,
      usable: watched.usable,
      followed: watched.followed,
    })`);
  } finally {
    await page.close();
  }
}

/** Signs a person in by the form. */
export async function signIn(visitor: BrowserContext, origin: string, email: string): Promise<void> {
  const page = await visitor.newPage();
  await page.goto(`${origin}/console`);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button').click();
  await page.waitForURL('**/console');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.close();
}

/**
 * Types into the search field of a page, and answers the milliseconds from its call to the end of the answer. `path`: of the call.
 */
export async function searchOn(page: Page, path: string, text: string): Promise<number> {
  const answered = page.waitForResponse((response) => {
    const { pathname, searchParams } = new URL(response.url());
    return pathname.endsWith(path) && searchParams.get('search') === text;
  });
  await page.getByRole('searchbox').fill(text);
  const request = (await answered).request();
  await (await answered).finished();
  return request.timing().responseEnd;
}
