import { expect } from 'chai';
import { type Client } from '../../support/api.ts';
import { focusIsSeen } from '../../support/browser.ts';
import { until } from '../../support/until.ts';
import { type Console, DESK, isInOrder, PHONE, startConsole } from './support.ts';

const PATHS = ['', '/contacts', '/settings', '/nowhere'];

describe('the console', () => {
  let running: Console;
  let client: Client;
  before(async () => {
    running = await startConsole('browser-console');
    client = await running.api.account({ timezone: 'Europe/Berlin' });
  });
  after(() => running?.stop());

  it('shows an empty account in order, at each width, light and dark', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      for (const path of PATHS) {
        await page.goto(`${running.api.url}/console${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await isInOrder(page, path);
      }
    }));

  it('goes anywhere by keyboard: skip link, menu and palette', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await running.home(page);
      await page.keyboard.press('Tab');
      expect(await focusIsSeen(page)).to.equal(true);
      await page.keyboard.press('Enter');
      expect(await page.evaluate(() => document.activeElement?.id)).to.equal('content');
      await page.keyboard.press('Control+k');
      await page.getByRole('textbox').waitFor();
      await page.keyboard.type('Settings');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/console/settings');
    }));

  it('goes to the page whose link was clicked right after typing a search', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/campaigns`);
      const search = page.getByRole('searchbox');
      await search.waitFor();
      let load = (): void => {};
      const wait = new Promise<void>((done) => (load = done));
      await page.route(/\/assets\/templates-/, async (route) => {
        await wait;
        await route.continue();
      });
      await search.fill('spring');
      await page.getByRole('navigation').getByRole('link', { name: 'Templates' }).click();
      await page.waitForURL('**/console/templates');
      // Twice as long as until the search would begin.
      await page.evaluate(() => new Promise((done) => setTimeout(done, 400)));
      load();
      await page.getByRole('heading', { name: 'Templates', level: 1 }).waitFor();
      expect(new URL(page.url()).pathname).to.equal('/console/templates');
    }));

  it('moves nothing while it loads for a person who asked for less motion', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const place = page.locator('.mantine-Skeleton-root').first();
      const moving = () => page.evaluate(() => document.getAnimations().length);
      await page.route('**/console/api/contacts-type*', () => {});
      await page.goto(`${running.api.url}/console/contacts/imports`);
      await place.waitFor();
      expect(await moving()).to.equal(0);
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await until(async () => (await moving()) > 0, 'the motion of others');
      await page.emulateMedia({ reducedMotion: 'reduce' });
    }));

  it('offers to load again when a file of it did not arrive', () =>
    running.visit(client, { viewport: DESK }, async (first) => {
      // The browser notes what it cannot load, in a page whose notes count.
      const page = await first.context().newPage();
      await page.route(/\/assets\/en-/, (route) => route.abort());
      await page.goto(`${running.api.url}/console`);
      const again = page.locator('.late').getByText('Load it again');
      // It appears after some seconds.
      await again.waitFor({ state: 'attached' });
      expect(await again.isVisible()).to.equal(false);
      await page.evaluate(() => {
        for (const one of document.getAnimations()) one.finish();
      });
      expect(await again.isVisible()).to.equal(true);
      await page.unroute(/\/assets\/en-/);
      await again.click();
      await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    }));

  it('hides its menu behind a button on a phone', () =>
    running.visit(client, { viewport: PHONE }, async (page) => {
      await running.home(page);
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'Contacts' }).click();
      await page.waitForURL('**/console/contacts');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    }));

  it('speaks German when the browser does, or the person chose it', () =>
    running.visit(client, { viewport: DESK, locale: 'de-DE' }, async (page) => {
      await running.home(page);
      await page.getByRole('heading', { name: 'Start', level: 1 }).waitFor();
      expect(await page.evaluate(() => document.documentElement.lang)).to.equal('de');
      await page.getByRole('button', { name: 'Ihr Konto' }).click();
      await page.getByRole('menuitem', { name: 'English' }).click();
      await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    }));

  it('offers the time zone of a browser whose clock differs, once', () =>
    running.visit(client, { viewport: DESK, timezoneId: 'Asia/Tokyo' }, async (page) => {
      await running.home(page);
      const note = page.getByRole('region', { name: 'Is this your time zone?' });
      await note.getByText('This browser is in Asia/Tokyo.').waitFor();
      await isInOrder(page, 'the question about the time zone');
      expect(await note.getByRole('link', { name: 'Change the time zone' }).getAttribute('href')).to.equal(
        '/account#timezone',
      );
      await note.getByRole('button', { name: /^Keep / }).click();
      await note.waitFor({ state: 'detached' });
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await note.count()).to.equal(0);
    }));

  it('signs out, after which its page leads to signing in and back', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await running.home(page);
      await page.getByRole('button', { name: 'Your account' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.waitForURL('**/account/sign-in');
      await page.goto(`${running.api.url}/console/contacts`);
      await page.waitForURL('**/account/sign-in?return=%2Fconsole%2Fcontacts');
    }));
});
