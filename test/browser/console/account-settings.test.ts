import { expect } from 'chai';
import { Account } from '../../../common/models/accounts.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import type { Client } from '../../support/api.ts';
import { authenticator } from '../../support/authenticator.ts';
import { anAccount, aSend } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { type Console, isInOrder, SMALL, startConsole } from './support.ts';

describe('the settings of the account in the console', () => {
  let running: Console;
  before(async () => {
    running = await startConsole('browser-console-account');
  });
  after(() => running?.stop());

  const stored = async ({ user_id }: Client) => (await Account.findOne({ _id: user_id }))!;

  it('changes name and time zone by mouse, and asks whether scheduled campaigns keep their time of day', async () => {
    const ground = await anAccount(running.api);
    const { client } = ground;
    const when = { schedule_type: 1, schedule_date: '2097-07-08', schedule_time: '12:00:00' };
    const { utr } = (await client.post('/single/send/create', aSend(ground, when))).body;
    const due = async () => (await rows(SingleSend).findOne({ utr }))!.due_at.toISOString();
    await running.visit(client, { viewport: SMALL }, async (first) => {
      // The browser notes the refused answer, in a page whose notes count.
      const page = await first.context().newPage();
      await page.goto(`${running.api.url}/account`);
      await page.waitForURL('**/console/settings/account');
      const section = page.getByRole('region', { name: 'Account', exact: true });
      await section.getByRole('button', { name: 'Save', disabled: true }).waitFor();
      await section.getByLabel('Name').fill('');
      await section.getByRole('button', { name: 'Save' }).click();
      await section.getByText('This is required.').waitFor();
      await section.getByLabel('Name').fill('Ada');
      await section.getByText('This is required.').waitFor({ state: 'detached' });
      await section.getByLabel('Time zone').selectOption('America/New_York');
      await isInOrder(page, 'the settings of the account');
      await section.getByRole('button', { name: 'Save' }).click();
      const question = page.getByRole('dialog', { name: 'When should your scheduled campaigns be sent?' });
      await question.getByRole('cell', { name: /12:00/ }).waitFor();
      await isInOrder(page, 'the question about scheduled campaigns');
      await page.keyboard.press('Escape');
      expect((await stored(client)).timezone).to.equal('UTC');
      await section.getByRole('button', { name: 'Save' }).click();
      await page.route('**/access/details', (route) => route.fulfill({ status: 503, json: { errors: '' } }), {
        times: 1,
      });
      await question.getByRole('button', { name: 'Keep the local time' }).click();
      await question.getByRole('alert').waitFor();
      await question.getByRole('button', { name: 'Keep the local time' }).click();
      await page.getByText('Saved.', { exact: true }).waitFor();
      expect(await stored(client)).to.include({ name: 'Ada', timezone: 'America/New_York' });
      expect(await due()).to.equal('2097-07-08T16:00:00.000Z');
    });
  });

  it('sets up a second factor with codes that are shown once, and turns it off', async () =>
    running.visit(await running.api.account(), { viewport: SMALL }, async (first) => {
      // The browser notes the refused answer, in a page whose notes count.
      const page = await first.context().newPage();
      await page.goto(`${running.api.url}/console/settings/account`);
      await page.getByRole('button', { name: 'Set up a second factor' }).click();
      await page.getByLabel('Your password').fill('correct horse');
      await page.getByRole('button', { name: 'Continue' }).click();
      const scan = page.getByRole('dialog', { name: 'Scan this code' });
      await scan.getByRole('img', { name: 'QR code' }).waitFor();
      await isInOrder(page, 'a second factor');
      const app = authenticator(await scan.locator('code').innerText());
      await scan.getByLabel('Code', { exact: true }).fill('000000');
      await page.keyboard.press('Enter');
      await scan.getByText('This code is wrong').waitFor();
      await scan.getByLabel('Code', { exact: true }).fill(app.codeAt(new Date()));
      await page.keyboard.press('Enter');
      const once = page.getByRole('dialog', { name: 'Your recovery codes' });
      const codes = (await once.locator('code').innerText()).split('\n');
      await once.getByRole('button').last().click();
      await page.getByText('10 recovery codes are left.').waitFor();
      await page.getByRole('button', { name: 'Turn off the second factor' }).click();
      await page.getByLabel('Code', { exact: true }).fill(codes[0]!);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Set up a second factor' }).waitFor();
    }));
});
