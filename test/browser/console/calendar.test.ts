import { expect } from 'chai';
import { AUTOMATION_STATUS, Automation } from '../../../common/models/automations.ts';
import { Enrollment } from '../../../common/models/enrollments.ts';
import { SEND_STATUS, SingleSend } from '../../../common/models/single-sends.ts';
import { createSeries } from '../../support/automations.ts';
import { aContact, anAccount, anEnrollment, aSend, type Ground } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { type Console, DESK, isInGermanOrder, isInOrder, SMALL, startConsole, tabTo } from './support.ts';

describe('the calendar of the console', () => {
  let running: Console;
  let ground: Ground;
  let day: string;
  before(async () => {
    running = await startConsole('browser-console-calendar');
    ground = await anAccount(running.api);
    const { automation, email } = await aSeries();
    const next = new Date();
    // The middle of the next month is a day to come in any time zone.
    next.setUTCMonth(next.getUTCMonth() + 1, 15);
    day = next.toISOString().slice(0, 'YYYY-MM-DD'.length);
    await rows(Enrollment).insertMany(
      [1, 2].map((_id) => {
        const { user_id } = ground.client;
        const contact = aContact({ _id, userId: user_id, typeId: 0, email: `c${_id}@example.com` });
        const enrollment = anEnrollment(contact, { _id, automation_id: automation, schedule_id: email });
        return { ...enrollment, due_at: new Date(`${day}T10:00:00Z`) };
      }),
    );
  });
  after(() => running?.stop());

  async function aSeries() {
    const series = await createSeries(ground, { automation_name: 'Welcome' });
    const email = await series.email({ subject: 'Hello' });
    await rows(Automation).updateOne({ _id: series.id }, { $set: { status: AUTOMATION_STATUS.live } });
    return { automation: series.id, email: email.id };
  }

  it('shows the emails of automations that are due, and leads to them', () =>
    running.visit(ground.client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/calendar`);
      await page.getByText('Nothing is sent in this month.').waitFor();
      await page.getByRole('button', { name: 'Next month' }).click();
      const entry = page.getByRole('listitem').filter({ has: page.locator(`time[datetime="${day}"]`) });
      await entry.getByText('2 emails due').waitFor();
      await entry.getByText('Hello').waitFor();
      await isInOrder(page, 'a calendar with an automation');
      await entry.getByRole('link', { name: 'Welcome' }).click();
      await page.getByRole('heading', { name: 'Welcome', level: 1 }).waitFor();
    }));

  it('shows one failure when nothing can be read, and reads all again', () =>
    running.visit(ground.client, { viewport: DESK }, async (page) => {
      await page.route('**/console/api/**', (route) =>
        route.fulfill({ status: 422, json: { status: 'failed', errors: 'Not now', code: 'unprocessable' } }),
      );
      await page.goto(`${running.api.url}/console/calendar`);
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      await page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root') === null);
      expect(await page.getByRole('alert').count()).to.equal(1);
      await page.unroute('**/console/api/**');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('Nothing is sent in this month.').waitFor();
      expect(await page.getByRole('alert').count()).to.equal(0);
    }));

  it('shows campaigns of earlier months after the newest hundred, and says which it does not show', async () => {
    const owner = await anAccount(running.api);
    const made = await owner.client.post('/single/send/create', aSend(owner));
    expect(made.status, JSON.stringify(made.body)).to.equal(200);
    const { utr } = made.body;
    const monthsAgo = (months: number): Date => {
      const at = new Date();
      at.setUTCMonth(at.getUTCMonth() - months, 15);
      return at;
    };
    const sent = (created_at: Date, sent_at: Date) => ({
      status: SEND_STATUS.completed,
      hold_reason: null,
      created_at,
      sent_at,
    });
    const now = new Date();
    await rows(SingleSend).updateOne(
      { utr },
      { $set: { ...sent(monthsAgo(1), monthsAgo(1)), single_send_name: 'The oldest' } },
    );
    const first = (await rows(SingleSend).findOne({ utr }))!;
    const newer = Array.from({ length: 100 }, (_, nth) => `${utr}-${nth}`);
    await rows(SingleSend).insertMany(
      newer.map((one, nth) => ({
        ...first,
        ...sent(now, now),
        _id: first._id + 1 + nth,
        utr: one,
        single_send_name: `Newer ${nth}`,
      })),
    );
    const unshown = /^Campaigns that were created before .+ are not shown\.$/;
    await running.visit(owner.client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/calendar`);
      await page.getByRole('link', { name: 'Newer 99' }).waitFor();
      expect(await page.getByText(unshown).count()).to.equal(0);
      await page.getByRole('button', { name: 'Previous month' }).click();
      await page.getByRole('link', { name: 'The oldest' }).waitFor();

      await rows(SingleSend).updateMany({ utr: { $in: newer } }, { $set: { created_at: monthsAgo(9) } });
      await page.goto(`${running.api.url}/console/calendar`);
      await page.getByText(unshown).waitFor();
      await page.getByRole('link', { name: 'Newer 99' }).waitFor();
      await isInOrder(page, 'a calendar that does not show all campaigns');
    });
  });

  it('is read by keyboard alone, at 360 px and in German', () =>
    running.visit(ground.client, { viewport: SMALL, locale: 'de-DE' }, async (page) => {
      await page.goto(`${running.api.url}/console/calendar`);
      await tabTo(page, page.getByRole('button', { name: 'Nächster Monat' }));
      await page.keyboard.press('Enter');
      await page.getByText('2 E‑Mails fällig').waitFor();
      await isInGermanOrder(page, 'a calendar in German');
      await tabTo(page, page.getByRole('link', { name: 'Welcome' }));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Welcome', level: 1 }).waitFor();
    }));
});
