import type { BrowserContext } from 'playwright-core';

/** The size of a visit with an empty cache. */
export interface FirstVisit {
  readonly requests: number;
  /** As they are transferred, with their headers. */
  readonly bytes: number;
  /** The sum of the layout shifts of the page. */
  readonly shift: number;
}

/** Milliseconds after which a page that is not usable is given up. */
const GIVEN_UP_MS = 60_000;

/** Milliseconds of a visit whose requests are all counted: some begin once the browser is idle. */
const COUNTED_MS = 3000;

/** Opens a page of a visitor with an empty cache, until it is usable (`watchPages`) and 3 s are over. */
export async function firstVisit(visitor: BrowserContext, url: string): Promise<FirstVisit> {
  const page = await visitor.newPage();
  const session = await visitor.newCDPSession(page);
  let [requests, bytes] = [0, 0];
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (/^https?:/.test(request.url)) requests += 1;
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  await page.goto(url);
  await page.waitForFunction('watched.usable !== null', null, { timeout: GIVEN_UP_MS });
  const shift = await page.evaluate<number>(
    `new Promise((done) => {
      let sum = 0;
      new PerformanceObserver((list) => {
        for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value;
      }).observe({ type: 'layout-shift', buffered: true });
      setTimeout(() => done(sum), Math.max(100, ${COUNTED_MS} - performance.now()));
    })`,
  );
  await page.close();
  return { requests, bytes, shift };
}
