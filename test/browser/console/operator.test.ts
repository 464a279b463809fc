import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { Account } from '../../../common/models/accounts.ts';
import { JobFailure } from '../../../common/models/job-failures.ts';
import { Key } from '../../../common/models/keys.ts';
import { WorkerPresence } from '../../../common/models/workers.ts';
import { Counter } from '../../../common/store/counters.ts';
import { type Client, startApi } from '../../support/api.ts';
import { textsOf } from '../../support/browser.ts';
import { haveNoSecondFactor, haveSecondFactor } from '../../support/operators.ts';
import { rows } from '../../support/rows.ts';
import {
  type Console,
  confirmByKeys,
  DESK,
  hasFocus,
  isInGermanOrder,
  isInOrder,
  PHONE,
  pressOn,
  SMALL,
  startConsole,
  stepIsInOrder,
  typeByKeys,
  walkFrom,
} from './support.ts';

describe('the operator page of the console', () => {
  let running: Console;
  let operator: Client;
  let client: Client;
  before(async () => {
    running = await startConsole('browser-console-operator', (name, settings) =>
      startApi(name, { ...settings, OPERATORS: '1' }),
    );
    // The first account of a store has the number 1.
    await Counter.deleteMany({});
    [operator, client] = [await running.api.account(), await running.api.account()];
    expect(operator.user_id).to.equal(1);
    await Account.updateOne({ _id: client.user_id }, { $set: { name: 'A shop' } });
    await WorkerPresence.insertOne({ _id: 'aaaaaaaa-1', slices: 4, seen_at: new Date() });
    await WorkerPresence.insertOne({
      _id: 'bbbbbbbb-2',
      slices: 4,
      seen_at: new Date(Date.now() - 60_000),
    });
    const at = new Date();
    await JobFailure.insertOne({
      _id: 'call-webhook webhook-7',
      job: 'call-webhook',
      subject: 'webhook-7',
      reason: 'Error: the disk is full',
      failures: 3,
      tries: 3,
      first_at: at,
      last_at: at,
      next_at: at,
      given_up_at: at,
      forget_at: new Date(at.getTime() + 3600_000),
    });
  });
  after(() => running?.stop());

  /** Signed in as with a code. No call of the page is under way meanwhile. */
  async function begin(page: Page): Promise<void> {
    await page.goto('about:blank');
    await haveSecondFactor(operator.user_id);
    await page.goto(`${running.api.url}/console`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }

  it('stays hidden from other accounts, and its address shows them no page', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await running.home(page);
      expect(await page.getByRole('link', { name: 'Operator' }).count()).to.equal(0);
      await page.goto(`${running.api.url}/console/operator/accounts`);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    }));

  it('asks for a second factor, then shows workers, what waits and jobs that failed, which are tried again', () =>
    running.visit(operator, { viewport: DESK }, async (page) => {
      await begin(page);
      await WorkerPresence.updateOne({ _id: 'aaaaaaaa-1' }, { $set: { seen_at: new Date() } });
      await page.getByRole('link', { name: 'Operator' }).click();
      await page.getByText('Working', { exact: true }).first().waitFor();
      await page.getByText('No sign of life for').first().waitFor();
      await page.getByText('Error: the disk is full').waitFor();
      await page.getByText('Campaigns are checked without a spam score.').waitFor();
      await isInOrder(page, 'the service');
      await page.getByRole('button', { name: 'Retry: call-webhook webhook-7' }).press('Enter');
      await page.getByText('No failed jobs.').waitFor();
      expect(await JobFailure.countDocuments()).to.equal(0);
    }));

  it('has tables and an account that fit a small phone in French', () =>
    running.visit(operator, { viewport: SMALL, locale: 'fr-FR' }, async (page) => {
      await begin(page);
      await page.goto(`${running.api.url}/console/operator`);
      const tables = page.locator('.table');
      await tables.first().waitFor();
      const over = await tables.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
      expect(over).to.deep.equal(over.map(() => 0));
      await page.goto(`${running.api.url}/console/operator/accounts/${client.user_id}`);
      await page.getByRole('region', { name: 'Fermer ou supprimer' }).waitFor();
      await page
        .getByText('Aucune clé pour l’instant.')
        .or(page.getByRole('button', { name: /^Révoquer/ }))
        .first()
        .waitFor();
      await isInOrder(page, 'an account in French');
    }));

  it('suspends an account, ends the suspension, and changes its quotas', async () => {
    await haveNoSecondFactor(operator.user_id);
    await running.visit(operator, { viewport: PHONE }, async (page) => {
      await begin(page);
      await page.goto(`${running.api.url}/console/operator`);
      await page.getByRole('link', { name: 'Accounts' }).click();
      await page.getByRole('link', { name: 'A shop' }).waitFor();
      await isInOrder(page, 'all accounts');
      await page.setViewportSize(SMALL);
      const table = page.locator('.table');
      expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).to.equal(0);
      await table
        .getByRole('cell', { name: /Active/ })
        .first()
        .waitFor();
      await page.setViewportSize(PHONE);
      await page.getByRole('link', { name: 'A shop' }).click();
      await page.getByLabel('Reason').fill('Too many complaints');
      await isInOrder(page, 'an account');
      await page.getByRole('button', { name: 'Suspend' }).click();
      await page.getByText(/Suspended since .*: Too many complaints/).waitFor();
      expect((await client.get('/contacts-type')).status).to.equal(403);
      await page.getByRole('button', { name: 'End suspension' }).click();
      await page.getByText('Active', { exact: true }).waitFor();
      expect((await client.get('/contacts-type')).status).to.equal(200);

      await page.getByLabel('Contacts').fill('many');
      await page.getByRole('button', { name: 'Save quotas' }).click();
      await page.getByText('Enter a whole number.').waitFor();
      await isInOrder(page, 'quotas with a wrong number');
      await page.getByLabel('Contacts').fill('500');
      await page.getByRole('button', { name: 'Save quotas' }).click();
      await page.getByText('Quotas saved.').waitFor();
      const { quotas } = (await Account.findOne({ _id: client.user_id }))!;
      expect(quotas).to.deep.equal({ contacts: 500 });
    });
  });

  it('creates an account, makes and revokes its keys, closes, reopens and deletes it, by keyboard at 360 px in German', async () => {
    await haveNoSecondFactor(operator.user_id);
    const options = {
      timezoneId: 'Europe/Kiev',
      permissions: ['clipboard-read', 'clipboard-write'],
    };
    await walkFrom(running, operator, '', useAccount, options);
  });

  /** The next answer below a path does not reach the page. The browser would note a failed request. */
  const loseAnswer = (page: Page, path: string): Promise<void> =>
    page.evaluate((lost) => {
      const { fetch } = window;
      window.fetch = async (...call) => {
        const answer = await fetch(...call);
        if (!answer.url.endsWith(lost)) return answer;
        window.fetch = fetch;
        throw new TypeError('Failed to fetch');
      };
    }, path);

  it('makes one account and one pair of keys when the press is repeated after a lost answer', async () => {
    await haveNoSecondFactor(operator.user_id);
    await running.visit(operator, { viewport: DESK }, async (page) => {
      const dialog = page.getByRole('dialog');
      const copied = dialog.getByRole('button', { name: 'I have copied it' });
      /** Presses a button whose answer is lost, and returns the keys that the next press shows. */
      async function keysAfterLoss(path: string, button: string, change = async () => {}): Promise<string[]> {
        const press = dialog.getByRole('button', { name: button });
        await loseAnswer(page, path);
        await press.click();
        await dialog.getByRole('alert').waitFor();
        await change();
        await press.click();
        await copied.waitFor();
        const shown = await textsOf(dialog.locator('code'));
        await copied.click();
        return shown;
      }
      const publicKeys = async (userId: number) =>
        (await rows(Key).find({ user_id: userId }).sort({ created_at: 1, _id: 1 }).toArray()).map(
          ({ _id }) => _id,
        );

      await begin(page);
      await page.goto(`${running.api.url}/console/operator/accounts`);
      await page.getByRole('button', { name: 'New account' }).click();
      await dialog.getByLabel('Name', { exact: true }).fill('A lost answer');
      await dialog.getByLabel('Address of the account').fill('lost@answer.example');
      await dialog.getByLabel('Password', { exact: true }).fill('horse battery');
      const [first] = await keysAfterLoss('/accounts/create', 'Create the account');
      await page.getByRole('heading', { level: 1, name: 'A lost answer' }).waitFor();
      const { _id: userId } = (await Account.findOne({ email_norm: 'lost@answer.example' }))!;
      expect(await publicKeys(userId)).to.deep.equal([first]);

      const makeAfterLoss = async (change?: () => Promise<void>): Promise<string> => {
        await page.getByRole('button', { name: 'Create a pair of keys' }).click();
        await dialog.getByLabel('Name', { exact: true }).fill('Shop');
        await dialog.getByLabel('Your password').fill('correct horse');
        return (await keysAfterLoss('/accounts/keys/create', 'Create a pair of keys', change))[0]!;
      };
      const second = await makeAfterLoss();
      expect(await publicKeys(userId)).to.deep.equal([first, second]);
      // A wrong password is none of the inputs whose answer was lost.
      const third = await makeAfterLoss(async () => {
        const password = dialog.getByLabel('Your password');
        await password.fill('wrong horse');
        await dialog.getByRole('button', { name: 'Create a pair of keys' }).click();
        await dialog.getByText('This is not your password.').waitFor();
        await password.fill('correct horse');
      });
      expect(await publicKeys(userId)).to.deep.equal([first, second, third]);
      // Other inputs make another pair.
      const fifth = await makeAfterLoss(() => dialog.getByLabel('Name', { exact: true }).fill('Till'));
      const all = await publicKeys(userId);
      expect(all).to.have.length(5);
      expect(all.at(-1)).to.equal(fifth);
    });
  });

  async function useAccount(page: Page): Promise<void> {
    const { keyboard } = page;
    const dialog = page.getByRole('dialog');
    const status = async ([PublicKey = '', SecretKey = '']: readonly string[]) =>
      (await running.api.request('/api/contacts-type', { headers: { PublicKey, SecretKey } })).status;
    const required = dialog.getByText('Dieses Feld ist ein Pflichtfeld.');
    const copied = dialog.getByRole('button', { name: 'Ich habe es kopiert' });

    await begin(page);
    await page.goto(`${running.api.url}/console/operator/accounts`);
    const before = await Account.countDocuments({});
    const add = page.getByRole('button', { name: 'Neues Konto' });
    const [name, email, password, zone] = ['Name', 'Adresse des Kontos', 'Passwort', 'Zeitzone'].map(
      (label) => dialog.getByLabel(label, { exact: true }),
    ) as [Locator, Locator, Locator, Locator];
    await pressOn(page, add);
    await hasFocus(name);
    expect(await zone.inputValue()).to.equal('Europe/Kyiv');
    await keyboard.press('Enter');
    await required.nth(2).waitFor();
    await hasFocus(name);
    await isInGermanOrder(page, 'the form of an account without inputs');
    await keyboard.type('Laden');
    await typeByKeys(page, email, 'ada');
    await typeByKeys(page, password, 'kurz');
    await keyboard.press('Enter');
    await dialog.getByText(/^Geben Sie eine E.Mail-Adresse ein/).waitFor();
    await hasFocus(email);
    await typeByKeys(page, email, 'ada@laden.example');
    await keyboard.press('Enter');
    await dialog.getByText('Verwenden Sie mindestens 8 Zeichen.').waitFor();
    await hasFocus(password);
    await stepIsInOrder(page);
    expect(await Account.countDocuments({})).to.equal(before);

    // The form keeps what was written, but the password.
    await keyboard.press('Escape');
    await hasFocus(add);
    await pressOn(page, add);
    await pressOn(page, dialog.getByRole('button', { name: 'Wiederherstellen' }));
    expect(await Promise.all([name, email, password].map((field) => field.inputValue()))).to.deep.equal([
      'Laden',
      'ada@laden.example',
      '',
    ]);
    await stepIsInOrder(page);
    await typeByKeys(page, password, 'horse battery');
    await keyboard.press('Enter');
    await copied.waitFor();
    await isInGermanOrder(page, 'the first keys of an account');
    const first = await textsOf(dialog.locator('code'));
    expect(await status(first)).to.equal(200);
    await pressOn(page, copied);
    await page.getByRole('heading', { level: 1, name: 'Laden' }).waitFor();
    const made = (await Account.findOne({ email_norm: 'ada@laden.example' }))!;
    expect(made).to.include({ name: 'Laden', timezone: 'Europe/Kyiv' });

    const keys = page.getByRole('region', { name: 'Schlüssel', exact: true });
    await keys.getByText(/Alles.*(?:zuletzt benutzt am|nie benutzt)/).waitFor();
    const addKeys = keys.getByRole('button', { name: 'Schlüsselpaar erstellen' });
    await pressOn(page, addKeys);
    await hasFocus(name);
    await keyboard.press('Enter');
    await required.waitFor();
    const own = dialog.getByLabel('Ihr Passwort');
    await hasFocus(own);
    await stepIsInOrder(page);
    await typeByKeys(page, own, 'wrong horse');
    await keyboard.press('Enter');
    await dialog.getByText('Das ist nicht Ihr Passwort.').waitFor();
    await hasFocus(own);
    await typeByKeys(page, own, 'correct horse');
    await keyboard.press('Enter');
    await hasFocus(name);
    await required.waitFor();
    expect(await rows(Key).countDocuments({ user_id: made._id })).to.equal(1);
    await keyboard.type('Kasse');
    await keyboard.press('Enter');
    await copied.waitFor();
    const second = await textsOf(dialog.locator('code'));
    await pressOn(page, dialog.getByRole('button', { name: 'Kopieren: SecretKey' }));
    await dialog.getByRole('button', { name: 'Kopiert: SecretKey' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).to.equal(second[1]);
    await pressOn(page, copied);
    await hasFocus(addKeys);
    expect(await status(second)).to.equal(200);
    await confirmByKeys(page, {
      opener: keys.getByRole('button', { name: 'Widerrufen: Kasse' }),
      title: 'Schlüssel Kasse widerrufen?',
      no: 'Behalten',
      yes: 'Widerrufen',
      stored: async () => [
        await rows(Key).countDocuments({ user_id: made._id, revoked_at: null }),
        await status(second),
      ],
    });
    await keys.getByText('Kasse').waitFor({ state: 'detached' });
    await stepIsInOrder(page);
    expect(await status(second)).to.equal(401);

    const end = page.getByRole('region', { name: 'Schließen oder löschen' });
    await confirmByKeys(page, {
      opener: end.getByRole('button', { name: 'Konto schließen' }),
      title: 'Laden schließen?',
      no: 'Konto behalten',
      yes: 'Konto schließen',
      stored: async () => [(await Account.findOne({ _id: made._id }))!.closed, await status(first)],
    });
    await page.getByText(/Geschlossen seit .* lässt sich bis/).waitFor();
    await isInGermanOrder(page, 'a closed account');
    expect(await status(first)).to.not.equal(200);
    await pressOn(page, end.getByRole('button', { name: 'Konto wieder öffnen' }));
    await end.getByRole('button', { name: 'Konto schließen' }).waitFor();
    await stepIsInOrder(page);
    expect(await status(first)).to.equal(200);

    const remove = end.getByRole('button', { name: 'Endgültig löschen' });
    const confirm = dialog.getByRole('button', { name: 'Endgültig löschen' });
    await pressOn(page, remove);
    await hasFocus(dialog.getByLabel(/^Geben Sie zur Bestätigung/));
    await keyboard.type('Lade');
    await keyboard.press('Enter');
    expect(await confirm.isDisabled()).to.equal(true);
    await isInGermanOrder(page, 'the question before a deletion');
    await pressOn(page, dialog.getByRole('button', { name: 'Konto behalten' }));
    await hasFocus(remove);
    expect((await Account.findOne({ _id: made._id }))!.closed).to.equal(null);
    await pressOn(page, remove);
    await hasFocus(dialog.getByLabel(/^Geben Sie zur Bestätigung/));
    await keyboard.type('Laden');
    expect(await confirm.isDisabled()).to.equal(true);
    await typeByKeys(page, own, 'wrong horse');
    await pressOn(page, confirm);
    await dialog.getByText('Das ist nicht Ihr Passwort.').waitFor();
    expect((await Account.findOne({ _id: made._id }))!.closed).to.equal(null);
    await typeByKeys(page, own, 'correct horse');
    await pressOn(page, confirm);
    await page.getByRole('heading', { level: 1, name: 'Konten' }).waitFor();
    await page.getByText('Laden wird gelöscht.').waitFor();
    const { closed } = (await Account.findOne({ _id: made._id }))!;
    expect(closed!.until.getTime()).to.be.at.most(Date.now());
    await pressOn(page, page.getByRole('link', { name: 'Laden' }));
    await page.getByText('Das Konto wird gelöscht. Es lässt sich nicht mehr öffnen.').waitFor();
    await stepIsInOrder(page);
    expect(await end.count()).to.equal(0);

    await page.goto(`${running.api.url}/console/operator/accounts/${operator.user_id}`);
    await page.getByText('Das ist Ihr eigenes Konto.').waitFor();
    await keys.waitFor();
    expect(await end.count()).to.equal(0);
  }

  it('says what to do without a second factor', async () => {
    await haveNoSecondFactor(operator.user_id);
    // The browser notes the 403 of a call, which is what this is about.
    await running
      .visit(operator, { viewport: DESK }, async (page) => {
        await page.goto(`${running.api.url}/console/operator`);
        await page.getByRole('heading', { name: 'Set up a second factor first' }).waitFor();
        await isInOrder(page, 'an operator without a second factor');
      })
      .catch((error: { actual?: unknown }) =>
        expect(error.actual).to.satisfy((notes: string[]) =>
          notes.every((note) => note.includes('status of 403')),
        ),
      );
  });
});
