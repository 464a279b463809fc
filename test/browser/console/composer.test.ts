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

  it('names fields in the title of an email’s people', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const { automation, email } = await makeEmail(client, ground.sender_id, 'Hello ((first_name))');
      await page.goto(`${running.api.url}/console/automations/${automation}/emails/${email}/people`);
      await page.getByRole('heading', { level: 1, name: 'People of Hello [First name]' }).waitFor();
    }));
});
