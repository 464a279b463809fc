import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { BulkChange } from '../../../client/src/index.ts';
import type { Client } from '../../support/api.ts';
import { until } from '../../support/until.ts';
import { fillAccount } from './filled-account.ts';
import { type SendingConsole, startSendingConsole } from './sending-console.ts';
import { DESK, isInOrder, PHONE, pickByKeys } from './support.ts';

describe('the change of all contacts that a search finds, in the console,', () => {
  let running: SendingConsole;
  let client: Client;
  let group: number;
  before(async () => {
    running = await startSendingConsole('browser-console-bulk');
  });
  after(() => running?.stop());
  beforeEach(async () => {
    client = await running.api.account({ timezone: 'Europe/Berlin' });
    await fillAccount(client);
    const made = await client.post('/unsubscribes-groups/save', {
      group_name: 'Newsletter',
      description: 'News',
      is_display: 1,
    });
    group = made.body.id;
  });

  const addresses = async (): Promise<string[]> =>
    (await client.get('/contacts/list')).body.message.contacts.map(({ email }: { email: string }) => email);

  /** Opens the window for what a search finds, and chooses what to do. */
  async function choose(page: Page, search: string, action: string) {
    await page.goto(`${running.api.url}/console/contacts`);
    await page.getByRole('searchbox').fill(search);
    await page.getByRole('button', { name: 'Change all found contacts' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`Applies to all contacts that match “${search}”.`).waitFor();
    await dialog.getByRole('combobox', { name: 'Action' }).click();
    await page.getByRole('option', { name: action }).click();
    return dialog;
  }

  it('deletes them ten seconds after they were counted, and shows its progress', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const dialog = await choose(page, 'person-', 'Delete');
      await dialog.getByRole('button', { name: 'Count contacts' }).click();
      await dialog.getByText('5 contacts will be deleted. You can undo it for 10 seconds.').waitFor();
      await isInOrder(page, 'the number of contacts');
      expect(await addresses()).to.have.length(5);
      await dialog.getByRole('button', { name: 'Delete 5 contacts' }).click();
      await page.getByText('Deleting 5 contacts in 10 seconds.').waitFor();
      const list = page.getByRole('region', { name: 'Bulk changes' });
      await list.getByText(/^5\scontacts, starts in \d+ seconds?$/).waitFor();
      expect(await addresses()).to.have.length(5);
      await isInOrder(page, 'a change that begins soon');
      await list.getByText('Done, 5 of 5 contacts').waitFor();
      await page.getByRole('heading', { name: 'No contacts found' }).waitFor();
      await isInOrder(page, 'the list of changes');
      expect(await addresses()).to.deep.equal([]);
    }));

  it('is undone within these seconds, at once or after the page was opened again', () =>
    running.visit(client, { viewport: PHONE }, async (page) => {
      for (const isReloaded of [false, true]) {
        const dialog = await choose(page, 'person-', 'Delete');
        await dialog.getByRole('button', { name: 'Count contacts' }).click();
        await dialog.getByRole('button', { name: 'Delete 5 contacts' }).click();
        await page.getByText('Deleting 5 contacts in 10 seconds.').waitFor();
        if (isReloaded) await page.reload();
        await page.getByRole('button', { name: isReloaded ? 'Undo: Delete' : 'Undo', exact: true }).click();
        await page.getByText('Nothing was changed.').waitFor();
        await page.getByRole('region', { name: 'Bulk changes' }).waitFor({ state: 'detached' });
      }
      const { bulk_changes: all } = (await client.get('/contacts/bulk')).body.message;
      expect(all.map(({ state, contacts_done: done }: BulkChange) => [state, done])).to.deep.equal([
        ['cancelled', 0],
        ['cancelled', 0],
      ]);
      expect(await addresses()).to.have.length(5);
    }));

  it('unsubscribes them from a kind of mail, by keyboard', () =>
    running.visit(client, { viewport: PHONE }, async (page) => {
      const dialog = await choose(page, 'ada', 'Unsubscribe from a subscription type');
      await pickByKeys(page, dialog.getByRole('combobox', { name: 'Subscription type' }), 'Newsletter');
      await isInOrder(page, 'what is to be done');
      await dialog.getByRole('button', { name: 'Count contacts' }).press('Enter');
      await dialog.getByRole('button', { name: 'Unsubscribe 1 contact' }).press('Enter');
      await page.getByText('Done, 1 of 1 contact').waitFor();
      const { recipients } = (await client.get(`/unsubscribes-groups/recipients-list?groupId=${group}`)).body
        .message;
      expect(
        recipients.map(({ email_address: address }: { email_address: string }) => address),
      ).to.deep.equal(['person-0@example.com']);
    }));

  it('unsubscribes ticked people from everything, or takes a tag from them, by the buttons of their bar, and takes both back', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const ticked = ['person-0@example.com', 'person-4@example.com'];
      const all = (await client.get('/contacts/list')).body.message.contacts;
      for (const { id, contact_type_id, email } of all)
        if (ticked.includes(email)) {
          const person = { contact_id: id, contact_type_id, country: 101, email, tags: ['vip'] };
          expect((await client.post('/contacts/update', person)).status).to.equal(200);
        }
      const dialog = page.getByRole('dialog');
      for (const [button, warning, confirm] of [
        [
          'Unsubscribe from everything',
          '2 contacts will get no more campaigns and automation emails, of any subscription type. You can undo it for 10 seconds.',
          'Unsubscribe 2 contacts from everything',
        ],
        [
          'Remove a tag',
          '2 contacts with the tag will lose it. You can undo it for 10 seconds.',
          'Remove the tag from 2 contacts',
        ],
      ] as const) {
        await page.goto(`${running.api.url}/console/contacts`);
        for (const address of ticked) await page.getByLabel(`Select ${address}`).check();
        const bar = page.getByRole('status').filter({ hasText: '2 contacts selected' });
        const [place, change] = [
          await bar.boundingBox(),
          page.getByRole('button', { name: 'Change', exact: true }),
        ];
        expect(place!.height, 'one line').to.be.below(2 * (await change.boundingBox())!.height);
        await change.click();
        await page.getByRole('menuitem', { name: button }).click();
        await dialog.getByText('Applies to the 2 contacts that you selected.').waitFor();
        if (button === 'Remove a tag') {
          const tag = dialog.getByRole('combobox', { name: 'Tag' });
          await tag.fill('vip');
          // The list of tags covers what is below it.
          await tag.press('Tab');
        }
        await dialog.getByRole('button', { name: 'Count contacts' }).click();
        await dialog.getByText(warning).waitFor();
        await dialog.getByRole('button', { name: confirm }).click();
        await page.getByRole('button', { name: 'Undo', exact: true }).click();
        await page.getByText('Nothing was changed.').waitFor();
      }
      const { bulk_changes: changes } = (await client.get('/contacts/bulk')).body.message;
      expect(
        changes.map(({ action, state, contacts_done: done }: BulkChange) => [action, state, done]),
      ).to.deep.equal([
        ['unsubscribe_all', 'cancelled', 0],
        ['tag_remove', 'cancelled', 0],
      ]);
      const tagged = (await client.get('/contacts/list?tag=vip')).body.message.contacts;
      expect(tagged.map(({ email }: { email: string }) => email)).to.have.members(ticked);
    }));

  it('changes nothing when the person leaves it, or the search finds no contact', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const dialog = await choose(page, 'person-', 'Delete');
      await dialog.getByRole('button', { name: 'Count contacts' }).click();
      await dialog.getByRole('button', { name: 'Delete 5 contacts' }).waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.getByRole('button', { name: 'Count contacts' }).waitFor();
      await page.keyboard.press('Escape');
      const other = await choose(page, 'nobody at all', 'Add to a segment');
      await other.getByRole('combobox', { name: 'Segment' }).click();
      await page.getByRole('option').first().click();
      await other.getByRole('button', { name: 'Count contacts' }).click();
      await other.getByText('No contacts found').waitFor();
      expect(await other.getByRole('button', { name: /^Add/ }).count()).to.equal(0);
      await page.keyboard.press('Escape');
      await until(async () => {
        const { bulk_changes: all } = (await client.get('/contacts/bulk')).body.message;
        return all.length === 2 && all.every(({ state }: { state: string }) => state === 'cancelled');
      }, 'the end of what was not started');
      expect(await addresses()).to.have.length(5);
    }));

  it('stays in order in German on a small phone', () =>
    running.visit(client, { viewport: { width: 360, height: 740 }, locale: 'de-DE' }, async (page) => {
      await page.goto(`${running.api.url}/console/contacts`);
      await page.getByRole('button', { name: 'Alle Kontakte ändern' }).click();
      await page.getByText('Gilt für alle Ihre Kontakte.').waitFor();
      await page.waitForFunction(() =>
        document.getAnimations().every(({ playState }) => playState !== 'running'),
      );
      await isInOrder(page, 'the window in German');
    }));
});
