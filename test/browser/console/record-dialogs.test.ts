import type { Client } from '../../support/api.ts';
import { consoleTexts } from '../../support/console-texts.ts';
import { today } from '../../support/rotation.ts';
import { addAutomation } from './automation-of-account.ts';
import { addCampaigns } from './campaigns-of-account.ts';
import { fillRecords, RECORD_PARTS } from './pictures-of-records.ts';
import { type SendingConsole, startSendingConsole } from './sending-console.ts';
import { isInGermanOrder, PAGES, SMALL } from './support.ts';

/** A run opens one part, which the day chooses; all are opened with `EVERY_LOOK`. */
const PARTS = 3;
const DIALOGS = Object.entries(RECORD_PARTS).filter(
  (_, at) => process.env['EVERY_LOOK'] || at % PARTS === today(PARTS),
);
const GERMAN = await consoleTexts('de');

describe('a dialog of contacts and settings', () => {
  let running: SendingConsole;
  let client: Client;
  let paths: Readonly<Record<string, string>>;
  before(async () => {
    running = await startSendingConsole('browser-console-record-dialogs');
    client = await running.api.account();
    await addCampaigns(client, running);
    await addAutomation(client);
    paths = await fillRecords(client, PAGES);
  });
  after(() => running?.stop());

  for (const [name, open] of DIALOGS)
    it(`is in order in German on a small phone: ${name}`, () =>
      running.visit(client, { viewport: SMALL, locale: 'de-DE' }, async (page) => {
        await page.goto(`${running.api.url}/console${paths[name]}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await open(page, GERMAN);
        await isInGermanOrder(page, name);
      }));
});
