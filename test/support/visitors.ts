import { existsSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { PHONE, startBrowser } from './browser.ts';
import { atEndOfRun } from './services.ts';

/** Chromium without windows, which takes a third of the CPU for opening a page. */
const SHELL = '/usr/bin/chromium-headless-shell';

let shared: Promise<Browser> | undefined;

/** The browser that the test files of this process share. */
async function sharedBrowser(): Promise<Browser> {
  const browser = await startBrowser(existsSync(SHELL) ? SHELL : undefined);
  atEndOfRun(() => browser.close());
  return browser;
}

/** A new browser profile, without cookies, which its test closes. Nothing slides, so that no note comes over what is pressed at that moment. */
export const newVisitor = async (options: BrowserContextOptions = {}): Promise<BrowserContext> =>
  (await (shared ??= sharedBrowser())).newContext({ viewport: PHONE, reducedMotion: 'reduce', ...options });
