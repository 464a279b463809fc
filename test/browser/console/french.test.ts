import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Client } from '../../support/api.ts';
import { overflow } from '../../support/browser.ts';
import { addAutomation } from './automation-of-account.ts';
import { addCampaigns } from './campaigns-of-account.ts';
import { type SendingConsole, startSendingConsole } from './sending-console.ts';
import { isInOrder, leftEnglish, PAGES, SMALL } from './support.ts';

const englishOn = await leftEnglish('fr');

const inFrench = { viewport: SMALL, locale: 'fr-FR' };

describe('the console in French, at 360 px,', () => {
  let running: SendingConsole;
  let client: Client;
  let pages: Readonly<Record<string, string>>;
  before(async () => {
    running = await startSendingConsole('browser-console-french');
    client = await running.api.account({ timezone: 'Europe/Paris' });
    const { contact, segment, sent, draft } = await addCampaigns(client, running);
    const { automation, email } = await addAutomation(client);
    pages = {
      ...PAGES,
      contact: `/contacts/${contact}`,
      segment: `/segments/${segment}`,
      report: `/campaigns/${sent}`,
      people: `/campaigns/${sent}/people`,
      compose: `/campaigns/${draft}/edit`,
      automation: `/automations/${automation}`,
      email: `/automations/${automation}/emails/${email}`,
    };
  });
  after(() => running?.stop());

  async function open(page: Page, path: string): Promise<void> {
    await page.goto(`${running.api.url}/console${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root') === null);
  }

  it('is chosen in the menu of the account, and kept', () =>
    running.visit(client, { viewport: SMALL }, async (page) => {
      await running.home(page);
      await page.getByRole('button', { name: 'Menu' }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Your account/ })
        .click();
      await page.getByRole('menuitem', { name: 'Français' }).click();
      await page.getByRole('heading', { name: 'Accueil', level: 1 }).waitFor();
      expect(await page.evaluate(() => document.documentElement.lang)).to.equal('fr');
      await page.reload();
      await page.getByRole('heading', { name: 'Accueil', level: 1 }).waitFor();
    }));

  it('is on every page, none of which is wider than the screen', () =>
    running.visit(client, inFrench, async (page) => {
      for (const [name, path] of Object.entries(pages)) {
        await open(page, path);
        expect(await overflow(page), name).to.deep.equal([]);
        expect(await englishOn(page), name).to.deep.equal([]);
      }
    }));

  it('writes numbers and dates as French does, and a mail from its name to the check', () =>
    running.visit(client, inFrench, async (page) => {
      await open(page, pages['report']!);
      await page.getByText('80\u202f% des destinataires').waitFor();
      await isInOrder(page, 'the report in French');
      await open(page, pages['compose']!);
      await page.getByRole('textbox', { name: 'Objet' }).fill('Les soldes d’été');
      await page.getByText('16 caractères. Les téléphones en affichent environ 40.').waitFor();
      const check = page.getByRole('region', { name: 'Vérification' });
      await check.getByRole('button', { name: 'Vérifier maintenant' }).click();
      await check.getByText('L’e‑mail n’a pas de lien de désabonnement.').first().waitFor();
      await page.getByText('Enregistré', { exact: true }).waitFor();
      await isInOrder(page, 'a campaign in French');
    }));
});
