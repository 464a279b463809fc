import { expect } from 'chai';
import { AUTOMATION_STATUS, Automation } from '../../../common/models/automations.ts';
import { Enrollment } from '../../../common/models/enrollments.ts';
import { createSeries } from '../../support/automations.ts';
import { aContact, anAccount, anEnrollment, type Ground } from '../../support/factories.ts';
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
