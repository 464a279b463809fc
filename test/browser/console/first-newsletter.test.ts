import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { freePort } from '../../../local/ports.ts';
import { ROOT } from '../../../local/servers.mjs';
import type { Client } from '../../support/api.ts';
import { pngOf } from '../../support/images.ts';
import { until } from '../../support/until.ts';
import { pathIn } from './mailbox.ts';
import { type SendingConsole, startSendingConsole } from './sending-console.ts';
import { DESK, fillSender, tabTo } from './support.ts';

const PEOPLE = 100;
const MOST_CLICKS = 25;
/** A first campaign waits for 15 s, then a check of a busy machine takes seconds. */
const SLOW_MS = 60_000;

const LIST = {
  name: 'readers.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    `E-mail;First name\n${Array.from({ length: PEOPLE }, (_, at) => `reader-${at}@example.com;Reader ${at}\n`).join('')}`,
  ),
};
const PICTURE = { name: 'spring.png', mimeType: 'image/png', buffer: pngOf(1200, 400) };

/** The clicks that docs/console.md lists: the words in italics of its steps. */
function recordedPath(): string[] {
  const page = readFileSync(join(ROOT, 'docs/console.md'), 'utf8');
  const [, section = ''] = page.split('\n## The first newsletter\n');
  const [steps = ''] = section.split('\n## ');
  return [...steps.matchAll(/^\d\. .*$/gm)].flatMap(([step]) =>
    [...step.matchAll(/\*(.+?)\*/g)].map(([, name]) => name!),
  );
}

describe('the first newsletter, from an empty account', () => {
  let running: SendingConsole;
  let client: Client;
  before(async () => {
    // Mails show images by the public address.
    const port = await freePort();
    running = await startSendingConsole('browser-console-first-newsletter', {
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    });
    client = await running.api.account();
  });
  after(() => running?.stop());

  it(`is built of five blocks and sent to an imported list in ${MOST_CLICKS} clicks, as the documentation lists them`, () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const clicks: string[] = [];
      /** The only way to click here. Texts are typed, with Tab between fields and Enter at the end. */
      const click = async (name: string, target: Locator): Promise<void> => {
        clicks.push(name);
        await target.click();
      };
      const button = (name: string, within: Page | Locator = page) =>
        click(name, within.getByRole('button', { name, exact: true }));
      const link = (name: string) => click(name, page.getByRole('link', { name, exact: true }).first());
      const chosen = async (
        file: typeof LIST | typeof PICTURE,
        press: () => Promise<void>,
      ): Promise<void> => {
        const chooser = page.waitForEvent('filechooser');
        await press();
        await (await chooser).setFiles(file);
      };

      await running.home(page);
      await link('Add a sender');
      await button('Add sender');
      const form = page.getByRole('dialog');
      await fillSender(page, form);
      await form.getByLabel('Street and number').press('Enter');
      await form.waitFor({ state: 'hidden' });
      const [asked] = await until(async () => {
        const found = running.mail.to('ada@sender.example');
        return found.length > 0 ? found : null;
      }, 'the mail to the sender');
      const { html } = await running.mail.read(asked!);
      clicks.push('the link in the email');
      await page.goto(`${running.api.url}${pathIn(html!, '/verify/')}`);
      await button('Yes, confirm this address');
      await page.getByRole('heading', { name: 'Address confirmed' }).waitFor();
      await page.goto(`${running.api.url}/console`);

      await link('Contacts');
      await click('Name of the audience', page.getByLabel('Name of the audience'));
      await page.keyboard.type('Readers');
      await page.keyboard.press('Enter');
      await page.getByText('Audience Readers created.').waitFor();
      await link('Import');
      await chosen(LIST, () => button('Choose a file'));
      const start = page.getByRole('button', { name: `Import ${PEOPLE} contacts`, disabled: false });
      await start.waitFor({ timeout: SLOW_MS });
      await click('Import 100 contacts', start);
      await page.getByText('Completed').waitFor({ timeout: SLOW_MS });

      await link('Campaigns');
      await button('New campaign');
      await tabTo(page, page.getByRole('button', { name: 'Empty campaign' }));
      await page.keyboard.press('Enter');
      await click('Send to', page.getByRole('combobox', { name: 'Send to' }));
      await page.getByRole('option', { name: `Readers (${PEOPLE})` }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      await tabTo(page, page.getByRole('textbox', { name: 'Subject', exact: true }));
      await page.keyboard.type('Spring is here');
      await tabTo(page, page.getByRole('textbox', { name: 'Preview text' }));
      await page.keyboard.type('What grows, and what is new');

      await click('Design', page.getByText('Design', { exact: true }));
      await button('Open the editor');
      const blocks = page.getByRole('region', { name: 'Blocks' });
      const settings = page.getByRole('region', { name: 'Settings' });
      const mail = page.frameLocator('iframe[title="Email content, editable"]');
      await mail.getByText('The email is empty').waitFor({ timeout: SLOW_MS });
      await button('Image', blocks);
      await button('Choose an image', settings);
      await chosen(PICTURE, () => button('Choose images', page.getByRole('dialog')));
      await mail.locator('img[src^="http"]').waitFor();
      await tabTo(page, settings.getByRole('textbox', { name: 'Alt text' }));
      await page.keyboard.type('Blossoms');
      for (const [block, written] of [
        ['Heading', 'Spring is here'],
        ['Text', 'The garden opens on Monday.'],
      ] as const) {
        await button(block, blocks);
        await page.keyboard.press('F6');
        await page.keyboard.press('Enter');
        await mail.locator('[contenteditable=true]').waitFor();
        await page.keyboard.press('Control+A');
        await page.keyboard.type(written);
      }
      await button('Button', blocks);
      await click('Text', settings.getByRole('textbox', { name: 'Text', exact: true }));
      await page.keyboard.press('Control+A');
      await page.keyboard.type('See the garden');
      await tabTo(page, settings.getByRole('textbox', { name: 'Link to' }));
      await page.keyboard.press('Control+A');
      await page.keyboard.type('https://example.com/garden');
      await button('Footer', blocks);
      await button('Done');

      await page.getByText('Saved', { exact: true }).first().waitFor();
      await button('Review and send');
      const send = form.getByRole('button', { name: `Send to ${PEOPLE} people`, disabled: false });
      await send.waitFor({ timeout: SLOW_MS });
      await click('Send to 100 people', send);
      await page.getByRole('timer').getByText(`Sending to ${PEOPLE} people`).waitFor();

      const [first] = await until(
        async () => {
          const found = running.mail.mails.filter(({ to }) => to.startsWith('reader-'));
          return found.length === PEOPLE ? found : null;
        },
        'mails to all readers',
        SLOW_MS,
      );
      const { html: got } = await running.mail.read(first!);
      for (const part of [
        'alt="Blossoms"',
        'Spring is here',
        'The garden opens on Monday.',
        'See the garden',
      ])
        expect(got).to.include(part);
      expect(clicks.length).to.be.at.most(MOST_CLICKS);
      expect(recordedPath()).to.deep.equal(clicks);
    }));
});
