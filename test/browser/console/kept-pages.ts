import type { BrowserContextOptions, Page } from 'playwright-core';
import { newVisitor } from '../../support/visitors.ts';

/** Pages that visits use one after another: a new one would load and compile all files of the console again. */
export interface KeptPages {
  /** A page of a visitor with these options, which knows nothing of other visits. Two at once have a page each. */
  take(options: BrowserContextOptions): Promise<Page>;
  /** Takes a page back, with which `take` was called with the same options. */
  giveBack(options: BrowserContextOptions, page: Page): Promise<void>;
  close(): Promise<void>;
}

/** Data of a site in a browser, without the cache of its files. */
const KEPT_BY_SITES = 'cookies,local_storage,indexeddb,cache_storage,service_workers,file_systems';

export function keptPages(url: string): KeptPages {
  const idle = new Map<string, Page[]>();
  const idleLike = (options: BrowserContextOptions): Page[] => {
    const key = JSON.stringify(options);
    return idle.get(key) ?? idle.set(key, []).get(key)!;
  };
  return {
    take: async (options) => idleLike(options).pop() ?? (await (await newVisitor(options)).newPage()),
    async giveBack(options, page) {
      const context = page.context();
      if (page.isClosed()) return context.close();
      const others = context.pages().filter((one) => one !== page);
      await Promise.all(others.map((one) => one.close()));
      await page.unrouteAll();
      // A page of the same site, since another process would show one of another site.
      await page.goto(`${url}/healthz`);
      await page.setViewportSize(options.viewport!);
      await page.emulateMedia({ media: null, colorScheme: options.colorScheme ?? 'light' });
      const devtools = await context.newCDPSession(page);
      await devtools.send('Storage.clearDataForOrigin', { origin: url, storageTypes: KEPT_BY_SITES });
      await devtools.send('Page.resetNavigationHistory');
      await devtools.detach();
      await context.clearCookies();
      idleLike(options).push(page);
    },
    async close() {
      await Promise.all([...idle.values()].flat().map((page) => page.context().close()));
    },
  };
}
