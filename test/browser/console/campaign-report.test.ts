import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { overflow } from '../../support/browser.ts';
import { anAccount, aSend, type Ground } from '../../support/factories.ts';
import { until } from '../../support/until.ts';
import { addContacts, completed, detailsOf } from '../../support/world.ts';
import { pathIn, READER } from './mailbox.ts';
import { type SendingConsole, startSendingConsole } from './sending-console.ts';
import { DESK, isInOrder } from './support.ts';

const PEOPLE = Array.from({ length: 4 }, (_, n) => `person${n}@example.com`);

describe('the report of a campaign in the console', () => {
  let running: SendingConsole;
  let ground: Ground;
  /** The campaigns in the order in which they went out. */
  const utrs: string[] = [];
  before(async () => {
    running = await startSendingConsole('browser-console-report');
    ground = await anAccount(running.api);
    await addContacts(ground, PEOPLE);
    for (const opened of [0, 2, 4, 1]) utrs.push(await sentAndOpened(opened));
  });
  after(() => running?.stop());

  /** A campaign to all four people; `opened` of them have opened it. */
  async function sentAndOpened(opened: number): Promise<string> {
    const { body } = await ground.client.post('/single/send/create', aSend(ground, {}));
    await completed(ground.client, body.utr);
    for (const address of PEOPLE.slice(0, opened)) {
      const { html } = await running.mail.read(running.mail.to(address).at(-1)!);
      await fetch(`${running.api.url}${pathIn(html!, '/o/')}`, { headers: READER });
    }
    await until(
      async () => (await detailsOf(ground.client, body.utr)).unique_opens === opened,
      'the openings',
    );
    return body.utr;
  }

  async function report(page: Page, utr: string): Promise<void> {
    await page.goto(`${running.api.url}/console/campaigns/${utr}`);
    await page.getByRole('link', { name: /^Delivered/ }).waitFor();
  }

  it('compares the campaign with those before it, once there are three', () =>
    running.visit(ground.client, { viewport: DESK }, async (page) => {
      await report(page, utrs[2]!);
      expect(await page.getByText('Usually').count(), 'after two campaigns').to.equal(0);
      await report(page, utrs[3]!);
      const usual = async (name: string) =>
        page
          .getByRole('link', { name: new RegExp(`^${name}`) })
          .getByText('Usually')
          .innerText();
      await page.getByText('the median of your 3 campaigns before this one').waitFor();
      expect(await Promise.all(['Delivered', 'Opened', 'Bounced'].map(usual))).to.deep.equal([
        'Usually 100%',
        'Usually 50%',
        'Usually 0%',
      ]);
      await isInOrder(page, 'the compared report');
    }));

  it('prints on A4 in black and white, without buttons and menus', () =>
    running.visit(ground.client, { viewport: DESK, colorScheme: 'dark' }, async (page) => {
      await report(page, utrs[3]!);
      await page.getByText('Hours', { exact: true }).click();
      await page
        .getByRole('region', { name: 'Opens and clicks over time' })
        .locator('rect')
        .first()
        .waitFor();
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await page.setViewportSize({ width: 680, height: 1000 });
      for (const name of ['navigation', 'button', 'group'] as const)
        expect(await page.getByRole(name).count(), `${name} on paper`).to.equal(0);
      const style = (query: string, property: string): Promise<string> =>
        page
          .locator(query)
          .first()
          .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
      const looks = {
        opened: await style('svg [data-of=main]', 'fill'),
        clicked: await style('svg [data-of=second]', 'fill'),
        edge: await style('svg [data-of=second]', 'stroke'),
        ink: await style('h1', 'color'),
        paper: await style('body', 'background-color'),
        card: await style('.card', 'background-color'),
      };
      expect(looks).to.deep.equal({
        opened: 'rgb(0, 0, 0)',
        clicked: 'rgb(255, 255, 255)',
        edge: 'rgb(0, 0, 0)',
        ink: 'rgb(26, 34, 48)',
        paper: 'rgb(255, 255, 255)',
        card: 'rgb(255, 255, 255)',
      });
      expect(await overflow(page)).to.deep.equal([]);
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      const pages = [...pdf.matchAll(/\/MediaBox\s*\[([^\]]*)\]/g)].map(([, box]) =>
        box!
          .trim()
          .split(/\s+/)
          .map((side) => Math.round(Number(side))),
      );
      expect(pages).to.have.length.within(1, 3);
      expect(pages[0], 'A4 in points').to.deep.equal([0, 0, 595, 842]);
      await page.emulateMedia({ media: 'screen' });
    }));
});
