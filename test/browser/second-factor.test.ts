import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { now, setClock } from '../../common/clock.ts';
import { Account } from '../../common/models/accounts.ts';
import { type Api, startApi } from '../support/api.ts';
import { authenticator } from '../support/authenticator.ts';
import { DESK, faultsInEachLook, PHONE, textsOf } from '../support/browser.ts';
import { newVisitor } from '../support/visitors.ts';

const PASSWORD = 'correct horse';

describe('the second factor in a browser', () => {
  let api: Api;

  before(async () => {
    api = await startApi('browser-second-factor', { RATE_SIGN_INS: '1000' });
  });
  after(async () => {
    await api.stop();
  });

  const faults = (page: Page) => faultsInEachLook(page, [PHONE, DESK]);
  const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code' });
  async function typePassword(page: Page, email: string): Promise<void> {
    await page.goto(`${api.url}/account/sign-in`);
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }
  /** Signing in leads to the console. */
  async function openAccount(page: Page): Promise<void> {
    await page.waitForURL('**/console**');
    await page.goto(`${api.url}/account?plain`);
  }

  it('starts, asks for codes, renews and ends, accessible on phone and desk, light and dark', async () => {
    const { user_id } = await api.account();
    const { email } = (await Account.findOne({ _id: user_id }))!;
    const visitor = await newVisitor({ javaScriptEnabled: true });
    try {
      const page = await visitor.newPage();
      await typePassword(page, email);
      await openAccount(page);
      await page.getByRole('link', { name: 'Set up a second factor' }).click();
      expect(await faults(page)).to.deep.equal([]);
      await page.getByLabel('Your password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Continue' }).click();
      const code = page.getByRole('img', { name: 'QR code' });
      const box = (await code.locator('svg').boundingBox())!;
      expect(box.width).to.equal(box.height).and.be.above(200);
      expect(await faults(page)).to.deep.equal([]);
      const app = authenticator(await page.locator('code.secret').innerText());

      await codeField(page).fill('000000');
      await page.getByRole('button', { name: 'Turn it on' }).click();
      expect(await page.getByRole('alert').innerText()).to.include('This code is wrong');
      expect(await faults(page)).to.deep.equal([]);
      // The code of the 30 seconds before is taken until these end.
      const at = now();
      setClock(() => at.getTime());
      await codeField(page).fill(app.codeAt(at, -1));
      await page.getByRole('button', { name: 'Turn it on' }).click();
      const recovery = await textsOf(page.locator('.codes code'));
      setClock();
      expect(recovery).to.have.length(10);
      expect(await faults(page)).to.deep.equal([]);
      await page.getByRole('link', { name: 'Back to your account' }).click();
      expect(await page.getByRole('main').innerText()).to.include('10 recovery codes are left.');

      await page.getByRole('button', { name: 'Sign out' }).click();
      await typePassword(page, email);
      await page.waitForURL('**/account/sign-in/code*');
      expect(await faults(page)).to.deep.equal([]);
      await codeField(page).fill(app.codeAt(new Date()));
      await page.keyboard.press('Enter');
      await openAccount(page);

      await page.getByRole('link', { name: 'Change or turn off' }).click();
      expect(await faults(page)).to.deep.equal([]);
      await codeField(page).fill(recovery[0]!);
      await page.getByRole('button', { name: 'Make new recovery codes' }).click();
      const fresh = await textsOf(page.locator('.codes code'));
      expect(fresh).to.have.length(10).and.not.include(recovery[1]);

      await page.goto(`${api.url}/account/second-factor`);
      await codeField(page).fill(fresh[0]!);
      await page.getByRole('button', { name: 'Turn off the second factor' }).click();
      expect(await page.getByRole('status').innerText()).to.include('The second factor is off.');
    } finally {
      setClock();
      await visitor.close();
    }
  });
});
