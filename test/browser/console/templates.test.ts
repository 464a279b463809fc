import { expect } from 'chai';
import type { Client } from '../../support/api.ts';
import { aSend, type Ground, layGround } from '../../support/factories.ts';
import { until } from '../../support/until.ts';
import { detailsOf } from '../../support/world.ts';
import { type Console, DESK, isInOrder, startConsole } from './support.ts';

describe('the templates page of the console', () => {
  let running: Console;
  let client: Client;
  let ground: Ground;
  before(async () => {
    running = await startConsole('browser-console-templates');
  });
  after(() => running?.stop());
  beforeEach(async () => {
    client = await running.api.account();
    ground = await layGround(client);
  });

  const stored = async () => (await client.get('/templates')).body.message.templates;
  const names = async (): Promise<string[]> =>
    (await stored()).map(({ template_name }: { template_name: string }) => template_name);
  const designOf = (text: string): string =>
    JSON.stringify({
      mjml: `<mjml><mj-body><mj-section><mj-column><mj-text>${text}</mj-text></mj-column></mj-section></mj-body></mjml>`,
    });

  it('makes a template in the editor, renames, duplicates, and deletes it with a way back', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await running.home(page);
      await page.getByRole('link', { name: 'Templates' }).click();
      await page.getByRole('heading', { name: 'No templates yet' }).waitFor();
      await isInOrder(page, 'no templates');
      await page.getByRole('button', { name: 'New template' }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Name').fill('Monthly');
      await form.getByRole('button', { name: 'Create and design' }).click();
      // The process that renders designs starts with the first one, which takes long on a busy machine.
      await page.getByRole('heading', { name: 'Design of Monthly' }).waitFor({ timeout: 60_000 });
      await page.getByRole('region', { name: 'Blocks' }).getByRole('button', { name: 'Heading' }).click();
      await until(async () => (await stored())[0].template_json.includes('Your heading'), 'the save');
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('link', { name: 'Edit: Monthly' }).waitFor();
      await page.frameLocator('iframe').getByText('Your heading').waitFor();
      await isInOrder(page, 'a list of templates');
      await page.getByRole('button', { name: 'Actions for Monthly' }).click();
      await page.getByRole('menuitem', { name: 'Rename' }).click();
      await form.getByLabel('Name').fill('Weekly');
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Actions for Weekly' }).click();
      await page.getByRole('menuitem', { name: 'Duplicate' }).click();
      const copy = page.getByRole('listitem').filter({ hasText: 'Copy of Weekly' });
      await copy.waitFor();
      expect(await names()).to.deep.equal(['Weekly', 'Copy of Weekly']);
      const remove = async (): Promise<void> => {
        await page.getByRole('button', { name: 'Actions for Copy of Weekly' }).click();
        const menu = page.getByRole('menu', { name: 'Actions for Copy of Weekly' });
        await menu.getByRole('menuitem', { name: 'Delete' }).click();
      };
      await remove();
      await copy.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await copy.waitFor();
      expect(await names()).to.have.length(2);
      await remove();
      await until(async () => (await names()).length === 1, 'the deletion');
    }));

  it('restores an earlier version of a template, seen as it was', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const { id } = (
        await client.post('/templates/save', { template_name: 'Ours', template_json: designOf('As it was') })
      ).body;
      await client.post('/templates/update', { id, template_json: designOf('As it is'), keep_version: 1 });
      await page.goto(`${running.api.url}/console/templates`);
      const picture = page.frameLocator('iframe').first();
      await picture.getByText('As it is').waitFor({ timeout: 60_000 });
      await page.getByRole('button', { name: 'Actions for Ours' }).click();
      await page.getByRole('menuitem', { name: 'Earlier versions' }).click();
      const dialog = page.getByRole('dialog', { name: 'Earlier versions' });
      await dialog.frameLocator('iframe').getByText('As it was').waitFor({ timeout: 60_000 });
      await isInOrder(page, 'the versions of a template');
      await dialog.getByRole('button', { name: /^Restore: Design/ }).click();
      await page.getByText('Restored. The replaced content is under “Earlier versions”.').waitFor();
      await picture.getByText('As it was').waitFor({ timeout: 60_000 });
      expect((await stored())[0].template_json).to.equal(designOf('As it was'));
    }));

  it('starts a campaign from a template, and saves the campaign’s design as another template', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      await client.post('/templates/save', {
        template_name: 'Ours',
        template_json: designOf('From our template'),
      });
      const { utr } = (await client.post('/single/send/create', aSend(ground, { draft: 1 }))).body;
      await page.goto(`${running.api.url}/console/campaigns/${utr}/edit`);
      await page.getByText('Template', { exact: true }).click();
      await page.getByRole('heading', { name: 'Your templates' }).waitFor();
      await page.frameLocator('iframe[title="Ours"]').getByText('From our template').waitFor();
      await isInOrder(page, 'a choice of templates');
      await page.getByRole('button', { name: 'Use this in the email: Ours' }).click();
      // The campaign has HTML, so the console asks first.
      await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
      await until(
        async () => (await detailsOf(client, utr)).template_json === designOf('From our template'),
        'the save',
      );
      await page.getByRole('button', { name: 'Save as a template' }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Name').fill('Theirs');
      await form.getByRole('button', { name: 'Save as a template' }).click();
      await page.getByText('Template Theirs saved.').waitFor();
      expect(await names()).to.deep.equal(['Ours', 'Theirs']);
      // The campaign has a copy.
      await client.delete(`/templates/delete?id=${(await stored())[0].id}`);
      expect((await detailsOf(client, utr)).template_json).to.equal(designOf('From our template'));
    }));
});
