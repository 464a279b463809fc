import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { Account } from '../../common/models/accounts.ts';
import { type Api, type Client, startApi } from '../support/api.ts';
import { DESK, faultsInEachLook, focusIsSeen, PHONE, textsOf } from '../support/browser.ts';
import { aSend, layGround } from '../support/factories.ts';
import { pngOf } from '../support/images.ts';
import { writeSentMail } from '../support/ledger.ts';
import { visitAs } from '../support/visitors.ts';

describe('the account page in a browser', () => {
  let api: Api;
  let client: Client;
  let email: string;

  before(async () => {
    api = await startApi('browser-account', { RATE_SIGN_INS: '1000' });
    client = await api.account({ timezone: 'Europe/Berlin' });
    email = (await Account.findOne({ _id: client.user_id }))!.email;
  });
  after(async () => {
    await api.stop();
  });

  async function signIn(page: Page, address = email): Promise<void> {
    await page.goto(`${api.url}/account?plain`);
    await page.getByLabel('Email address').fill(address);
    await page.getByLabel('Password').fill('correct horse');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/account?plain');
  }

  it('works on a phone without JavaScript, from signing in to signing out', () =>
    visitAs({ javaScriptEnabled: false }, async (page) => {
      const refused: string[] = [];
      page.on('requestfailed', (request) => refused.push(request.url()));
      await signIn(page);

      await page.getByLabel('Name of a new pair').fill('The shop');
      await page.getByRole('button', { name: 'Create a key pair' }).click();
      const [PublicKey, SecretKey] = await textsOf(page.locator('code.secret'));
      const call = () =>
        api.request('/api/contacts-type', { headers: { PublicKey: PublicKey!, SecretKey: SecretKey! } });
      expect((await call()).status).to.equal(200);
      await page.getByRole('link', { name: 'Back to your account' }).click();

      const row = page.getByRole('row').filter({ hasText: 'The shop' });
      await row.getByRole('button', { name: 'Roll the key pair The shop' }).click();
      expect(await page.getByRole('main').innerText()).to.include('works until');
      await page.getByRole('link', { name: 'revoke it' }).click();
      await page.getByRole('button', { name: 'Revoke the key pair' }).click();
      expect(await page.getByRole('status').innerText()).to.include('no longer works');
      expect((await call()).status).to.equal(401);

      await page.getByLabel('Time zone').selectOption('Asia/Kolkata');
      await page.getByRole('button', { name: 'Save your details' }).click();
      expect(await page.getByRole('status').innerText()).to.include('saved');
      expect(await page.getByLabel('Time zone').inputValue()).to.equal('Asia/Kolkata');

      await page.getByLabel('Current password').fill('correct horse');
      await page.getByLabel('New password').fill('battery staple');
      await page.getByRole('button', { name: 'Change your password' }).click();
      expect(await page.getByRole('status').innerText()).to.include('password is changed');
      await page.getByLabel('Current password').fill('battery staple');
      await page.getByLabel('New password').fill('correct horse');
      await page.getByRole('button', { name: 'Change your password' }).click();

      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.waitForURL('**/account/sign-in');
      await page.goBack();
      await page.reload();
      await page.waitForURL('**/account/sign-in*');
      expect(refused).to.deep.equal([]);
    }));

  it('takes a name and a logo for the pages of recipients, without JavaScript', () =>
    visitAs({ javaScriptEnabled: false }, async (page) => {
      const owner = await api.account();
      const address = (await Account.findOne({ _id: owner.user_id }))!.email;
      await signIn(page, address);
      await page.getByLabel('Name on these pages').fill('Analytical Engines');
      const logo = { name: 'logo.png', mimeType: 'image/png', buffer: pngOf(600, 200) };
      await page.getByLabel('Logo', { exact: true }).setInputFiles(logo);
      await page.getByRole('button', { name: 'Save name and logo' }).click();
      expect(await page.getByRole('status').innerText()).to.include('changed');
      const mail = await writeSentMail(api, { userId: owner.user_id });
      await page.goto(`${api.url}/unsubscribe/${mail.token('unsubscribe')}`);
      const shown = page.getByRole('img', { name: 'Analytical Engines' });
      await shown.waitFor();
      // An image that a policy blocks, or that does not load, has no such box.
      expect(await shown.boundingBox()).to.deep.include({ width: 168, height: 56 });
      await page.goto(`${api.url}/account?plain`);
      await page.getByRole('button', { name: 'Remove the logo' }).click();
      expect(await page.getByRole('img').count()).to.equal(0);
    }));

  it('leads to the problems of a form by sight, by keyboard and by screen reader', () =>
    visitAs({}, async (page) => {
      await signIn(page);
      await page.getByLabel('Name', { exact: true }).fill('');
      await page.getByRole('button', { name: 'Save your details' }).click();
      const summary = page.getByRole('alert');
      expect(await summary.evaluate((element) => element === document.activeElement)).to.equal(true);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      const field = page.getByLabel('Name', { exact: true });
      expect(await field.evaluate((element) => element.matches(':target'))).to.equal(true);
      expect(await field.getAttribute('aria-invalid')).to.equal('true');
    }));

  it('works with the keyboard only, and shows the focus', () =>
    visitAs({}, async (page) => {
      await page.goto(`${api.url}/account?plain`);
      await page.keyboard.press('Tab');
      await page.keyboard.type(email);
      expect(await focusIsSeen(page)).to.equal(true);
      await page.keyboard.press('Tab');
      await page.keyboard.type('correct horse');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/account?plain');
      for (let stop = 0; stop < 8; stop += 1) {
        await page.keyboard.press('Tab');
        expect(await focusIsSeen(page), `stop ${stop}`).to.equal(true);
      }
    }));

  it('refuses frames of other pages, and runs no scripts', () =>
    visitAs({}, async (page) => {
      await signIn(page);
      const ran = await page.evaluate(() => {
        const script = document.createElement('script');
        script.textContent = 'globalThis.ran = true';
        document.body.append(script);
        return 'ran' in globalThis;
      });
      expect(ran).to.equal(false);
      expect(await page.evaluate(() => document.cookie)).to.equal('');
    }));

  it('shows a mail in a frame without any permissions', () =>
    visitAs({ viewport: DESK }, async (page) => {
      const ground = await layGround(client);
      const template_html = `<html><body><p id="mail">Hello</p><script>document.title = parent.document.title = 'taken'</script>
<form action="/account/sign-out" method="post"><button>Press</button></form></body></html>`;
      const { body } = await client.post('/single/send/create', aSend(ground, { template_html }));
      await signIn(page);
      await page.goto(`${api.url}/design/${body.message.utr}`);
      const frame = page.frameLocator('iframe');
      expect(await frame.locator('#mail').innerText()).to.equal('Hello');
      await frame.getByRole('button').click();
      await page.goto(`${api.url}/account?plain`);
      expect(page.url()).to.equal(`${api.url}/account?plain`);
    }));

  const states: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
    'signing in': (page) => page.goto(`${api.url}/account/sign-in`),
    'a failed sign-in': async (page) => {
      await page.goto(`${api.url}/account/sign-in`);
      await page.getByRole('button', { name: 'Sign in' }).click();
    },
    'the overview': signIn,
    'a problem': async (page) => {
      await signIn(page);
      await page.getByRole('button', { name: 'Change your password' }).click();
    },
    'a new pair': async (page) => {
      await signIn(page);
      await page.getByLabel('Name of a new pair').fill('W'.repeat(255));
      await page.getByRole('button', { name: 'Create a key pair' }).click();
    },
    'the question before revoking': async (page) => {
      await signIn(page);
      await page
        .getByRole('link', { name: /^Revoke/ })
        .last()
        .click();
    },
    'a mail': async (page) => {
      const ground = await layGround(client);
      const { body } = await client.post('/single/send/create', aSend(ground, { template_html: '<p>x</p>' }));
      await signIn(page);
      await page.goto(`${api.url}/design/${body.message.utr}`);
    },
    'no such mail': async (page) => {
      await signIn(page);
      await page.goto(`${api.url}/design/x`);
    },
  };

  for (const [what, lead] of Object.entries(states))
    it(`passes the check of accessibility on phone and desk, light and dark: ${what}`, () =>
      visitAs({}, async (page) => {
        await lead(page);
        expect(await faultsInEachLook(page, [PHONE, DESK])).to.deep.equal([]);
      }));
});
