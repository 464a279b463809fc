import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Client } from '../../support/api.ts';
import { aSend, type Ground, layGround } from '../../support/factories.ts';
import { until } from '../../support/until.ts';
import { detailsOf } from '../../support/world.ts';
import { makeEmail } from './automation-of-account.ts';
import {
  type Console,
  chooseByKeys,
  DESK,
  isInGermanOrder,
  isInOrder,
  SMALL,
  startConsole,
  typeByKeys,
} from './support.ts';

const SLOW_MS = 30_000;
const UNSHOWN = JSON.stringify({
  status: 422,
  errors: { template_html: ['The MJML of the template has an error.'] },
});

describe('the page where a campaign is written', () => {
  let running: Console;
  let client: Client;
  let ground: Ground;
  let utr: string;
  before(async () => {
    running = await startConsole('browser-console-composer');
  });
  after(() => running?.stop());
  beforeEach(async () => {
    client = await running.api.account();
    ground = await layGround(client);
    const { status, body } = await client.post('/single/send/create', aSend(ground, { draft: 1 }));
    expect(status, JSON.stringify(body)).to.equal(200);
    utr = body.utr;
  });
  const open = (page: Page) => page.goto(`${running.api.url}/console/campaigns/${utr}/edit`);

  it('has a box for the fallback of each field, by keyboard alone, at 360 px and in German', () =>
    running.visit(client, { viewport: SMALL, locale: 'de-DE' }, async (page) => {
      await open(page);
      for (const [line, name] of [
        ['Betreff', 'subject'],
        ['Vorschautext', 'preheader'],
      ] as const) {
        const field = page.getByRole('textbox', { name: line, exact: true });
        await typeByKeys(page, field, 'Hallo ');
        await chooseByKeys(page, page.getByRole('button', { name: `Personalisieren: ${line}` }), 'Vorname');
        await until(async () => (await field.inputValue()) === 'Hallo ((first_name))', 'the field');
        const box = page
          .getByRole('group', { name: `Personalisieren: ${line}` })
          .getByRole('textbox', { name: 'Falls Vorname leer ist' });
        await typeByKeys(page, box, 'Sie (alle)');
        expect(await box.inputValue()).to.equal('Sie alle');
        expect(await field.inputValue()).to.equal('Hallo ((first_name|Sie alle))');
        await until(
          async () => (await detailsOf(client, utr))[name] === 'Hallo ((first_name|Sie alle))',
          'the save',
        );
      }
      expect(await page.getByRole('figure').innerText())
        .to.include('Hallo Sie alle')
        .and.not.include('((');
      await isInGermanOrder(page, 'the fallbacks of fields');
    }));

  it('takes no fallback that makes a line too long', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await open(page);
      const line = page.getByRole('textbox', { name: 'Subject', exact: true });
      await line.fill(`${'x'.repeat(960)}((first_name))((first_name))`);
      const box = page.getByRole('textbox', { name: 'If First name is empty' });
      await typeByKeys(page, box, 'Somebody');
      // Two places of 14 characters, a bar in each, and four characters.
      expect(await box.inputValue()).to.equal('Some');
      expect(await line.inputValue()).to.have.length(998);
    }));

  it('has preview, test and check next to the form from 1,200 px on, otherwise below it', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await open(page);
      const boxOf = async (name: string) =>
        (await page.getByRole('region', { name, exact: true }).boundingBox())!;
      const places = async () => {
        const [form, trial, check] = [
          await boxOf('Content'),
          await boxOf('Preview and test'),
          await boxOf('Check'),
        ];
        return {
          isBeside: trial.x >= form.x + form.width && check.x === trial.x,
          isBelow: trial.y >= form.y + form.height && trial.x === form.x,
        };
      };
      const mail = page.locator('iframe[title="Email preview"][aria-hidden=false]');
      const show = page.getByRole('button', { name: 'Show preview' });
      await mail.waitFor();
      expect(await show.count()).to.equal(0);
      expect(await places()).to.deep.equal({ isBeside: true, isBelow: false });
      // The preview stays in view while the form is scrolled.
      await page.getByRole('button', { name: 'Earlier versions' }).scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 2000);
      await page.waitForFunction(
        () => Math.ceil(scrollY + innerHeight) >= document.documentElement.scrollHeight,
      );
      const isInView = async (name: string): Promise<boolean> => {
        const { y, height } = await boxOf(name);
        return y > 0 && y + height < DESK.height;
      };
      const scrolled = await page.evaluate(() => scrollY);
      const subject = page.getByRole('region', { name: 'Preview and test' }).locator('strong');
      const { y, height } = (await mail.boundingBox())!;
      expect([(await subject.boundingBox())!.y > 0, y + height < DESK.height]).to.deep.equal([true, true]);
      // Their column scrolls by itself.
      await page.getByRole('button', { name: 'Check now' }).scrollIntoViewIfNeeded();
      await until(() => isInView('Check'), 'the check in view');
      expect(await page.evaluate(() => scrollY)).to.equal(scrolled);
      await isInOrder(page, 'the form and its preview');
      await page.setViewportSize({ width: 1199, height: 800 });
      await until(async () => (await places()).isBelow, 'the preview below the form');
      await show.click();
      await mail.waitFor();
    }));

  it('keeps the last preview next to the form, without an alert, while the newest cannot be shown', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await open(page);
      const trial = page.getByRole('region', { name: 'Preview and test' });
      const mail = trial.locator('iframe[title="Email preview"][aria-hidden=false]');
      await mail.waitFor();
      await page.evaluate(() => {
        const alerts = { shown: 0 };
        Object.assign(globalThis, { alerts });
        new MutationObserver((records) => {
          for (const { addedNodes } of records)
            for (const node of addedNodes)
              if (
                node instanceof Element &&
                (node.matches('[role=alert]') || node.querySelector('[role=alert]'))
              )
                alerts.shown += 1;
        }).observe(document.body, { subtree: true, childList: true });
      });
      // The column scrolls with the page.
      const depth = async () => (await mail.boundingBox())!.y - (await trial.boundingBox())!.y;
      const before = await depth();
      let isBroken = true;
      const previews: number[] = [];
      await page.route('**/single-send/preview*', (route) => {
        previews.push(isBroken ? 422 : 200);
        return isBroken
          ? route.fulfill({ status: 422, contentType: 'application/json', body: UNSHOWN })
          : route.continue();
      });
      const line = page.getByRole('textbox', { name: 'Subject', exact: true });
      const status = trial.getByRole('status').filter({ hasText: /^The preview shows an earlier version/ });
      for (const subject of ['Half', 'Half typed', 'Half typed MJML']) {
        const { length } = previews;
        await line.fill(subject);
        await until(() => Promise.resolve(previews.length > length), 'another preview', SLOW_MS);
        await status.waitFor();
      }
      expect(await depth()).to.equal(before);
      expect(await trial.locator('[data-stale=true]').count()).to.equal(1);
      expect(
        await page.evaluate(() => (globalThis as unknown as { alerts: { shown: number } }).alerts.shown),
      ).to.equal(0);
      await isInOrder(page, 'a preview of an earlier version');
      isBroken = false;
      await line.fill('Whole');
      await trial.locator('strong', { hasText: 'Whole' }).waitFor();
      await status.waitFor({ state: 'detached' });
      expect(await trial.locator('[data-stale=true]').count()).to.equal(0);
      // Below the form a person asks for it.
      isBroken = true;
      await page.setViewportSize({ width: 1199, height: 800 });
      await page.getByRole('button', { name: 'Show preview' }).click();
      await line.fill('Half again');
      await trial.getByRole('alert').waitFor();
    }));

  it('names fields in the title of an email’s people', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const { automation, email } = await makeEmail(client, ground.sender_id, 'Hello ((first_name))');
      await page.goto(`${running.api.url}/console/automations/${automation}/emails/${email}/people`);
      await page.getByRole('heading', { level: 1, name: 'People of Hello [First name]' }).waitFor();
    }));
});
