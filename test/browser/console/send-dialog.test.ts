import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { Sender } from '../../../common/models/senders.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import type { Client } from '../../support/api.ts';
import { aSend, type Ground, layGround } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { addContacts, detailsOf } from '../../support/world.ts';
import { type SendingConsole, startSendingConsole } from './sending-console.ts';
import { DESK, hasFocus, isInOrder, SMALL, tabTo } from './support.ts';

const READERS = ['ann@example.com', 'ben@example.com', 'cleo@example.com'];
/** The check takes seconds on a busy machine, and the service waits for 15 before a mail goes. */
const SLOW_MS = 60_000;

describe('the dialog that sends a campaign', () => {
  let running: SendingConsole;
  let client: Client;
  let ground: Ground;
  let utr: string;
  before(async () => {
    running = await startSendingConsole('browser-console-send-dialog');
  });
  after(() => running?.stop());
  beforeEach(async () => {
    client = await running.api.account({ timezone: 'Europe/Berlin' });
    ground = await layGround(client);
    await addContacts(ground, READERS);
    running.mail.mails.length = 0;
    utr = await makeDraft();
  });

  const makeDraft = async (fields: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const { status, body } = await client.post('/single/send/create', aSend(ground, { draft: 1, ...fields }));
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.utr;
  };
  const open = async (page: Page, of = utr) => {
    await page.goto(`${running.api.url}/console/campaigns/${of}/edit`);
    await page.getByRole('button', { name: 'Review and send' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('From', { exact: true }).waitFor();
    return dialog;
  };
  const go = { name: /^(Send to|Schedule for|Checking|Counting)/ };
  const sent = () => running.mail.mails.filter(({ to }) => READERS.includes(to));
  const stored = (of = utr) => rows(SingleSend).findOne({ utr: of });
  const visit = (use: (page: Page) => Promise<void>) => running.visit(client, { viewport: DESK }, use);
  /** Holds back the answers to calls of a path; returns a function that releases them. */
  const holdBack = async (page: Page, path: string): Promise<() => void> => {
    let letGo = (): void => {};
    const isOpen = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(`**${path}*`, async (route) => {
      await isOpen;
      // The page may have given the call up meanwhile.
      await route.continue().catch(() => {});
    });
    return letGo;
  };

  it('shows the content and the recipients of a draft that is in order', () =>
    visit(async (page) => {
      const dialog = await open(page);
      await dialog
        .getByRole('button', { name: 'Send to 3 people', disabled: false })
        .waitFor({ timeout: SLOW_MS });
      await dialog.getByText('As ann@example.com gets it').waitFor({ timeout: SLOW_MS });
      expect(await dialog.innerText()).not.to.include('((');
      for (const text of [
        'Ada Sender <ada@sender.example>',
        'Reply-to: reply@sender.example',
        'News for First0',
        'What happened',
        'As ann@example.com gets it',
        '3\u00a0people',
        'Time zone of your account: Berlin',
        '(1\u00a0of\u00a03)',
        'No test was sent yet.',
      ])
        expect(await dialog.innerText(), text).to.include(text);
      const mail = dialog.frameLocator('iframe').first();
      await mail.getByText('unsubscribe', { exact: false }).first().waitFor({ timeout: SLOW_MS });
      for (const [button, email, place, subject] of [
        ['Next recipient', 'ben@example.com', '(2 of 3)', 'News for First1'],
        ['Previous recipient', 'ann@example.com', '(1 of 3)', 'News for First0'],
        ['Previous recipient', 'cleo@example.com', '(3 of 3)', 'News for First2'],
      ] as const) {
        await dialog.getByRole('button', { name: button }).press('Enter');
        await dialog.getByText(`As ${email} gets it ${place}`).waitFor({ timeout: SLOW_MS });
        await dialog.getByText(subject, { exact: true }).first().waitFor({ timeout: SLOW_MS });
      }
      await dialog.getByLabel('Schedule for later').check();
      await dialog.getByRole('button', { name: /^Schedule for 3 people: .*9:00/ }).waitFor();
      await dialog.getByLabel('Date').fill('');
      await dialog.getByText('Choose a date and a time.').waitFor();
      await isInOrder(page, 'the dialog');
    }));

  it('says the time of a later send in the time zone of the browser where it differs', async () => {
    const abroad = { viewport: SMALL, timezoneId: 'America/New_York' };
    await running.visit(client, abroad, async (page) => {
      const dialog = await open(page);
      await dialog.getByLabel('Schedule for later').check();
      const here = dialog.getByText(/^In your browser’s time zone/);
      // Clocks of Berlin change on 28 March, those of New York on 14 March.
      for (const [date, time, shown] of [
        ['2027-03-20', '14:00', '20 Mar 2027, 09:00'],
        ['2027-04-02', '02:00', '1 Apr 2027, 20:00'],
      ] as const) {
        await dialog.getByLabel('Date').fill(date);
        await dialog.getByLabel('Time', { exact: true }).fill(time);
        await until(
          async () => (await here.innerText()) === `In your browser’s time zone (New York): ${shown}`,
          shown,
        );
      }
      await isInOrder(page, 'the time of a later send abroad');
      await dialog.getByLabel('Date').fill('');
      await here.waitFor({ state: 'detached' });
    });
    const sameClock = { viewport: SMALL, timezoneId: 'Europe/Paris' };
    await running.visit(client, sameClock, async (page) => {
      const dialog = await open(page);
      await dialog.getByLabel('Schedule for later').check();
      await dialog.getByText('Time zone of your account: Berlin').waitFor();
      expect(await dialog.getByText('browser’s time zone').count()).to.equal(0);
    });
  });

  it('has an address, which a reload and the way back keep', () =>
    visit(async (page) => {
      await page.goto(`${running.api.url}/console/campaigns/${utr}/send`);
      const dialog = page.getByRole('dialog', { name: 'Review and send' });
      await dialog.waitFor();
      await page.reload();
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Review and send' }).press('Enter');
      await dialog.waitFor();
      await page.goBack();
      await dialog.waitFor({ state: 'detached' });
      const opener = page.getByRole('button', { name: 'Review and send' });
      await hasFocus(opener);
      // Each look takes the entry of the one before.
      const entries = await page.evaluate(() => history.length);
      for (const _ of [1, 2]) {
        await opener.press('Enter');
        await dialog.waitFor();
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
        await hasFocus(opener);
        expect(new URL(page.url()).search).to.equal('');
      }
      expect(await page.evaluate(() => history.length)).to.equal(entries);
      expect((await stored())!.hold_reason).to.equal('draft');
    }));

  it('leafs past a recipient whose email cannot be shown, with the focus on the button', () =>
    visit(async (page) => {
      await page.route('**/single-send/preview*', async (route) => {
        const answer = await route.fetch();
        if (!(await answer.text()).includes('First1')) return route.fulfill({ response: answer });
        return route.fulfill({ status: 422, json: { status: 'failed', errors: { utr: ['Not now.'] } } });
      });
      const dialog = await open(page);
      await dialog.getByText('As ann@example.com gets it').waitFor({ timeout: SLOW_MS });
      const next = dialog.getByRole('button', { name: 'Next recipient' });
      await next.press('Enter');
      await dialog.getByText('As ben@example.com gets it (2 of 3)').waitFor({ timeout: SLOW_MS });
      await dialog.getByRole('alert').waitFor({ timeout: SLOW_MS });
      await dialog.locator('summary', { hasText: 'Preview' }).last().press('Enter');
      expect(await dialog.getByRole('alert').isVisible(), 'the error, with the picture folded').to.equal(
        true,
      );
      await next.focus();
      await next.press('Enter');
      await dialog.getByText('As cleo@example.com gets it (3 of 3)').waitFor({ timeout: SLOW_MS });
      await dialog.getByRole('alert').waitFor({ state: 'detached', timeout: SLOW_MS });
      await hasFocus(next);
    }));

  it('shows when the last test was sent, and whether the email has changed since', () =>
    visit(async (page) => {
      const tested = await client.post('/single/send/test', { utr, email_address: 'ada@example.com' });
      expect(tested.status, JSON.stringify(tested.body)).to.equal(200);
      const dialog = await open(page);
      await dialog.getByText('. The email has not changed since.').waitFor({ timeout: SLOW_MS });
      await page.keyboard.press('Escape');
      await page.getByRole('textbox', { name: 'Preview text' }).fill('Something else happened');
      await page.getByRole('button', { name: 'Review and send' }).click();
      await dialog.getByText('. The email has changed since.').waitFor({ timeout: SLOW_MS });
    }));

  /** The question before a mail to 12,480 people. */
  async function askAboutMany(page: Page): Promise<Locator> {
    await page.route('**/single-send/audience*', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      await route.fulfill({
        json: { ...body, message: { audience: { ...body.message.audience, recipients: 12_480 } } },
      });
    });
    const dialog = await open(page);
    await dialog.getByRole('button', { name: 'Send to 12,480 people' }).click({ timeout: SLOW_MS });
    return page.getByRole('dialog', { name: 'Send to 12,480 people now?' });
  }

  it('asks once more before it sends to more than 1,000 people', () =>
    visit(async (page) => {
      const question = await askAboutMany(page);
      await question.waitFor();
      await page.waitForFunction(() => document.activeElement?.textContent === 'Not yet');
      await page.keyboard.press('Enter');
      await question.waitFor({ state: 'detached' });
      expect((await stored())!.hold_reason).to.equal('draft');
    }));

  it('turns its second question off while it checks again', () =>
    visit(async (first) => {
      // The browser notes what it cannot load, in a page whose notes count.
      const page = await first.context().newPage();
      const question = await askAboutMany(page);
      const yes = (disabled: boolean) =>
        question
          .getByRole('button', { name: 'Send to 12,480 people', disabled })
          .waitFor({ timeout: SLOW_MS });
      await yes(false);
      const letGo = await holdBack(page, '/single-send/check');
      await page.context().setOffline(true);
      await question.getByText('Emails can be sent once you are online again.').waitFor();
      await page.context().setOffline(false);
      await question
        .getByText('Emails can be sent once you are online again.')
        .waitFor({ state: 'detached' });
      await yes(true);
      letGo();
      await yes(false);
      await page.close();
    }));

  it('sends by no key but the press of its button', () =>
    visit(async (page) => {
      const dialog = await open(page);
      const button = dialog.getByRole('button', { name: 'Send to 3 people', disabled: false });
      await button.waitFor({ timeout: SLOW_MS });
      await dialog.getByLabel('Schedule for later').check();
      const fields = [
        dialog.getByLabel('Send now'),
        dialog.getByLabel('Schedule for later'),
        dialog.getByLabel('Date'),
        dialog.getByLabel('Time', { exact: true }),
      ];
      for (const field of fields) {
        await field.focus();
        await page.keyboard.press('Enter');
      }
      await dialog.getByLabel('Send now').check();
      await page.keyboard.press('Enter');
      expect((await stored())!.hold_reason).to.equal('draft');
      await button.waitFor();

      // As it is opened: one Tab, then Enter.
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Review and send' }).click();
      await button.waitFor({ timeout: SLOW_MS });
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      expect((await stored())!.hold_reason).to.equal('draft');
    }));

  for (const [what, path] of [
    ['the check runs', '/single-send/check'],
    ['people are counted', '/single-send/audience'],
  ] as const)
    it(`keeps its button off while ${what}`, () =>
      visit(async (page) => {
        const letGo = await holdBack(page, path);
        const dialog = await open(page);
        const button = dialog.getByRole('button', go);
        await button.waitFor();
        // The rest of the dialog is shown.
        await dialog.getByRole('status', { name: 'Check' }).waitFor({ state: 'attached' });
        await dialog.getByText('Ada Sender').waitFor();
        expect(await button.isDisabled()).to.equal(true);
        letGo();
        await dialog
          .getByRole('button', { name: 'Send to 3 people', disabled: false })
          .waitFor({ timeout: SLOW_MS });
      }));

  it('keeps its button off after a failed check, until the check succeeds', () =>
    visit(async (page) => {
      await page.route('**/single-send/check*', (route) =>
        route.fulfill({ status: 422, json: { status: 'failed', errors: { utr: ['Not now.'] } } }),
      );
      const dialog = await open(page);
      await dialog.getByRole('alert').waitFor();
      expect(await dialog.getByRole('button', go).isDisabled()).to.equal(true);
      await page.unroute('**/single-send/check*');
      await dialog.getByRole('alert').getByRole('button').click();
      await dialog
        .getByRole('button', { name: 'Send to 3 people', disabled: false })
        .waitFor({ timeout: SLOW_MS });
    }));

  it('keeps its button off while an error stands, now and for later, and when the campaign has no recipient', () =>
    visit(async (page) => {
      for (const template_html of [
        '<p><a href="https://">Look</a></p>',
        '<p>Hi</p><img alt="" src="">',
        '',
      ]) {
        const broken = await makeDraft({ template_html });
        const dialog = await open(page, broken);
        await dialog.getByText('Fix before sending').first().waitFor({ timeout: SLOW_MS });
        await dialog.getByText('Fix the errors above').waitFor({ timeout: SLOW_MS });
        expect(await dialog.getByLabel('Send anyway').count(), template_html).to.equal(
          template_html === '' ? 0 : 1,
        );
        expect(await dialog.getByRole('button', go).isDisabled(), template_html).to.equal(true);
        await dialog.getByLabel('Schedule for later').check();
        expect(await dialog.getByRole('button', go).isDisabled(), template_html).to.equal(true);
      }
      await client.post('/contacts-type/add', { name: 'Nobody' });
      const nobody = (await client.get('/contacts-type')).body.message.contactTypes.at(-1).id;
      // Each problem leads to the place where it is fixed.
      const shown = page.getByRole('dialog');
      await shown.getByRole('button', { name: 'Go to the content' }).first().click();
      await shown.waitFor({ state: 'detached' });
      await hasFocus(page.getByRole('heading', { name: 'Content', exact: true }));
      const dialog = await open(page, await makeDraft({ recipient_id: [`contacts_${nobody}`] }));
      await dialog.getByText('No recipients:').waitFor({ timeout: SLOW_MS });
      expect(await dialog.getByRole('button', go).isDisabled()).to.equal(true);
    }));

  it('sends in spite of an error that does not hold the send only after a tick', () =>
    visit(async (page) => {
      await rows(Sender).updateOne({ _id: ground.sender_id }, { $set: { from_email: 'ada@gmail.com' } });
      const dialog = await open(page);
      const button = dialog.getByRole('button', go);
      await dialog.getByText('The sender uses an address of a free mailbox').waitFor({ timeout: SLOW_MS });
      const link = dialog.getByRole('link', { name: 'Open senders' });
      expect(await link.getAttribute('href')).to.match(/\/settings#senders$/);
      await isInOrder(page, 'a dialog with an error');
      await dialog.getByText('Fix the errors above, or tick').waitFor({ timeout: SLOW_MS });
      expect(await button.isDisabled()).to.equal(true);
      await dialog.getByLabel('Send anyway').check();
      expect(await button.isEnabled()).to.equal(true);
      await dialog.getByLabel('Send anyway').uncheck();
      expect(await button.isDisabled()).to.equal(true);
      await dialog.getByLabel('Send anyway').check();
      await button.click();
      await page.getByRole('timer').waitFor();
      expect((await stored())!.draft).to.equal(false);
      await page.getByRole('button', { name: 'Undo send' }).click();
      await until(async () => (await stored())!.draft, 'the draft');
    }));

  it('sends nothing by itself after it was offline, and gives the reason meanwhile', () =>
    visit(async (first) => {
      // The browser notes what it cannot load, in a page whose notes count.
      const page = await first.context().newPage();
      const dialog = await open(page);
      const button = dialog.getByRole('button', go);
      await dialog
        .getByRole('button', { name: 'Send to 3 people', disabled: false })
        .waitFor({ timeout: SLOW_MS });
      await page.context().setOffline(true);
      await dialog.getByText('Emails can be sent once you are online again.').waitFor();
      expect(await button.isDisabled()).to.equal(true);
      await button.click({ force: true, timeout: 1000 }).catch(() => {});
      await page.context().setOffline(false);
      await dialog
        .getByRole('button', { name: 'Send to 3 people', disabled: false })
        .waitFor({ timeout: SLOW_MS });
      await page.close();
      expect((await stored())!.hold_reason).to.equal('draft');
    }));

  it('takes a campaign back from another page, and mails no recipient', () =>
    visit(async (page) => {
      const dialog = await open(page);
      await dialog.getByRole('button', { name: 'Send to 3 people' }).click({ timeout: SLOW_MS });
      await page.getByRole('timer').getByText('Sending to 3 people in').waitFor();
      await page
        .getByRole('navigation', { name: 'Pages' })
        .first()
        .getByRole('link', { name: 'Home' })
        .click();
      await page.waitForURL(/\/console\/?$/);
      await page.getByRole('alert').getByRole('button', { name: 'Undo send' }).click();
      await page.getByText('Undone.').waitFor();
      const { draft, due_at } = (await stored())!;
      expect(draft).to.equal(true);
      await until(() => Date.now() > due_at.getTime() + 15_000, 'the end of the wait', SLOW_MS);
      expect(await detailsOf(client, utr)).to.include({ status: 0, hold_reason: 'draft' });
      expect(sent()).to.have.length(0);
    }));

  it('takes a campaign back on its page in a new tab', () =>
    visit(async (page) => {
      const dialog = await open(page);
      await dialog.getByRole('button', { name: 'Send to 3 people' }).click({ timeout: SLOW_MS });
      await page.waitForURL(`**/campaigns/${utr}`);
      const tab = await page.context().newPage();
      await tab.goto(`${running.api.url}/console/campaigns/${utr}`);
      await tab.getByRole('button', { name: 'Undo send' }).click();
      await until(async () => (await stored())!.hold_reason === 'draft', 'the draft');
      // The first tab hears of it, and says no longer that it goes.
      await page.getByRole('timer').waitFor({ state: 'detached' });
      expect(sent()).to.have.length(0);
    }));

  it('sends to as many people as its button says, after the wait', () =>
    visit(async (page) => {
      const dialog = await open(page);
      await dialog.getByRole('button', { name: 'Send to 3 people' }).click({ timeout: SLOW_MS });
      const note = page.getByRole('timer');
      await note.waitFor();
      const { due_at, updated_at } = (await stored())!;
      expect(due_at.getTime() - updated_at.getTime()).to.be.within(14_000, 15_000);
      await page.getByText('Sending to 3 people.').waitFor({ timeout: SLOW_MS });
      await note.waitFor({ state: 'detached' });
      await until(async () => (await detailsOf(client, utr)).status === 3, 'the end', SLOW_MS);
      expect(sent().map(({ to }) => to)).to.have.members(READERS);
    }));

  it('sends, and undoes it, by keyboard alone, at 360 px and in German', () =>
    running.visit(client, { viewport: SMALL, locale: 'de-DE' }, async (page) => {
      await page.goto(`${running.api.url}/console/campaigns/${utr}/edit`);
      await tabTo(page, page.getByRole('button', { name: 'Prüfen und senden' }));
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      const button = dialog.getByRole('button', { name: 'An 3 Personen senden', disabled: false });
      await button.waitFor({ timeout: SLOW_MS });
      // A date that is missing keeps the button off.
      await tabTo(page, dialog.getByLabel('Jetzt senden'));
      await page.keyboard.press('ArrowDown');
      const date = dialog.getByLabel('Datum');
      await tabTo(page, date);
      await page.keyboard.press('Backspace');
      await dialog.getByText('Wählen Sie Datum und Uhrzeit.').waitFor();
      await tabTo(page, dialog.getByLabel('Später senden'));
      await page.keyboard.press('ArrowUp');
      await tabTo(page, button);
      await isInOrder(page, 'the dialog in German');
      await page.keyboard.press('Enter');
      await page.getByRole('timer').waitFor();
      await tabTo(page, page.getByRole('alert').getByRole('button', { name: 'Senden rückgängig machen' }));
      await page.keyboard.press('Enter');
      await until(async () => (await stored())!.draft === true, 'the draft', SLOW_MS);
      expect(sent()).to.have.length(0);
    }));

  it('shows that the service holds a campaign, and not that it is being sent', () =>
    visit(async (page) => {
      const dialog = await open(page);
      const button = dialog.getByRole('button', { name: 'Send to 3 people', disabled: false });
      await button.waitFor({ timeout: SLOW_MS });
      // Only the service notices a change after the check.
      await rows(Sender).updateOne({ _id: ground.sender_id }, { $set: { is_verified: 0 } });
      await button.click();
      await page.getByText('Not sent. Its sender is not confirmed.').waitFor();
      expect(await page.getByText('Sending to').count()).to.equal(0);
    }));
});
