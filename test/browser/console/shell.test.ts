import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { type Client } from '../../support/api.ts';
import { focusIsSeen } from '../../support/browser.ts';
import { contactBook } from '../../support/contact-book.ts';
import { anAccount, aSend } from '../../support/factories.ts';
import { pngOf } from '../../support/images.ts';
import { until } from '../../support/until.ts';
import { type Console, DESK, hasFocus, isInOrder, PHONE, SMALL, startConsole } from './support.ts';

const LATER = /\/assets\/later-/;
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

  it('finds pages, sections and ways to make a record by their names', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const go = async (typed: string, name: RegExp, address: string): Promise<void> => {
        await running.home(page);
        await page.keyboard.press('Control+k');
        await page.getByRole('textbox', { name: 'Where to?' }).fill(typed);
        const palette = page.getByRole('dialog');
        await palette.getByRole('button', { name }).first().waitFor();
        await palette.getByRole('button', { name }).first().click();
        await page.waitForURL(`**/console${address}`);
      };
      await go('calendar', /^Calendar/, '/calendar');
      await go('messages', /^Single emails/, '/messages');
      await go('compare', /^Compare campaigns/, '/reports/compare');
      await go('custom fields', /^Fields/, '/settings/fields');
      await go('brand', /^Brand/, '/settings/brand');
      await go('domain', /^Sending domains/, '/settings#domains');
      await go('sender', /^Senders/, '/settings#senders');
      await hasFocus(page.getByRole('heading', { level: 2, name: 'Senders' }));
      const isIn = async (title: string): Promise<void> => {
        const dialog = page.getByRole('dialog', { name: title });
        await dialog.waitFor();
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
        expect(new URL(page.url()).hash).to.equal('');
      };
      await go('sender', /^Add sender/, '/settings#add-sender');
      await isIn('Add sender');
      await go('new automation', /^New automation/, '/automations#add-automation');
      await isIn('New automation');
    }));

  it('begins a contact from the palette, in German', async () => {
    const { client: owner } = await anAccount(running.api, { timezone: 'Europe/Berlin' });
    await running.visit(owner, { viewport: SMALL, locale: 'de-DE' }, async (page) => {
      await running.home(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('textbox').fill('kontakt hinzu');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Einen Kontakt hinzufügen/ })
        .waitFor();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Einen Kontakt hinzufügen' });
      await dialog.getByLabel('E‑Mail-Adresse').fill('ada@example.com');
      await dialog.getByRole('button', { name: 'Kontakt hinzufügen', exact: true }).click();
      await page.getByText('ada@example.com hinzugefügt.').waitFor();
      await dialog.waitFor({ state: 'detached' });
    });
  });

  describe('with lists', () => {
    const LISTS = [
      ['people of a campaign', ({ utr }) => `/campaigns/${utr}/people?show=accepted`, 'Search', 'q'],
      ['people of a segment', ({ segment }) => `/segments/${segment}`, 'Search people', 'q'],
      ['images', () => '/media', 'Search by name', 'q'],
      ['a subscription type', ({ group }) => `/settings/types/${group}`, 'Search these', 'q'],
      ['unsubscribed people', () => '/settings', 'Search unsubscribed', 'unsubscribers_q'],
      ['the suppression list', () => '/settings', 'Search the suppression', 'suppressions_q'],
    ] as const satisfies readonly (readonly [string, (made: Lists) => string, string, string])[];
    interface Lists {
      readonly utr: string;
      readonly segment: number;
      readonly group: number;
    }
    let owner: Client;
    let made: Lists;
    before(async () => {
      const ground = await anAccount(running.api);
      owner = ground.client;
      const { id: segment } = (
        await owner.post('/segment/store', {
          segment_name: 'Readers',
          contact_type_id: ground.contact_type_id,
          select_field: ['first_name'],
          select_operator: ['is'],
          value: ['Ada'],
        })
      ).body;
      const image = new FormData();
      image.append('file', new File([new Uint8Array(pngOf(30, 20))], 'spring.png'));
      await owner.post('/media/upload', image);
      const { utr } = (await owner.post('/single/send/create', aSend(ground, { draft: 1 }))).body;
      made = { utr, segment, group: ground.unsubscribe_group_id };
    });

    for (const [name, pathOf, label, key] of LISTS)
      it(`keeps the search of ${name} in the address`, () =>
        running.visit(owner, { viewport: DESK }, async (page) => {
          await page.goto(`${running.api.url}/console${pathOf(made)}`);
          const field = page.getByRole('searchbox', { name: label });
          await field.fill('spring');
          await until(() => new URL(page.url()).searchParams.get(key) === 'spring', 'the address');
          await page.reload();
          await field.waitFor();
          expect(await field.inputValue()).to.equal('spring');
          if (page.url().includes('/people'))
            expect(new URL(page.url()).searchParams.get('show')).to.equal('accepted');
          await field.fill('');
          await until(() => !new URL(page.url()).searchParams.has(key), 'the address without it');
        }));

    it('shows as many pages of a list as the address says', () =>
      running.visit(owner, { viewport: DESK }, async (page) => {
        const addresses = Array.from({ length: 60 }, (_, at) => `away-${at}@example.com`);
        await owner.post('/suppressions/save', { email_address: addresses.join(',') });
        await page.goto(`${running.api.url}/console/settings`);
        const list = page.getByRole('region', { name: 'Suppression list' });
        const first = list.getByText('away-0@example.com', { exact: true });
        const last = list.getByText('away-59@example.com', { exact: true });
        await first.waitFor();
        expect(await last.count()).to.equal(0);
        await list.getByRole('button', { name: 'Show more' }).click();
        await last.waitFor();
        await page.reload();
        await last.waitFor();
        expect(await first.count()).to.equal(1);
      }));
  });

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

  it('shows no animation while it loads if the browser asks for less motion', () =>
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
      // A language without a text of its own has the English one.
      await page.evaluate(() => (document.documentElement.lang = 'it'));
      expect(await again.isVisible()).to.equal(true);
      await page.unroute(/\/assets\/en-/);
      await again.click();
      await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    }));

  /** Opens Home without menus and palette. `arrive` lets them come, and resolves when they are loaded. */
  async function homeWithoutMenus(page: Page): Promise<{ arrive: () => Promise<void> }> {
    let load = (): void => {};
    const wait = new Promise<void>((done) => (load = done));
    await page.unroute(LATER);
    await page.route(LATER, async (route) => {
      await wait;
      await route.continue();
    });
    const asked = page.waitForRequest(LATER);
    await running.home(page);
    const url = (await asked).url();
    return {
      arrive: async () => {
        load();
        await page.evaluate(async (file) => void (await import(file)), url);
      },
    };
  }

  it('keeps a click on a button that began before its menu was loaded', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const { arrive } = await homeWithoutMenus(page);
      await page.getByRole('button', { name: 'Your account' }).hover();
      await page.mouse.down();
      await arrive();
      // Some times as long as between two looks at the button.
      await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
      await page.mouse.up();
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    }));

  it('opens a dialog that was requested before its code was loaded, unless the person left or waited', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const first = await homeWithoutMenus(page);
      await page.keyboard.press('Control+k');
      await first.arrive();
      await page.getByRole('textbox', { name: 'Where to?' }).waitFor();
      for (const goOn of [
        () => page.getByRole('navigation').getByRole('link', { name: 'Segments' }).click(),
        // Longer than an ask is kept.
        () => page.evaluate(() => new Promise((done) => setTimeout(done, 2100))),
      ]) {
        const { arrive } = await homeWithoutMenus(page);
        await page.keyboard.press('Control+k');
        await page.getByRole('button', { name: 'Your account' }).click();
        await goOn();
        await arrive();
        await page.locator('[aria-haspopup=menu][aria-expanded]').waitFor();
        await page.evaluate(() => new Promise((done) => setTimeout(done)));
        expect(await page.getByRole('dialog').or(page.getByRole('menu')).count()).to.equal(0);
      }
      await page.getByRole('button', { name: 'Your account' }).click();
      await page.getByRole('menu').waitFor();
    }));

  it('says that menus could not be loaded, shows notes all the same, and leaves an ended session for signing in', () =>
    running.visit(client, { viewport: PHONE }, async (first) => {
      // The browser notes what it cannot load, in a page whose notes count.
      const page = await first.context().newPage();
      // Contacts has parts of the same file, and loads it again.
      const contactsWithoutMenus = async (): Promise<void> => {
        await page.route(LATER, (route) => route.abort());
        await page.goto(`${running.api.url}/console`);
        await page.getByText('A part of this page could not be loaded.').waitFor();
        await isInOrder(page, 'a page without menus');
        await page.unroute(LATER);
        await page.getByRole('link', { name: 'Go to your contacts' }).click();
      };
      await contactsWithoutMenus();
      await page.getByLabel('Name of the audience').fill('Guests');
      await page.keyboard.press('Enter');
      await page.getByText('Audience Guests created.').waitFor();
      await page.getByRole('button', { name: 'Load again' }).click();
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'Contacts' }).waitFor();
      await contactsWithoutMenus();
      await page.getByLabel('Name of the audience').fill('Others');
      await page.context().clearCookies();
      await page.keyboard.press('Enter');
      await page.waitForURL('**/account/sign-in?return=%2Fconsole%2Fcontacts');
    }));

  it('closes notes after some seconds or by their button, and not while a person has moved onto them', () =>
    running.visit(client, { viewport: { ...DESK, height: 400 } }, async (page) => {
      await page.clock.install();
      await page.goto(`${running.api.url}/console/contacts`);
      await page.getByLabel('Name of the audience').waitFor();
      await page.clock.pauseAt(Date.now() + 60_000);
      const add = async (name: string): Promise<Locator> => {
        await page.getByLabel('Name of the audience').fill(name);
        await page.keyboard.press('Enter');
        const note = page.getByRole('alert').filter({ hasText: `Audience ${name} created.` });
        await note.waitFor();
        return note;
      };
      // The first move in a page has no distance.
      await page.mouse.move(10, 10);
      const first = await add('Readers');
      await first.hover();
      const second = await add('Members');
      await page.clock.fastForward(10_000);
      expect(await first.isVisible()).to.equal(true);
      // The first comes under the pointer, which does not move.
      await second.getByRole('button', { name: 'Close' }).click();
      await second.waitFor({ state: 'hidden' });
      await page.clock.fastForward(10_000);
      await first.waitFor({ state: 'hidden' });

      const third = await add('Guests');
      const { x, y } = (await third.boundingBox())!;
      const isFree = await third.evaluate((note) => {
        const last = document.querySelector('main')!.lastElementChild!;
        last.scrollIntoView({ block: 'end' });
        return last.getBoundingClientRect().bottom <= note.getBoundingClientRect().top;
      });
      expect(isFree).to.equal(true);
      await third.hover();
      await page.clock.fastForward(10_000);
      expect(await third.isVisible()).to.equal(true);
      await page.mouse.move(10, 10);
      await page.clock.fastForward(10_000);
      await third.waitFor({ state: 'hidden' });

      await page.mouse.move(x + 20, y + 20);
      const fourth = await add('Others');
      await until(() => fourth.evaluate((note) => note.matches(':hover')), 'the note under the pointer');
      await page.clock.fastForward(10_000);
      await fourth.waitFor({ state: 'hidden' });
    }));

  it('hides its menu behind a button on a phone', () =>
    running.visit(client, { viewport: PHONE }, async (page) => {
      await running.home(page);
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'Contacts' }).click();
      await page.waitForURL('**/console/contacts');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    }));

  /** Adds an audience, and a contact of each first name. */
  async function addReaders(audience: string, domain: string, names: readonly string[]): Promise<void> {
    const type = await contactBook(client).addType(audience);
    for (const name of names)
      await client.post('/contacts/add', {
        contact_type_id: type,
        first_name: name,
        last_name: 'Reader',
        email: `${name}@${domain}`,
        country: 101,
      });
  }

  it('speaks German when the browser does, or the person chose it', () =>
    running.visit(client, { viewport: DESK, locale: 'de-DE' }, async (page) => {
      await running.home(page);
      await page.getByRole('heading', { name: 'Start', level: 1 }).waitFor();
      expect(await page.evaluate(() => document.documentElement.lang)).to.equal('de');
      await page.getByRole('button', { name: 'Ihr Konto' }).click();
      await page.getByRole('menuitem', { name: 'English' }).click();
      await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    }));

  it('changes its language on the open page, where what is typed and ticked stays', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await addReaders('Readers', 'example.com', ['ada', 'eve']);
      await page.goto(`${running.api.url}/console/contacts`);
      await page.getByRole('checkbox', { name: 'Select ada@example.com' }).check();
      await page.getByLabel('Name of the audience').fill('Half a na');
      await page.evaluate(() => (document.body.dataset['kept'] = 'yes'));
      for (const [menu, next, title, chosen] of [
        ['Your account', 'Deutsch', 'Kontakte', '1 Kontakt ausgewählt'],
        ['Ihr Konto', 'Français', 'Contacts', '1 contact sélectionné'],
        ['Votre compte', 'English', 'Contacts', '1 contact selected'],
      ] as const) {
        await page.getByRole('button', { name: menu }).click();
        await page.getByRole('menuitem', { name: next }).click();
        await page.getByRole('heading', { name: title, level: 1 }).waitFor();
        await page.getByText(chosen).waitFor();
      }
      expect(await page.evaluate(() => document.documentElement.lang)).to.equal('en');
      expect(await page.getByLabel('Name of the audience').inputValue()).to.equal('Half a na');
      expect(await page.evaluate(() => document.body.dataset['kept'])).to.equal('yes');
    }));

  it('keeps its language when another one cannot be loaded, also on the pages that are opened next', () =>
    running.visit(client, { viewport: DESK }, async (first) => {
      // The browser notes what it cannot load, in a page whose notes count.
      const page = await first.context().newPage();
      await page.goto(`${running.api.url}/console`);
      await page.route('**/assets/fr-*.js', (route) => route.abort());
      await page.getByRole('button', { name: 'Your account' }).click();
      await page.getByRole('menuitem', { name: 'Français' }).click();
      await page.getByText('The service could not be reached.').waitFor();
      await page.getByRole('navigation').getByRole('link', { name: 'Automations' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Automations' }).waitFor();
      await page.getByText('No automations yet').waitFor();
      await page.close();
    }));

  it('lists the keys of a page by the question mark, which stays a letter where one types', () =>
    running.visit(client, { viewport: SMALL }, async (page) => {
      await page.goto(`${running.api.url}/console/campaigns`);
      const search = page.getByRole('searchbox');
      await search.pressSequentially('why?');
      expect(await search.inputValue()).to.equal('why?');
      const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      expect(await keys.count()).to.equal(0);
      await page.getByRole('heading', { level: 1 }).click();
      await page.keyboard.press('?');
      await keys.getByRole('row', { name: 'Find pages, actions and records' }).waitFor();
      expect(await keys.getByText('Save what you wrote').count()).to.equal(0);
      await isInOrder(page, 'the keys of a page');
      await page.keyboard.press('Escape');
      await keys.waitFor({ state: 'detached' });
      const button = page.getByRole('button', { name: 'Menu' });
      await button.focus();
      await page.keyboard.press('?');
      await keys.getByRole('checkbox', { name: 'The question mark opens this list' }).uncheck();
      await page.keyboard.press('Escape');
      await keys.waitFor({ state: 'detached' });
      await until(() => button.evaluate((one) => one === document.activeElement), 'the focus');
      await page.keyboard.press('?');
      await page.reload();
      await page.getByRole('heading', { level: 1 }).click();
      await page.keyboard.press('?');
      await page.goto(`${running.api.url}/console/settings/brand`);
      await page.getByLabel('Name of the brand').waitFor();
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('button', { name: 'Your account' }).click();
      await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
      await keys.waitFor();
      await keys.getByRole('checkbox', { name: 'The question mark opens this list', checked: false }).check();
    }));

  it('saves by Ctrl-S where there is something to save, and does nothing elsewhere', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/settings/brand`);
      await page.getByLabel('Name of the brand').fill('Ada Ltd');
      await page.keyboard.press('?');
      await page.getByLabel('Name of the brand').fill('Ada Ltd');
      await page.keyboard.press('Control+s');
      await page.getByText('Your brand is saved.').waitFor();
      expect((await client.get('/brand')).body.message.brand.name).to.equal('Ada Ltd');
      await page.goto(`${running.api.url}/console/contacts`);
      await page.getByLabel('Name of the audience').fill('Not yet');
      const isPrevented = await page.evaluate(
        () => !dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, cancelable: true })),
      );
      expect(isPrevented).to.equal(true);
      await page.keyboard.press('Control+s');
      const names = (await client.get('/contacts-type')).body.message.contactTypes;
      expect(names.map(({ name }: { name: string }) => name)).not.to.include('Not yet');
    }));

  it('deletes after ten seconds, and within a minute while its note has the focus', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await addReaders('Deleted', 'deleted.example', ['first', 'second']);
      const left = async () => (await client.get('/contacts/list?search=first')).body.message.contacts.length;
      await page.clock.install();
      await page.goto(`${running.api.url}/console/contacts`);
      const box = page.getByRole('checkbox', { name: 'Select first@deleted.example' });
      const remove = async (): Promise<void> => {
        await box.check();
        await page.getByRole('button', { name: 'Delete', exact: true }).click();
        await page.getByText('Contact deleted.').waitFor();
      };
      await remove();
      // On a box to tick, Ctrl-Z undoes once, unless the newest note cannot.
      await page.getByRole('checkbox', { name: 'Select second@deleted.example' }).focus();
      const press = (repeat: boolean) =>
        page.evaluate((isHeld) => {
          const init = { key: 'z', ctrlKey: true, repeat: isHeld, bubbles: true };
          document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', init));
        }, repeat);
      await press(true);
      await page.evaluate(() =>
        document.body.insertAdjacentHTML(
          'beforeend',
          '<div id="waits" role="alert"><button data-undoes disabled></button></div>',
        ),
      );
      await press(false);
      await page.evaluate(() => document.querySelector('#waits')!.remove());
      expect(await box.count()).to.equal(0);
      await press(false);
      await box.waitFor();
      await remove();
      const undo = page.getByRole('button', { name: 'Undo' });
      await page.clock.fastForward(8000);
      await undo.focus();
      await page.clock.fastForward(45_000);
      expect(await left()).to.equal(1);
      await page.keyboard.press('Enter');
      await box.waitFor();
      await page.clock.fastForward(60_000);
      expect(await left()).to.equal(1);
      await remove();
      await page.clock.fastForward(9000);
      expect(await left()).to.equal(1);
      await page.clock.fastForward(2000);
      await until(async () => (await left()) === 0, 'the deletion');

      const second = page.getByRole('checkbox', { name: 'Select second@deleted.example' });
      await second.check();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await undo.focus();
      // The row stays away after another page was open.
      const places = page.getByRole('navigation');
      await places.getByRole('link', { name: 'Reports' }).first().dispatchEvent('click');
      await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
      await places.getByRole('link', { name: 'Contacts' }).first().dispatchEvent('click');
      await page
        .getByRole('checkbox', { name: /^Select / })
        .nth(1)
        .waitFor();
      expect(await second.count()).to.equal(0);
      await undo.focus();
      await page.clock.fastForward(61_000);
      const others = async () =>
        (await client.get('/contacts/list?search=second')).body.message.contacts.length;
      await until(async () => (await others()) === 0, 'the deletion while its note is held');
    }));

  it('offers the time zone of a browser whose clock differs, once', () =>
    running.visit(client, { viewport: DESK, timezoneId: 'Asia/Calcutta' }, async (page) => {
      await running.home(page);
      const note = page.getByRole('region', { name: 'Is this your time zone?' });
      await note.getByText('This browser is in Kolkata.').waitFor();
      await isInOrder(page, 'the question about the time zone');
      expect(await note.getByRole('link', { name: 'Change the time zone' }).getAttribute('href')).to.equal(
        '/console/settings/account',
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
