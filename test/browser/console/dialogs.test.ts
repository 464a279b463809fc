import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Client } from '../../support/api.ts';
import { aSend, type Ground, layGround } from '../../support/factories.ts';
import { pngOf } from '../../support/images.ts';
import { until } from '../../support/until.ts';
import { makeEmail } from './automation-of-account.ts';
import { type Console, DESK, hasFocus, startConsole } from './support.ts';

/** The process that renders designs starts with the first one. */
const SLOW_MS = 60_000;

/** How a dialog is opened: the button has the focus again once the dialog is closed. */
interface Way {
  readonly dialog: string;
  readonly path: string;
  readonly button: string | RegExp;
  /** Of the menu that the button opens. */
  readonly entry?: string;
  /** The field on which the dialog opens. */
  readonly first?: string;
  /** From the first dialog of a chain to the last. */
  readonly goOn?: (page: Page) => Promise<void>;
}

describe('a dialog of the console', () => {
  let running: Console;
  let client: Client;
  let ground: Ground;
  let ways: readonly Way[];
  before(async () => {
    running = await startConsole('browser-console-dialogs');
    client = await running.api.account();
    ground = await layGround(client);
    ways = await waysIn();
  });
  after(() => running?.stop());

  async function waysIn(): Promise<readonly Way[]> {
    const { utr } = (await client.post('/single/send/create', aSend(ground, { draft: 1 }))).body;
    const other = { ...aSend(ground, { draft: 1 }), template_html: '<p>Other</p>' };
    expect((await client.post('/single/send/update', { ...other, utr })).status).to.equal(200);
    await client.post('/contacts/add', {
      contact_type_id: ground.contact_type_id,
      country: 1,
      email: 'dora@example.com',
    });
    const { contacts } = (await client.get('/contacts/list')).body.message;
    const mjml = '<mjml><mj-body><mj-section></mj-section></mj-body></mjml>';
    await client.post('/templates/save', { template_name: 'Ours', template_json: JSON.stringify({ mjml }) });
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(pngOf(60, 40))], { type: 'image/png' }), 'summer.png');
    await client.post('/media/upload', form);
    const { automation } = await makeEmail(client, ground.sender_id);
    const audience = `/contacts/audiences/${ground.contact_type_id}`;
    return [
      { dialog: 'to erase', path: `/contacts/${contacts[0].id}`, button: 'Erase for good' },
      { dialog: 'to delete an audience', path: audience, button: 'Delete' },
      { dialog: 'to rename an audience', path: audience, button: 'Rename' },
      { dialog: 'of versions', path: `/campaigns/${utr}/edit`, button: 'Earlier versions' },
      { dialog: 'to send', path: `/campaigns/${utr}/edit`, button: /^Review/ },
      { dialog: 'to rename an image', path: '/media', button: 'More for summer', entry: 'Rename' },
      { dialog: 'to name a template', path: '/templates', button: 'New template' },
      { dialog: 'to rename a template', path: '/templates', button: 'Actions for Ours', entry: 'Rename' },
      { dialog: 'of an email', path: `/automations/${automation}`, button: 'Add email', first: 'Subject' },
      {
        dialog: 'of a wait',
        path: `/automations/${automation}`,
        button: /change the wait before/,
        first: 'How many',
      },
      {
        dialog: 'to scan the code of a second factor',
        path: '/settings/account',
        button: 'Set up a second factor',
        async goOn(page) {
          await page.getByLabel('Your password').fill('correct horse');
          await page.keyboard.press('Enter');
          await page.getByRole('img', { name: 'QR code' }).waitFor({ timeout: SLOW_MS });
        },
      },
    ];
  }

  const dialogOf = (page: Page) => page.getByRole('dialog').last();
  const focused = (page: Page) =>
    page.evaluate(() => {
      const one = document.activeElement;
      return one?.getAttribute('aria-label') ?? one?.textContent ?? '';
    });

  it('gives the focus back to what opened it', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const lost: string[] = [];
      for (const { dialog, path, button, entry, first, goOn } of ways) {
        await page.goto(`${running.api.url}/console${path}`);
        const opener = page.getByRole('button', { name: button, exact: true }).first();
        await opener.waitFor({ timeout: SLOW_MS });
        await opener.press('Enter');
        if (entry !== undefined) await page.getByRole('menuitem', { name: entry }).press('Enter');
        await dialogOf(page).waitFor();
        await goOn?.(page);
        await page.waitForFunction(() => document.activeElement?.closest('[role=dialog]'));
        if (first !== undefined) await hasFocus(dialogOf(page).getByLabel(first, { exact: true }));
        await page.keyboard.press('Escape');
        await dialogOf(page).waitFor({ state: 'detached' });
        const isBack = await page
          .waitForFunction((one) => one === document.activeElement, await opener.elementHandle(), {
            timeout: 2000,
          })
          .catch(() => null);
        if (!isBack) lost.push(`${dialog}: ${await focused(page)}`);
      }
      expect(lost).to.deep.equal([]);
    }));

  it('gives the focus to the next row when it deleted one, although it closes slowly', () =>
    running.visit(client, { viewport: DESK, reducedMotion: 'no-preference' }, async (page) => {
      for (const field_name of ['hat_size', 'shoe_size'])
        await client.post('/custom-fields/save', { field_name, field_type: 'text' });
      await page.goto(`${running.api.url}/console/settings/fields`);
      const rows = page.locator('[aria-labelledby=fields] > ul > li');
      const next = rows.nth(1).getByRole('button');
      await next.waitFor();
      const name = await next.getAttribute('aria-label');
      await rows.first().getByRole('button').press('Enter');
      const yes = dialogOf(page).getByRole('button', { name: 'Delete the field' });
      await until(() => yes.isEnabled(), 'the field to be deletable');
      await yes.press('Enter');
      await dialogOf(page).waitFor({ state: 'detached' });
      await hasFocus(page.getByRole('button', { name: name!, exact: true }));
    }));

  it('notes the parts of a long list that is drawn again once, not once for each row', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await running.home(page);
      const rowsDrawn = 300;
      const reads = await page.evaluate(async (count) => {
        const list = document.createElement('ul');
        const draw = () => {
          for (let at = 0; at < count; at++) {
            const row = document.createElement('li');
            row.append(document.createElement('button'));
            list.append(row);
          }
        };
        document.querySelector('main')!.append(list);
        draw();
        await new Promise((drawn) => setTimeout(drawn));
        // Each had the focus once, so that it may go back to each.
        for (const button of list.querySelectorAll('button')) button.focus();
        const { get } = Object.getOwnPropertyDescriptor(MutationRecord.prototype, 'addedNodes')!;
        let asked = 0;
        Object.defineProperty(MutationRecord.prototype, 'addedNodes', {
          get() {
            asked += 1;
            return get!.call(this);
          },
        });
        while (list.lastChild) list.lastChild.remove();
        draw();
        await new Promise((noted) => setTimeout(noted, 50));
        return { asked, isBack: list.contains(document.activeElement) };
      }, rowsDrawn);
      expect(reads.isBack).to.equal(true);
      expect(reads.asked).to.be.within(1, 4 * rowsDrawn);
    }));

  it('gives the focus to the heading of the page when what opened it is gone', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/templates`);
      const opener = page.getByRole('button', { name: 'New template' });
      await opener.press('Enter');
      await page.waitForFunction(() => document.activeElement?.closest('[role=dialog]'));
      await opener.evaluate((button) => button.style.setProperty('display', 'none'));
      await page.keyboard.press('Escape');
      await page.waitForFunction(() => document.activeElement?.matches('main h1'));
      expect(await focused(page)).to.equal('Templates');
    }));
});
