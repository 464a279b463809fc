import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../local/servers.mjs';
import type { Client } from '../../support/api.ts';
import { addCampaigns } from './campaigns-of-account.ts';
import { type SendingConsole, startSendingConsole } from './sending-console.ts';
import { LOOKS } from './support.ts';

/** `npm run console:screenshots`: a picture of every page, empty and filled, in every look, into an ignored folder. */
const OUT = join(ROOT, 'data/console');

describe('pictures of the console', function () {
  this.timeout(300_000);
  let running: SendingConsole;
  let accounts: { name: string; client: Client; pages: Readonly<Record<string, string>> }[];
  before(async () => {
    mkdirSync(OUT, { recursive: true });
    running = await startSendingConsole('browser-pictures');
    const [empty, filled] = [
      await running.api.account(),
      await running.api.account({ timezone: 'Europe/Berlin' }),
    ];
    const { contact, segment, sent, draft } = await addCampaigns(filled, running);
    const pages = {
      home: '',
      campaigns: '/campaigns',
      reports: '/reports',
      contacts: '/contacts',
      imports: '/contacts/imports',
      segments: '/segments',
      media: '/media',
      settings: '/settings',
      access: '/settings/access',
      account: '/settings/account',
      activity: '/settings/activity',
    };
    accounts = [
      { name: 'empty', client: empty, pages },
      {
        name: 'filled',
        client: filled,
        pages: {
          ...pages,
          contact: `/contacts/${contact}`,
          segment: `/segments/${segment}`,
          report: `/campaigns/${sent}`,
          people: `/campaigns/${sent}/people`,
          compose: `/campaigns/${draft}/edit`,
        },
      },
    ];
  });
  after(() => running?.stop());

  for (const { name: look, ...options } of LOOKS)
    it(look, async () => {
      for (const { name, client, pages } of accounts)
        await running.visit(client, options, async (page) => {
          for (const [called, path] of Object.entries(pages)) {
            await page.goto(`${running.api.url}/console${path}`);
            await page.getByRole('heading', { level: 1 }).waitFor();
            await page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root') === null);
            await page.waitForLoadState('networkidle');
            const file = `${called}-${name}-${look.replace(' px, ', '-')}.png`;
            // A picture of more than the viewport would lack what stands in frames.
            const height = await page.evaluate(() => document.documentElement.scrollHeight);
            await page.setViewportSize({ ...options.viewport, height });
            await page.waitForLoadState('networkidle');
            await page.screenshot({ path: join(OUT, file) });
            await page.setViewportSize(options.viewport);
          }
        });
    });
});
