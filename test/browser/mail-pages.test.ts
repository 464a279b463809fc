import { expect } from 'chai';
import { Sender } from '../../common/models/senders.ts';
import { Suppression } from '../../common/models/suppressions.ts';
import { type Api, type Client, startApi } from '../support/api.ts';
import { DESK, faultsInEachLook, focusIsSeen, PHONE } from '../support/browser.ts';
import { writeGroup } from '../support/ledger.ts';
import { rows } from '../support/rows.ts';
import { visitAs } from '../support/visitors.ts';
import { MAIL_PAGES, type MailLinks, mailLinks } from './mail-links.ts';

describe('a page that mails lead to, in a browser,', () => {
  let api: Api;
  let client: Client;
  let links: MailLinks;

  before(async () => {
    api = await startApi('browser-mail-pages');
    client = await api.account();
    links = mailLinks(api, client);
    await writeGroup({ user_id: client.user_id, group_name: 'Offers', is_display: 1 });
  });
  after(async () => {
    await api.stop();
  });

  const link = (purpose: 'unsubscribe' | 'preferences') => links.ofMail(purpose);
  const optOuts = (email: string) =>
    rows(Suppression).find({ user_id: client.user_id, email_norm: email }).toArray();

  it('unsubscribes by one button, without JavaScript, on a phone', () =>
    visitAs({ javaScriptEnabled: false }, async (page) => {
      const { mail, url } = await link('unsubscribe');
      await page.goto(url);
      expect(await optOuts(mail.email)).to.have.length(0);
      await page.getByRole('button', { name: 'Unsubscribe' }).click();
      expect(await page.getByRole('heading', { level: 1 }).innerText()).to.equal('You are unsubscribed');
      expect(await optOuts(mail.email)).to.have.length(1);
    }));

  it('undoes an unsubscribe by one button, without JavaScript, on a phone', () =>
    visitAs({ javaScriptEnabled: false }, async (page) => {
      const { mail, url } = await link('unsubscribe');
      await page.goto(url);
      await page.getByRole('button', { name: 'Unsubscribe' }).click();
      await page.getByRole('button', { name: 'Subscribe again' }).click();
      const heading = page.getByRole('heading', { level: 1 });
      expect(await heading.innerText()).to.equal('You are subscribed again');
      expect(await optOuts(mail.email)).to.have.length(0);
      await page.getByRole('link', { name: 'unsubscribe' }).click();
      await page.getByRole('button', { name: 'Unsubscribe' }).click();
      expect(await optOuts(mail.email)).to.have.length(1);
      await page.getByRole('link', { name: 'choose which emails you want' }).click();
      await page.getByRole('button', { name: 'Unsubscribe from all' }).click();
      await page.getByRole('button', { name: 'Subscribe again' }).click();
      expect(await heading.innerText()).to.equal('You are subscribed again');
      await page.getByRole('button', { name: 'Save my choice' }).click();
      expect(await heading.innerText()).to.equal('Your choice is saved');
    }));

  it('takes a reason after the unsubscribe, without JavaScript, on a phone', () =>
    visitAs({ javaScriptEnabled: false }, async (page) => {
      const { mail, url } = await link('unsubscribe');
      await page.goto(url);
      await page.getByRole('button', { name: 'Unsubscribe' }).click();
      await page.getByRole('group', { name: 'Why did you unsubscribe?' }).waitFor();
      await page.getByLabel('I get too many emails').check();
      await page.getByRole('button', { name: 'Send my answer' }).click();
      await page.getByText('Thank you').waitFor();
      expect((await mail.row()).unsubscribe_reason).to.equal('too_many');
    }));

  it('saves preferences, and stops all mails, without JavaScript, on a phone', () =>
    visitAs({ javaScriptEnabled: false }, async (page) => {
      const { mail, url } = await link('preferences');
      await page.goto(url);
      await page.getByLabel('Offers').uncheck();
      await page.getByRole('button', { name: 'Save my choice' }).click();
      expect(await page.getByLabel('Offers').isChecked()).to.equal(false);
      expect(await optOuts(mail.email)).to.have.length(1);
      await page.getByLabel('Offers').check();
      await page.getByRole('button', { name: 'Save my choice' }).click();
      expect(await optOuts(mail.email)).to.have.length(0);
      await page.getByRole('button', { name: 'Unsubscribe from all' }).click();
      expect((await optOuts(mail.email)).map((entry) => entry.unsubscribe_groups_id)).to.deep.equal([null]);
    }));

  it('asks the recipient of a lost mail for the address, without JavaScript, on a phone', () =>
    visitAs({ javaScriptEnabled: false }, async (page) => {
      await page.goto(links.ofLostMail());
      await page.getByLabel('Your email address').fill('lost');
      await page.getByRole('button', { name: 'Unsubscribe' }).click();
      await page.getByText('Please enter a whole address').waitFor();
      await page.getByLabel('Your email address').fill('lost@reader.example');
      await page.getByRole('button', { name: 'Unsubscribe' }).click();
      expect(await page.getByRole('heading', { level: 1 }).innerText()).to.equal('You are unsubscribed');
      expect(await optOuts('lost@reader.example')).to.have.length(1);
      await page.getByRole('button', { name: 'Subscribe again' }).click();
      await page.getByLabel('Your email address').waitFor();
      expect(await optOuts('lost@reader.example')).to.have.length(0);
    }));

  it('verifies a sender by one button, without JavaScript, on a phone', () =>
    visitAs({ javaScriptEnabled: false }, async (page) => {
      const { id, url } = await links.ofSender();
      await page.goto(url);
      expect((await rows(Sender).findOne({ _id: id }))!.is_verified).to.equal(0);
      await page.getByRole('button', { name: /confirm/ }).click();
      expect((await rows(Sender).findOne({ _id: id }))!.is_verified).to.equal(1);
    }));

  it('works with the keyboard only, and shows the focus', () =>
    visitAs({}, async (page) => {
      const { mail, url } = await link('unsubscribe');
      await page.goto(url);
      await page.keyboard.press('Tab');
      expect(await focusIsSeen(page)).to.equal(true);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
      expect(await optOuts(mail.email)).to.have.length(1);
    }));

  for (const [purpose, button] of [
    ['unsubscribe', 'Unsubscribe'],
    ['preferences', 'Unsubscribe from all'],
  ] as const) {
    it(`passes the check of accessibility after the button “${button}”, on phone and desk, light and dark`, () =>
      visitAs({}, async (page) => {
        await page.goto((await link(purpose)).url);
        await page.getByRole('button', { name: button }).click();
        await page.getByRole('button', { name: 'Send my answer' }).waitFor();
        expect(await faultsInEachLook(page, [PHONE, DESK])).to.deep.equal([]);
      }));
  }

  for (const what of MAIL_PAGES)
    it(`passes the check of accessibility on phone and desk, light and dark: the page ${what}`, () =>
      visitAs({}, async (page) => {
        await page.goto(await links.of(what));
        expect(await faultsInEachLook(page, [PHONE, DESK])).to.deep.equal([]);
      }));
});
