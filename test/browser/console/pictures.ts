import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../local/servers.mjs';
import type { Client } from '../../support/api.ts';
import { haveNoSecondFactor, haveSecondFactor } from '../../support/operators.ts';
import { addAutomation } from './automation-of-account.ts';
import { addCampaigns } from './campaigns-of-account.ts';
import { type SendingConsole, startSendingConsole } from './sending-console.ts';
import { LOOKS } from './support.ts';

/** `npm run console:screenshots`: a picture of every page, empty and filled, in every look, into an ignored folder. */
const OUT = join(ROOT, 'data/console');

describe('the console', () => {
  let running: SendingConsole;
  let accounts: { name: string; client: Client; pages: Readonly<Record<string, string>> }[];
  before(async () => {
    mkdirSync(OUT, { recursive: true });
    running = await startSendingConsole('browser-pictures', { OPERATORS: '1' });
    const [operator, empty, filled] = [
      await running.api.account(),
      await running.api.account(),
      await running.api.account({ timezone: 'Europe/Berlin' }),
    ];
    const { contact, segment, sent, draft } = await addCampaigns(filled, running);
    const { automation, email, webhook } = await addAutomation(filled);
    const pages = {
      home: '',
      campaigns: '/campaigns',
      reports: '/reports',
      automations: '/automations',
      contacts: '/contacts',
      imports: '/contacts/imports',
      segments: '/segments',
      templates: '/templates',
      media: '/media',
      settings: '/settings',
      fields: '/settings/fields',
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
          editor: `/editor/campaigns/${draft}`,
          automation: `/automations/${automation}`,
          email: `/automations/${automation}/emails/${email}`,
          'email-report': `/automations/${automation}/emails/${email}/report`,
          person: `/automations/${automation}/person?email=person-1@example.com`,
          webhook: `/settings/webhooks/${webhook}`,
        },
      },
      {
        name: 'filled',
        client: operator,
        pages: {
          operator: '/operator',
          accounts: '/operator/accounts',
          'operator-account': `/operator/accounts/${filled.user_id}`,
        },
      },
    ];
  });
  after(() => running?.stop());

  for (const { name: look, ...options } of LOOKS)
    it(`poses for pictures, ${look}`, async () => {
      await haveNoSecondFactor(accounts.at(-1)!.client.user_id);
      for (const { name, client, pages } of accounts)
        await running.visit(client, options, async (page) => {
          // No call of the page is under way meanwhile.
          await page.goto('about:blank');
          if (client === accounts.at(-1)!.client) await haveSecondFactor(client.user_id);
          for (const [called, path] of Object.entries(pages)) {
            await page.goto(`${running.api.url}/console${path}`);
            await page.getByRole('heading', { level: 1 }).waitFor();
            await page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root') === null);
            await page.waitForLoadState('networkidle');
            const file = `${called}-${name}-${look.replace(' px, ', '-')}.png`;
            // A picture larger than the viewport would lack the content of frames.
            const height = await page.evaluate(() => document.documentElement.scrollHeight);
            await page.setViewportSize({ ...options.viewport, height });
            await page.waitForLoadState('networkidle');
            await page.screenshot({ path: join(OUT, file) });
            await page.setViewportSize(options.viewport);
          }
        });
    });
});
