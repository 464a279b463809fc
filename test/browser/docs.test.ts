import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { type Api, startApi } from '../support/api.ts';
import {
  accessibilityFaults,
  DESK,
  focusIsSeen,
  newVisitor,
  overflow,
  PHONE,
  startBrowser,
} from '../support/browser.ts';

describe('the API reference in a browser', () => {
  let api: Api;
  let browser: Browser;

  before(async () => {
    api = await startApi('browser-docs');
    browser = await startBrowser();
  });
  after(async () => {
    await browser?.close();
    await api.stop();
  });

  it('asks no other host, needs no script, and shows an endpoint', async () => {
    const visitor = await newVisitor(browser, { javaScriptEnabled: false, viewport: DESK });
    try {
      const page = await visitor.newPage();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(`${api.url}/docs`);
      await page.getByRole('link', { name: 'Add a contact', exact: true }).first().click();
      await page.waitForURL('**/docs#contactAdd');
      expect(await page.getByText('/contacts/add', { exact: true }).first().isVisible()).to.equal(true);
      expect(asked.filter((url) => !url.startsWith(api.url) && !url.startsWith('data:'))).to.deep.equal([]);
      await page.keyboard.press('Tab');
      expect(await focusIsSeen(page)).to.equal(true);
    } finally {
      await visitor.close();
    }
  });

  for (const [device, viewport] of Object.entries({ phone: PHONE, desk: DESK })) {
    for (const colorScheme of ['light', 'dark'] as const) {
      it(`is accessible: ${device}, ${colorScheme}`, async () => {
        const visitor = await newVisitor(browser, { viewport, colorScheme });
        try {
          const page = await visitor.newPage();
          await page.goto(`${api.url}/docs`);
          expect(await accessibilityFaults(page)).to.deep.equal([]);
          expect(await overflow(page)).to.deep.equal([]);
        } finally {
          await visitor.close();
        }
      });
    }
  }
});
