import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { PHONE, startBrowser } from './browser.ts';
import { atEndOfRun } from './services.ts';

let shared: Promise<Browser> | undefined;

/** The browser that the test files of this process share. */
async function sharedBrowser(): Promise<Browser> {
  const browser = await startBrowser(false);
  atEndOfRun(() => browser.close());
  return browser;
}

/** A new browser profile, without cookies, which its test closes. Nothing slides, so that no note comes over what is pressed at that moment. */
export const newVisitor = async (options: BrowserContextOptions = {}): Promise<BrowserContext> =>
  (await (shared ??= sharedBrowser())).newContext({ viewport: PHONE, reducedMotion: 'reduce', ...options });

/** Uses a page of a new browser profile, which is closed afterwards. */
export async function visitAs(
  options: BrowserContextOptions,
  use: (page: Page, visitor: BrowserContext) => Promise<void>,
): Promise<void> {
  const visitor = await newVisitor(options);
  try {
    await use(await visitor.newPage(), visitor);
  } finally {
    await visitor.close();
  }
}
