import { expect } from 'chai';
import { mailingOfSend } from '../../../common/domain/mailing-keys.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { leaveInDoubt } from '../../support/doubts.ts';
import { anAccount, aSend, type Ground } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { addContacts, completed, detailsOf } from '../../support/world.ts';
import { type SendingConsole, startSendingConsole } from './sending-console.ts';
import { DESK, isInOrder, PHONE } from './support.ts';

/** Milliseconds in which the mail server takes one mail: a send of the audience takes half a minute. */
const SLOW_MS = 150;
const AUDIENCE = 1000;
const STOPPING =
  'Cancelled. The remaining emails are being stopped. A few that are under way may still arrive.';
const PARKED = {
  domain: 'parked.example',
  class: 'auth' as const,
  reply: '550 5.7.26 not authenticated',
  mails: 10,
  refused: 10,
  parks: 1,
  until: new Date(Date.now() + 3600_000),
};

describe('a running campaign, in the console', function () {
  let running: SendingConsole;
  let ground: Ground;
  before(async () => {
    running = await startSendingConsole('browser-console-running');
    ground = await anAccount(running.api);
    await addContacts(
      ground,
      Array.from({ length: AUDIENCE }, (_, n) => `person${n}@example.com`),
    );
  });
  after(() => running?.stop());
  beforeEach(() =>
    running.mail.answer(async () => {
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      return null;
    }),
  );

  const send = async (fields = {}): Promise<string> =>
    (await ground.client.post('/single/send/create', aSend(ground, fields))).body.utr;

  it('shows its rate and remaining time, here and on Home, and can be paused, resumed and cancelled', () =>
    running.visit(ground.client, { viewport: DESK }, async (page) => {
      const utr = await send();
      await page.goto(`${running.api.url}/console/campaigns/${utr}`);
      await page.getByText(/emails a second, about .* left/).waitFor();
      await isInOrder(page, 'a campaign that goes out');
      await page.goto(`${running.api.url}/console`);
      const going = page.getByRole('region', { name: 'Sending now' });
      await going.getByText(/emails a second, about .* left/).waitFor();
      await going.getByRole('link', { name: 'A campaign' }).click();
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByRole('heading', { name: 'It is paused' }).waitFor();
      expect((await detailsOf(ground.client, utr)).paused_reason).to.equal('person');
      await page.getByRole('button', { name: 'Resume' }).click();
      await page.getByRole('heading', { name: 'It is paused' }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('You cannot undo this.').waitFor();
      await dialog.getByRole('button', { name: 'Cancel the campaign' }).click();
      await page.getByText('Cancelled', { exact: true }).waitFor();
      const ended = await completed(ground.client, utr);
      expect(ended.cancelled).to.equal(true);
      expect(ended.skipped).to.be.greaterThan(0);
    }));

  it('is called cancelled while mails that were handed over are open, on list, page, Home and report', () =>
    running.visit(ground.client, { viewport: DESK }, async (page) => {
      const letGo = running.mail.hold();
      const utr = await send({ single_send_name: 'Cut short' });
      const { body } = await ground.client.post('/single-send/share', { utr });
      try {
        await page.goto(`${running.api.url}/console/campaigns/${utr}`);
        await page.getByText(/^0 of 1,000$/).waitFor();
        await page.getByRole('button', { name: 'Cancel', exact: true }).click();
        const yes = page.getByRole('dialog').getByRole('button', { name: 'Cancel the campaign' });
        expect(await yes.evaluate((one) => getComputedStyle(one).backgroundColor)).to.equal(
          await page.evaluate(() => {
            const red = document.createElement('i');
            red.style.color = 'var(--mantine-color-red-9)';
            return getComputedStyle(document.body.appendChild(red)).color;
          }),
        );
        await yes.click();
        await page.getByText(STOPPING, { exact: true }).waitFor();
        await page.getByText('Cancelled', { exact: true }).waitFor();
        for (const name of ['Cancel', 'Pause', 'Resume'])
          expect(await page.getByRole('button', { name, exact: true }).count(), name).to.equal(0);
        expect((await detailsOf(ground.client, utr)).status).to.equal(2);
        await isInOrder(page, 'a cancelled campaign with open mails');
        await page.getByRole('link', { name: 'All campaigns' }).click();
        const row = page.getByRole('row').filter({ hasText: 'Cut short' });
        await row.getByText(STOPPING, { exact: true }).waitFor();
        await row.getByText('Cancelled', { exact: true }).filter({ visible: true }).waitFor();
        await page.goto(`${running.api.url}/console/campaigns?state=running`);
        await page.getByRole('heading', { name: 'No campaign found' }).waitFor();
        const { _id } = (await rows(SingleSend).findOne({ utr }))!;
        const { modifiedCount } = await rows(Mailing).updateOne(
          { _id: mailingOfSend(_id) },
          { $set: { 'standing.domains': [PARKED] } },
        );
        expect(modifiedCount).to.equal(1);
        expect((await detailsOf(ground.client, utr)).parked).to.have.length(1);
        await page.goto(`${running.api.url}/console/campaigns/${utr}`);
        await page.getByText(STOPPING, { exact: true }).waitFor();
        expect(await page.getByRole('button', { name: 'Send now' }).count()).to.equal(0);
        await running.home(page);
        await page.getByRole('region', { name: 'Last campaigns' }).waitFor();
        await page.waitForLoadState('networkidle');
        for (const name of ['Sending now', 'Needs a decision'])
          expect(await page.getByRole('region', { name }).count(), name).to.equal(0);
        await page.goto(`${running.api.url}${new URL(body.message.share.url).pathname}`);
        await page.getByText('It was cancelled, and is not sent to the other recipients.').waitFor();
        expect(await page.getByText('It is being sent now').count()).to.equal(0);
      } finally {
        letGo();
      }
      await completed(ground.client, utr);
      await page.goto(`${running.api.url}/console/campaigns/${utr}`);
      await page.getByText('Cancelled', { exact: true }).waitFor();
      expect(await page.getByText('are being stopped').count()).to.equal(0);
      const { delivered = 0, skipped = 0, pending } = await detailsOf(ground.client, utr);
      expect([delivered + skipped, pending, skipped > delivered]).to.deep.equal([AUDIENCE, 0, true]);
    }));

  it('asks to decide on mails in doubt, one by one or all', () =>
    running.visit(ground.client, { viewport: PHONE }, async (page) => {
      const { body } = await ground.client.post('/contacts-type/add', { name: 'Nobody' });
      const utr = await send({ single_send_name: 'With doubts', recipient_id: [`contacts_${body.id}`] });
      await completed(ground.client, utr);
      const { _id, user_id } = (await rows(SingleSend).findOne({ utr }))!;
      await leaveInDoubt(mailingOfSend(_id), user_id, 3);
      await page.goto(`${running.api.url}/console`);
      const decisions = page.getByRole('region', { name: 'Needs a decision' });
      await decisions.getByText('Delivery unknown for 3 emails').waitFor();
      await decisions.getByRole('link', { name: 'Open' }).click();
      const first = page.getByRole('group', { name: /^doubt/ }).first();
      await first.getByRole('button', { name: 'Mark as delivered' }).click();
      const one = page.getByRole('dialog', { name: 'Mark 1 email as delivered?' });
      await one.getByRole('button', { name: 'Mark as delivered' }).click();
      await page.getByText('All 2', { exact: true }).waitFor();
      await page
        .getByRole('group', { name: 'All 2' })
        .getByRole('button', { name: 'Mark as delivered' })
        .click();
      const asked = page.getByRole('dialog', { name: 'Mark 2 emails as delivered?' });
      await asked.waitFor();
      await page.keyboard.press('Enter');
      await asked.waitFor({ state: 'detached' });
      expect(await detailsOf(ground.client, utr)).to.include({ in_doubt: 2 });
      await page
        .getByRole('group', { name: 'All 2' })
        .getByRole('button', { name: 'Mark as delivered' })
        .click();
      await asked.getByRole('button', { name: 'Mark as delivered' }).click();
      await page.getByRole('region', { name: 'Delivery unknown' }).waitFor({ state: 'detached' });
      expect(await detailsOf(ground.client, utr)).to.include({ in_doubt: 0, delivered: 3 });
    }));

  it('sends again what may arrive now, and says how many', () =>
    running.visit(ground.client, { viewport: DESK }, async (page) => {
      const type = await ground.client.post('/contacts-type/add', { name: 'Two' });
      await addContacts({ ...ground, contact_type_id: type.body.id }, [
        'full@full.example',
        'fine@fine.example',
        'gone@full.example',
      ]);
      const gone = { code: 550, text: '5.1.1 no such user' };
      running.mail.answer((to) =>
        to.startsWith('full')
          ? { code: 552, text: '5.2.2 mailbox full' }
          : to.startsWith('gone')
            ? gone
            : null,
      );
      const utr = await send({ single_send_name: 'Again', recipient_id: [`contacts_${type.body.id}`] });
      await completed(ground.client, utr);
      running.mail.answer(() => null);
      await page.goto(`${running.api.url}/console/campaigns/${utr}`);
      await page.getByRole('link', { name: 'Mailbox is full' }).click();
      await page.getByRole('link', { name: 'full@full.example' }).waitFor();
      await page.getByRole('link', { name: 'Back to the report' }).click();
      // The browser notes what it cannot load, in a page whose notes count.
      const other = await page.context().newPage();
      await other.route('**/single-send/domains*', (route) => route.abort());
      await other.goto(page.url());
      await other.getByRole('button', { name: 'Retry bounced' }).click();
      await other.getByRole('dialog').getByText('Bounced emails are sent again.').waitFor();
      await other.close();
      await page.getByRole('button', { name: 'Retry bounced' }).click();
      await page.getByRole('dialog').getByText('1 email is sent again.').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Retry', exact: true }).click();
      await until(async () => (await detailsOf(ground.client, utr)).delivered === 2, 'the retry');
      await page.getByRole('link', { name: /^Delivered\s*2/ }).waitFor();
      // Only an address that does not exist is left.
      await page.getByRole('link', { name: /^Bounced\s*1/ }).waitFor();
      await page.getByRole('button', { name: 'Retry bounced' }).waitFor({ state: 'detached' });
    }));
});
