import { expect } from 'chai';
import { setClock } from '../../../common/clock.ts';
import { Session } from '../../../common/models/sessions.ts';
import type { Client } from '../../support/api.ts';
import { textsOf } from '../../support/browser.ts';
import type { Engine } from '../../support/engine.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import { fillAccount } from './filled-account.ts';
import {
  type Console,
  DESK,
  hasFocus,
  isInGermanOrder,
  isInOrder,
  PHONE,
  pressOn,
  SMALL,
  startConsoleAndWorker,
  typeByKeys,
} from './support.ts';

describe('the access page of the console', () => {
  let running: Console;
  let engine: Engine;
  let client: Client;
  let receiver: WebhookReceiver;
  let customers: number;
  before(async () => {
    ({ running, engine } = await startConsoleAndWorker('browser-console-access'));
    receiver = await startWebhookReceiver();
    client = await running.api.account();
    ({ customers } = await fillAccount(client));
  });
  after(async () => {
    setClock();
    await receiver?.stop();
    await running?.stop();
  });

  let ahead = 0;
  /** Lets the seconds pass after which events are told, and calls webhooks. */
  async function callWebhooks(): Promise<void> {
    ahead += 5000;
    const by = ahead;
    setClock(() => Date.now() + by);
    await engine.sweepOnce();
  }

  const addContact = async (email: string): Promise<void> => {
    const { status } = await client.post('/contacts/add', {
      contact_type_id: customers,
      country: 101,
      email,
    });
    expect(status).to.equal(200);
  };

  it('manages webhooks: creates one with a secret shown once, calls it, sends events again, changes and deletes it', () => {
    const options = { viewport: DESK, permissions: ['clipboard-read', 'clipboard-write'] };
    return running.visit(client, options, async (page) => {
      await page.goto(`${running.api.url}/console/settings`);
      await page.getByRole('link', { name: 'Access' }).click();
      await page.getByText('No webhooks yet.').waitFor();
      await isInOrder(page, 'the page of access, without a webhook');

      await page.getByRole('button', { name: 'Add webhook' }).press('Enter');
      const form = page.getByRole('dialog');
      await form.getByLabel('Address').fill('shop.example');
      await page.keyboard.press('Enter');
      await form.locator('[aria-invalid=true]').first().waitFor();
      await form.getByText('This is required.').waitFor();
      await isInOrder(page, 'the form of a webhook');
      await form.getByLabel('Address').fill(receiver.url);
      // A text about what was refused goes with it.
      await form.getByLabel('Address').and(page.locator(':not([aria-invalid=true])')).waitFor();
      await form.getByRole('checkbox', { name: 'Contact added' }).check();
      await form.getByRole('button', { name: 'Add webhook' }).click();

      const once = page.getByRole('dialog', { name: 'The secret of your webhook' });
      receiver.secret = (await once.locator('code').textContent())!;
      expect(receiver.secret).to.match(/^whsec_/);
      await isInOrder(page, 'the secret of a webhook');
      await page.keyboard.press('Escape');
      await once.getByRole('button', { name: 'I have copied it' }).click();
      await once.waitFor({ state: 'detached' });

      await page.getByRole('link', { name: `Open: ${receiver.url}` }).click();
      await page.getByText('No calls yet.').waitFor();
      await addContact('first@example.com');
      await callWebhooks();
      expect(receiver.events.map(({ type }) => type)).to.deep.equal(['contact.added']);
      const calls = page.getByRole('region', { name: 'Calls' }).getByRole('listitem');
      const taken = calls.filter({ hasText: 'Accepted (204)' });
      await taken.waitFor();
      await taken.getByText('What was sent').click();
      await taken.getByText('The response was empty.').waitFor();
      const [headers, content] = await textsOf(taken.locator('pre'));
      expect(headers).to.contain(`webhook-id: ${receiver.events[0]!.id}\nwebhook-timestamp: `);
      expect(content).to.equal(JSON.stringify(receiver.events[0], null, 2));
      await taken.getByRole('button', { name: 'Copy: Content' }).click();
      await taken.getByRole('button', { name: 'Copied: Content' }).waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).to.equal(
        JSON.stringify(receiver.events[0]),
      );
      await isInOrder(page, 'a webhook');

      await page.getByRole('combobox', { name: 'Send again' }).click();
      await page.getByRole('option', { name: 'All events of the last hour' }).click();
      await page.getByRole('button', { name: 'Send now' }).click();
      await page.getByText('The events are being sent.').waitFor();
      await callWebhooks();
      const [before, again] = [receiver.events[0]!, receiver.events.at(-1)!];
      expect(receiver.events.length).to.be.greaterThan(1);
      expect(again.id).to.equal(before.id);
      await taken.nth(1).waitFor();

      receiver.status = 503;
      await addContact('second@example.com');
      await callWebhooks();
      await page.getByText('Calls fail', { exact: true }).waitFor();
      await calls.filter({ hasText: '503' }).first().getByText('What was sent').click();
      await calls.getByText('Response (503)').waitFor();
      await isInOrder(page, 'a webhook that fails');

      receiver.status = 204;
      await page.getByRole('button', { name: 'Replace the secret' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Replace the secret' }).click();
      const replaced = page.getByRole('dialog', { name: 'The new secret of your webhook' });
      const secret = await replaced.locator('code').textContent();
      expect(secret)
        .to.match(/^whsec_/)
        .and.not.equal(receiver.secret);
      await replaced.getByRole('button', { name: 'I have copied it' }).click();

      await page.getByRole('button', { name: 'Change address and events' }).click();
      await form.getByRole('checkbox', { name: 'Contact deleted' }).check();
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Contact added, Contact deleted').waitFor();
      await page.getByText('On', { exact: true }).waitFor();

      await page.getByRole('link', { name: 'All webhooks' }).click();
      const row = page.getByRole('listitem').filter({ hasText: receiver.url });
      await row.getByRole('button', { name: 'Delete' }).click();
      await row.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await row.waitFor();
    });
  });

  it('makes keys with the scope `read`, which read, may not write, and fail after they are revoked', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await page.goto(`${running.api.url}/console/settings/access`);
      await page.getByRole('button', { name: 'Create a pair of keys' }).press('Enter');
      const form = page.getByRole('dialog');
      await form.getByRole('button', { name: 'Create a pair of keys' }).click();
      await form.getByText('This is required.').waitFor();
      await isInOrder(page, 'the form of keys');
      await form.getByLabel('Name').fill('Reports');
      await form.getByRole('radio', { name: 'Read' }).check();
      await form.getByRole('button', { name: 'Create a pair of keys' }).click();
      const once = page.getByRole('dialog', { name: 'Your new pair of keys' });
      await once.waitFor();
      await isInOrder(page, 'a new pair of keys');
      const [PublicKey, SecretKey] = (await textsOf(once.locator('code'))) as [string, string];
      await once.getByRole('button', { name: 'I have copied it' }).click();
      const headers = { PublicKey, SecretKey };
      const read = () => running.api.request('/api/contacts-type', { headers });
      const body = new URLSearchParams({ name: 'Written' });
      expect((await read()).status).to.equal(200);
      expect(
        (await running.api.request('/api/contacts-type/add', { method: 'POST', headers, body })).status,
      ).to.equal(403);
      await page.getByRole('button', { name: 'Revoke: Reports' }).waitFor();
      const limits = page.getByRole('dialog', { name: 'What the keys Reports may do' });
      const change = page.getByRole('button', { name: 'Change: Reports' });
      await change.click();
      await hasFocus(limits.getByRole('radio', { name: 'Read' }));
      await limits.getByRole('radio', { name: 'Everything' }).check();
      await page.keyboard.press('Escape');
      await limits.waitFor({ state: 'detached' });
      await change.click();
      expect(
        await limits.getByRole('radio', { name: 'Read' }).isChecked(),
        'a choice that was left',
      ).to.equal(true);
      await page.keyboard.press('Escape');
      await limits.waitFor({ state: 'detached' });
      await isInOrder(page, 'keys, webhooks and sessions');
      await page.getByRole('button', { name: 'Revoke: Reports' }).click();
      const question = page.getByRole('dialog', { name: 'Revoke the keys Reports?' });
      await isInOrder(page, 'the question about keys');
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'detached' });
      expect((await read()).status).to.equal(200);
      await page.getByRole('button', { name: 'Revoke: Reports' }).click();
      await question.getByRole('button', { name: 'Revoke', exact: true }).click();
      await page.getByText('Keys Reports revoked.').waitFor();
      await until(async () => (await read()).status === 401);
    }));

  it('lists where the account is signed in, and ends another session', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await running.visit(client, { viewport: PHONE }, async (phone) => {
        await page.goto(`${running.api.url}/console/settings/access`);
        await page.getByText('This browser').waitFor();
        const before = await rows(Session).countDocuments({ user_id: client.user_id });
        await page
          .getByRole('button', { name: /^End: / })
          .first()
          .click();
        await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
        await until(
          async () => (await rows(Session).countDocuments({ user_id: client.user_id })) === before - 1,
        );
        await phone.goto('about:blank');
      });
    }));

  it('says that a webhook is gone, also on a phone', () =>
    running.visit(client, { viewport: PHONE }, async (page) => {
      await page.goto(`${running.api.url}/console/settings/webhooks/999999`);
      await page.getByRole('heading', { name: 'Webhook not found' }).waitFor();
      await isInOrder(page, 'a webhook that is gone');
    }));

  it('makes, tests and deletes a webhook by keyboard alone, at 360 px and in German', async () => {
    // The receiver knows one secret.
    const own = await running.api.account();
    await running.visit(own, { viewport: SMALL, locale: 'de-DE' }, async (page) => {
      await page.goto(`${running.api.url}/console/settings/access`);
      const add = page.getByRole('button', { name: 'Webhook hinzufügen' });
      await pressOn(page, add);
      const form = page.getByRole('dialog');
      const address = form.getByLabel('Adresse');
      await hasFocus(address);
      await page.keyboard.type('shop.example');
      await page.keyboard.press('Enter');
      await form.getByText('Dieses Feld ist ein Pflichtfeld.').waitFor();
      await hasFocus(address);
      await isInGermanOrder(page, 'the form of a webhook in German');
      await typeByKeys(page, address, receiver.url);
      await pressOn(page, form.getByRole('checkbox', { name: 'Kontakt hinzugefügt' }), 'Space');
      await pressOn(page, form.getByRole('button', { name: 'Webhook hinzufügen' }));
      const once = page.getByRole('dialog', { name: 'Das Geheimnis Ihres Webhooks' });
      receiver.secret = (await once.locator('code').textContent())!;
      await isInGermanOrder(page, 'the secret of a webhook in German');
      await page.keyboard.press('Escape');
      await pressOn(page, once.getByRole('button', { name: 'Ich habe es kopiert' }));
      await hasFocus(add);

      await pressOn(page, page.getByRole('link', { name: `Öffnen: ${receiver.url}` }));
      const test = page.getByRole('button', { name: 'Testereignis senden' });
      await pressOn(page, test);
      await page.getByText('Das Programm hat das Testereignis angenommen').waitFor();
      await hasFocus(test);
      receiver.status = 503;
      await page.keyboard.press('Enter');
      await page.getByText('Das Testereignis wurde nicht angenommen.').waitFor();
      receiver.status = 204;
      await own.post('/contacts-type/add', { name: 'Leser' });
      const [{ id: type }] = (await own.get('/contacts-type')).body.message.contactTypes;
      await own.post('/contacts/add', { contact_type_id: type, country: 101, email: 'ada@example.com' });
      await callWebhooks();
      expect(receiver.events.slice(-2).map((one) => one.type)).to.deep.equal([
        'webhook.test',
        'contact.added',
      ]);
      await pressOn(page, page.getByText('Was gesendet wurde').first());
      await page.getByText('Die Antwort war leer.').waitFor();
      await isInGermanOrder(page, 'a webhook in German');

      const replace = page.getByRole('button', { name: 'Geheimnis ersetzen' });
      await pressOn(page, replace);
      await hasFocus(form.getByRole('button', { name: 'Noch nicht' }));
      await page.keyboard.press('Enter');
      await hasFocus(replace);
      await pressOn(page, replace);
      await pressOn(page, form.getByRole('button', { name: 'Geheimnis ersetzen' }));
      await pressOn(page, form.getByRole('button', { name: 'Ich habe es kopiert' }));
      await hasFocus(replace);

      await pressOn(page, page.getByRole('link', { name: 'Alle Webhooks' }));
      const row = page.getByRole('listitem').filter({ hasText: receiver.url });
      const remove = row.getByRole('button', { name: 'Löschen' });
      await pressOn(page, remove);
      await row.waitFor({ state: 'detached' });
      await page.keyboard.press('Control+z');
      await pressOn(page, remove);
      await page.goto(`${running.api.url}/healthz`);
      await until(async () => (await own.get('/webhooks')).body.message.webhooks.length === 0);
    });
  });

  it('makes a pair of keys that is shown once, and revokes it, by keyboard alone, at 360 px and in German', () =>
    running.visit(client, { viewport: SMALL, locale: 'de-DE' }, async (page) => {
      await page.goto(`${running.api.url}/console/settings/access`);
      const add = page.getByRole('button', { name: 'Schlüsselpaar erstellen' });
      await pressOn(page, add);
      const form = page.getByRole('dialog');
      const name = form.getByLabel('Name');
      await hasFocus(name);
      await page.keyboard.press('Enter');
      await form.getByText('Dieses Feld ist ein Pflichtfeld.').waitFor();
      await page.keyboard.type('Tasten');
      await typeByKeys(page, form.getByLabel('Erlaubte Netze'), 'kein Netz');
      await page.keyboard.press('Enter');
      await hasFocus(form.locator('[aria-invalid=true]'));
      await isInGermanOrder(page, 'the form of keys in German');
      await typeByKeys(page, form.getByLabel('Erlaubte Netze'), '');
      await pressOn(page, form.getByRole('button', { name: 'Schlüsselpaar erstellen' }));
      const once = page.getByRole('dialog', { name: 'Ihr neues Schlüsselpaar' });
      const [PublicKey, SecretKey] = (await textsOf(once.locator('code'))) as [string, string];
      await isInGermanOrder(page, 'a new pair of keys in German');
      await pressOn(page, once.getByRole('button', { name: 'Ich habe es kopiert' }));
      await hasFocus(add);
      expect(await page.content()).to.not.contain(SecretKey);
      const headers = { PublicKey, SecretKey };
      const read = async () => (await running.api.request('/api/contacts-type', { headers })).status;
      expect(await read()).to.equal(200);

      const revoke = page.getByRole('button', { name: 'Widerrufen: Tasten' });
      await pressOn(page, revoke);
      const question = page.getByRole('dialog', { name: 'Schlüssel Tasten widerrufen?' });
      await hasFocus(question.getByRole('button', { name: 'Behalten' }));
      await isInGermanOrder(page, 'the question about keys in German');
      await page.keyboard.press('Enter');
      await hasFocus(revoke);
      expect(await read()).to.equal(200);
      await page.keyboard.press('Enter');
      await pressOn(page, question.getByRole('button', { name: 'Widerrufen' }));
      await revoke.waitFor({ state: 'detached' });
      expect(await read()).to.equal(401);
      await until(() => page.evaluate(() => document.activeElement !== document.body), 'the focus');
    }));
});
